// SPDX-License-Identifier: Apache-2.0
// A call is read by its target's spelling, LAPACK's or cuSOLVER's: which routine it is, what that
// is told, and which of its results the call's are. What a library leaves in the memory of an
// operand is no result of the routine, and refused if somebody reads it.
#include "frontend/ir/calls/routines/routine_calls.h"

#include "frontend/ir/calls/own/custom_ops.h"
#include "frontend/ir/calls/routines/call_routine.h"
#include "frontend/ir/calls/routines/library_call.h"
#include "frontend/ir/calls/routines/packed_pairs.h"
#include "frontend/ir/calls/routines/runtime_routines.h"
#include "frontend/ir/calls/routines/sort_calls.h"
#include "frontend/ir/calls/routines/transform_calls.h"
#include "frontend/ir/dialects/custom_call.h"
#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/expansions/expansion.h"
#include "frontend/ir/sharding/rewrites/annotations.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace shardc {

static DictionaryAttr givenOf(stablehlo::CholeskyOp op) {
  return dictionaryOf(op.getContext(), {{"clear", 1}, {"lower", op.getLower()}});
}
static DictionaryAttr givenOf(stablehlo::TriangularSolveOp op) {
  using stablehlo::Transpose;
  const int64_t transposed = op.getTransposeA() == Transpose::ADJOINT     ? 2
                             : op.getTransposeA() == Transpose::TRANSPOSE ? 1
                                                                          : 0;
  return dictionaryOf(op.getContext(), {{"left", op.getLeftSide()},
                                        {"lower", op.getLower()},
                                        {"transposed", transposed},
                                        {"unit", op.getUnitDiagonal()}});
}
static DictionaryAttr givenOf(stablehlo::FftOp op) {
  using stablehlo::FftType;
  const ArrayRef<int64_t> lengths = op.getFftLength();
  if (lengths.empty()) return {};
  const int64_t kind = op.getFftType() == FftType::FFT    ? 0
                       : op.getFftType() == FftType::IFFT ? 1
                       : op.getFftType() == FftType::RFFT ? 2
                                                          : 3;
  return dictionaryOf(
      op.getContext(),
      {{"dims", static_cast<int64_t>(lengths.size())}, {"kind", kind}, {"length", lengths.back()}});
}

namespace {

enum class Spelling {
  none,
  eigh,
  gesdd,
  gesvd,
  gesvdj,
  gehrd,
  sytrd,
  potrf,
  trsm,
  getrf,
  geqrf,
  ungqr,
  geev,
  gees,
  geqp3,
  unmqr,
  gtsv
};

/// What a call says, as its routine is told it.
struct Task {
  StringRef routine;
  SmallVector<std::pair<StringRef, int64_t>, 2> numbers;
  SmallVector<int> results; // of the routine's: the call's, in order; -1: nobody may read that
  SmallVector<unsigned> operands = {}; // of the call's, in the routine's order; none: as they are
  /// Of real eigenvalues and vectors: the call gives the values as complex numbers, and the vectors
  /// as packed_pairs.h has them.
  bool isPacked = false;
};

/// A call that a routine of the runtime takes the place of.
class Binding : LibraryCall {
public:
  Binding(Operation *op, CustomOps &ops) : LibraryCall(op), ops(ops) {}

  LogicalResult bind(Spelling spelling) {
    const unsigned matrix = spelling == Spelling::gtsv ? 3 : 0;
    if (failed(matrixAt(matrix)) || failed(checkAttributes())) return failure();
    const auto task = taskOf(spelling);
    if (failed(task)) return failure();
    const RuntimeRoutine &routine = *findRuntimeRoutine(task->routine);
    const DictionaryAttr given = dictionaryOf(op->getContext(), task->numbers);
    const auto operands = operandsOf(*task);
    const auto types = resultTypesOf(routine, ValueRange(operands).getTypes(), given);
    if (failed(checkResults(*task, types))) return failure();
    constrainResults(op);
    const ValueRange made = callRoutine(op, operands, routine, given, types, ops);
    for (auto [number, result] : llvm::zip_equal(task->results, op->getResults()))
      if (number >= 0) result.replaceAllUsesWith(valueFor(*task, number, made));
    op->erase();
    return success();
  }

private:
  CustomOps &ops;

  /// None where the call has not as many.
  SmallVector<Value> operandsOf(const Task &task) const {
    if (task.operands.empty()) return llvm::to_vector<4>(op->getOperands());
    if (task.operands.size() != op->getNumOperands()) return {};
    SmallVector<Value> operands;
    for (const unsigned number : task.operands)
      operands.push_back(op->getOperand(number));
    return operands;
  }

  /// What the call gives of the routine's result with a number, and its type.
  Value valueFor(const Task &task, int number, ValueRange made) const {
    OpBuilder builder(op);
    if (!task.isPacked || !isa<FloatType, ComplexType>(getElementTypeOrSelf(made[number])))
      return made[number];
    if (number == 0) return complexOf(builder, op->getLoc(), made[0], made[1]);
    return packPairs(builder, op->getLoc(), made[number], made[1]);
  }
  static Type typeFor(const Task &task, int number, ArrayRef<Type> types) {
    auto type = cast<RankedTensorType>(types[number]);
    const Type element = type.getElementType();
    if (!task.isPacked || isa<IntegerType>(element)) return type;
    if (number == 0) return type.clone(ComplexType::get(element));
    return type.clone(cast<ComplexType>(element).getElementType());
  }

  FailureOr<Task> taskOf(Spelling spelling) const {
    switch (spelling) {
    case Spelling::eigh:
      return eigh();
    case Spelling::gesdd:
    case Spelling::gesvd:
    case Spelling::gesvdj:
      return isLapack() ? svdByLetters() : svdByFlags(spelling);
    case Spelling::gehrd:
      return hessenberg();
    case Spelling::sytrd:
      return tridiagonal();
    case Spelling::potrf:
      return cholesky();
    case Spelling::trsm:
      return triangularSolve();
    case Spelling::getrf:
      return plain("lu", {0, 1, 2});
    case Spelling::geqrf:
      return plain("qr", {0, 1});
    case Spelling::ungqr:
      return plain("householder", {0});
    case Spelling::geev:
      return isLapack() ? eigByLetters() : eigByFlags();
    case Spelling::gees:
      return schur();
    case Spelling::geqp3:
      return plain("pivoted_qr", {0, 1, 2});
    case Spelling::unmqr:
      return applyReflections();
    case Spelling::gtsv:
      return solveTridiagonal();
    case Spelling::none:
      break;
    }
    llvm_unreachable("no routine");
  }

  FailureOr<Task> eigh() const {
    const auto lower = isLower();
    if (failed(lower)) return failure();
    if (isLapack() && (failed(letter("mode", "V")) || failed(checkNames({"mode", "uplo"}))))
      return failure();
    if (!isLapack() && failed(checkNames({"algorithm", "lower"}))) return failure();
    return Task{"eigh", {{"lower", *lower}}, {0, 1, 2}};
  }

  /// What the factorised matrix leaves in memory is nothing to read, and without vectors neither is
  /// what would be these.
  static Task svd(bool full, bool vectors, bool adjoint, bool swapped) {
    const int left = vectors ? (swapped ? 2 : 1) : -1, right = vectors ? (swapped ? 1 : 2) : -1;
    return {"svd",
            {{"adjoint", adjoint}, {"full", full}, {"vectors", vectors}},
            {-1, 0, left, right, 3}};
  }
  FailureOr<Task> svdByLetters() const {
    const auto mode = letter("mode", "ASN");
    if (failed(mode) || failed(checkNames({"mode"}))) return failure();
    return svd(*mode == 'A', *mode != 'N', /*adjoint=*/true, /*swapped=*/false);
  }
  /// Jacobi's way has V in place of V^H. What is `transposed` is so in memory, and gives V^H first.
  FailureOr<Task> svdByFlags(Spelling spelling) const {
    const bool isJacobi = spelling == Spelling::gesvdj;
    const auto full = flag("full_matrices"), vectors = flag("compute_uv");
    const auto swapped = isJacobi ? FailureOr<bool>(false) : flag("transposed");
    if (failed(full) || failed(vectors) || failed(swapped) ||
        failed(isJacobi ? checkNames({"full_matrices", "compute_uv"})
                        : checkNames({"full_matrices", "compute_uv", "transposed"})))
      return failure();
    return svd(*full, *vectors, !isJacobi, *swapped);
  }

  FailureOr<Task> hessenberg() const {
    const auto n = cast<RankedTensorType>(op->getOperand(0).getType()).getShape().back();
    if (failed(number("low", 1)) || failed(number("high", n)) ||
        failed(checkNames({"low", "high"})))
      return failure();
    return Task{"hessenberg", {}, {0, 1, 2}};
  }
  FailureOr<Task> tridiagonal() const {
    const auto lower = isLower();
    if (failed(lower) || failed(checkNames({isLapack() ? "uplo" : "lower"}))) return failure();
    return Task{"tridiagonal", {{"lower", *lower}}, {0, 1, 2, 3, 4}};
  }

  /// Of `first`, the results of the call before the values, nothing is to be read, nor of vectors
  /// that are not asked for.
  Task eig(bool left, bool right, SmallVector<int> first, bool isPacked) const {
    Task task{"eig", {{"left", left}, {"right", right}}, std::move(first), {}, isPacked};
    const int vectors = isComplex() ? 1 : 2;
    task.results.push_back(0);
    if (vectors == 2 && !isPacked) task.results.push_back(1);
    task.results.append({left ? vectors : -1, right ? vectors + 1 : -1, vectors + 2});
    return task;
  }
  FailureOr<Task> eigByLetters() const {
    const auto left = letter("compute_left", "NV"), right = letter("compute_right", "NV");
    if (failed(left) || failed(right) || failed(checkNames({"compute_left", "compute_right"})))
      return failure();
    return eig(*left == 'V', *right == 'V', {}, /*isPacked=*/false);
  }
  /// cuSOLVER leaves the matrix overwritten.
  FailureOr<Task> eigByFlags() const {
    const auto left = flag("left"), right = flag("right");
    if (failed(left) || failed(right) || failed(checkNames({"left", "right"}))) return failure();
    return eig(*left, *right, {-1}, /*isPacked=*/!isComplex());
  }
  /// Nobody sorts, so how many values have been chosen is nothing to read.
  FailureOr<Task> schur() const {
    const auto mode = letter("mode", "NV"), sort = letter("sort", "N");
    if (failed(mode) || failed(sort) || failed(checkNames({"mode", "sort"}))) return failure();
    const bool hasVectors = *mode == 'V';
    Task task{"schur", {{"vectors", hasVectors}}, {0, hasVectors ? 1 : -1, 2}};
    if (!isComplex()) task.results.push_back(3);
    task.results.append({-1, isComplex() ? 3 : 4});
    return task;
  }
  FailureOr<Task> applyReflections() const {
    const auto left = flag("left"), transpose = flag("transpose");
    if (failed(left) || failed(transpose) || failed(checkNames({"left", "transpose"})))
      return failure();
    return Task{"apply_reflections", {{"left", *left}, {"transpose", *transpose}}, {0}, {0, 2, 1}};
  }
  /// What elimination leaves of the diagonals is nothing to read.
  FailureOr<Task> solveTridiagonal() const {
    if (failed(checkNames({}))) return failure();
    return Task{"solve_tridiagonal", {}, {-1, -1, -1, 0, 1}, {3, 0, 1, 2}};
  }
  bool isComplex() const {
    auto matrix = cast<RankedTensorType>(op->getOperand(0).getType());
    return isa<ComplexType>(matrix.getElementType());
  }

  FailureOr<Task> plain(StringRef routine, SmallVector<int> results) const {
    return failed(checkNames({})) ? FailureOr<Task>(failure())
                                  : FailureOr<Task>(Task{routine, {}, std::move(results)});
  }
  FailureOr<Task> cholesky() const {
    const auto lower = isLower();
    if (failed(lower) || failed(checkNames({isLapack() ? "uplo" : "lower"}))) return failure();
    return Task{"cholesky", {{"clear", 0}, {"lower", *lower}}, {0, 1}};
  }
  FailureOr<Task> triangularSolve() const {
    const auto side = letter("side", "LR"), uplo = letter("uplo", "LU"),
               trans = letter("trans_x", "NTC"), diag = letter("diag", "NU");
    if (failed(side) || failed(uplo) || failed(trans) || failed(diag) ||
        failed(checkNames({"side", "uplo", "trans_x", "diag"})))
      return failure();
    return Task{"triangular_solve",
                {{"left", *side == 'L'},
                 {"lower", *uplo == 'L'},
                 {"transposed", StringRef("NTC").find(*trans)},
                 {"unit", *diag == 'U'}},
                {0}};
  }

  LogicalResult checkResults(const Task &task, ArrayRef<Type> types) const {
    bool fits = !types.empty() && op->getNumResults() == task.results.size();
    for (auto [number, result] : llvm::zip(task.results, op->getResults()))
      fits = fits && (number < 0 || typeFor(task, number, types) == result.getType());
    if (!fits)
      return fail(Diag::shape_mismatch)
             << "what it takes and gives does not fit a first operand of type "
             << op->getOperand(0).getType()
             << ", or a part of that has no element, or there are more than 8 dimensions in front";
    for (auto [number, result] : llvm::zip_equal(task.results, op->getResults()))
      if (number < 0 && !result.use_empty())
        return fail(Diag::unsupported_op)
               << "its result " << result.getResultNumber()
               << " is what the library leaves in memory, and nothing to read";
    return success();
  }
};

} // namespace

static Spelling spellingOf(StringRef target) {
  if (!target.consume_back("_ffi")) return Spelling::none;
  if (target.consume_front("cusolver_"))
    return llvm::StringSwitch<Spelling>(target)
        .Case("syevd", Spelling::eigh)
        .Case("geev", Spelling::geev)
        .Cases({"gesvdj", "gesvdp"}, Spelling::gesvdj)
        .Cases({"gesvd", "gesdd"}, Spelling::gesvd)
        .Case("sytrd", Spelling::sytrd)
        .Case("potrf", Spelling::potrf)
        .Case("getrf", Spelling::getrf)
        .Case("geqrf", Spelling::geqrf)
        .Case("orgqr", Spelling::ungqr)
        .Default(Spelling::none);
  if (!target.consume_front("lapack_") || target.empty()) return Spelling::none;
  const bool isComplex = target.starts_with("c") || target.starts_with("z");
  if (!isComplex && !target.starts_with("s") && !target.starts_with("d")) return Spelling::none;
  return llvm::StringSwitch<Spelling>(target.drop_front())
      .Case("syevd", isComplex ? Spelling::none : Spelling::eigh)
      .Case("heevd", isComplex ? Spelling::eigh : Spelling::none)
      .Case("gesdd", Spelling::gesdd)
      .Case("gesvd", Spelling::gesvd)
      .Case("gehrd", Spelling::gehrd)
      .Case("sytrd", isComplex ? Spelling::none : Spelling::sytrd)
      .Case("hetrd", isComplex ? Spelling::sytrd : Spelling::none)
      .Case("potrf", Spelling::potrf)
      .Case("trsm", Spelling::trsm)
      .Case("getrf", Spelling::getrf)
      .Case("geqrf", Spelling::geqrf)
      .Case("orgqr", isComplex ? Spelling::none : Spelling::ungqr)
      .Case("ungqr", isComplex ? Spelling::ungqr : Spelling::none)
      .Case("geev", Spelling::geev)
      .Case("gees", Spelling::gees)
      .Case("geqp3", Spelling::geqp3)
      .Case("ormqr", isComplex ? Spelling::none : Spelling::unmqr)
      .Case("unmqr", isComplex ? Spelling::unmqr : Spelling::none)
      .Case("gtsv", Spelling::gtsv)
      .Default(Spelling::none);
}

bool isRoutineTarget(StringRef target) { return spellingOf(target) != Spelling::none; }

/// The routine of a library's alone; "": it is none.
static StringRef routineOfLibraries(StringRef target) {
  switch (spellingOf(target)) {
  case Spelling::geev:
    return "eig";
  case Spelling::gees:
    return "schur";
  case Spelling::geqp3:
    return "pivoted_qr";
  case Spelling::unmqr:
    return "apply_reflections";
  case Spelling::gtsv:
    return "solve_tridiagonal";
  default:
    return "";
  }
}

bool lacksLibrary(StringRef target, const Libraries &chosen) {
  const StringRef routine = routineOfLibraries(target);
  return !routine.empty() && libraryLacking(*findRuntimeRoutine(routine), chosen);
}

//===-- ops that are routines -----------------------------------------------------------------===//

/// The routine that an op is; "": none. Loops are for a Fourier transform that no library does.
static StringRef routineOf(Operation *op, const Libraries &chosen) {
  if (isa<stablehlo::CholeskyOp>(op)) return "cholesky";
  if (isa<stablehlo::TriangularSolveOp>(op)) return "triangular_solve";
  return isa<stablehlo::FftOp>(op) && !thatDo("fft", chosen).empty() ? "fft" : "";
}

static DictionaryAttr givenOf(Operation *op) {
  if (auto cholesky = dyn_cast<stablehlo::CholeskyOp>(op)) return givenOf(cholesky);
  if (auto solve = dyn_cast<stablehlo::TriangularSolveOp>(op)) return givenOf(solve);
  return givenOf(cast<stablehlo::FftOp>(op));
}

/// A factor, a solution or a transform, of f32 and what is wider. Null: no routine takes it.
static Value calledFor(Operation *op, ValueRange operands, Type result, CustomOps &ops) {
  const RuntimeRoutine &routine = *findRuntimeRoutine(routineOf(op, ops.libraries));
  const DictionaryAttr given = givenOf(op);
  if (!given) return {};
  const auto types = resultTypesOf(routine, operands.getTypes(), given);
  if (types.empty() || types[0] != result) return {};
  return callRoutine(op, operands, routine, given, types, ops)[0];
}

/// Puts a call in place of an op. Narrow floats are computed with as f32, and rounded once.
static void callFor(Operation *op, CustomOps &ops) {
  OpBuilder builder(op);
  const Type result = op->getResult(0).getType();
  const Type element = getElementTypeOrSelf(result);
  const bool isNarrow = isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
  const auto typeOf = [](Type tensor, Type to) -> Type {
    return cast<RankedTensorType>(tensor).clone(to);
  };
  const auto converted = [&](Value value, Type to) -> Value {
    return stablehlo::ConvertOp::create(builder, op->getLoc(), typeOf(value.getType(), to), value);
  };
  const auto isOther = [&](Type type) { return getElementTypeOrSelf(type) != element; };
  if (isNarrow && llvm::any_of(op->getOperandTypes(), isOther)) return;
  SmallVector<Value, 2> operands(op->getOperands());
  if (isNarrow)
    for (Value &operand : operands)
      operand = converted(operand, builder.getF32Type());
  const Type wide = isNarrow ? typeOf(result, builder.getF32Type()) : result;
  Value made = calledFor(op, operands, wide, ops);
  if (!made) return;
  if (isNarrow) made = converted(made, element);
  op->getResult(0).replaceAllUsesWith(made);
  op->erase();
}

/// Whether there is nothing to do for a call, as what it gives has no element; what it says of how
/// it went is zero then.
static bool givesNothing(Operation *op) {
  const auto isEmpty = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape() && tensor.getNumElements() == 0;
  };
  return llvm::any_of(op->getOperandTypes(), isEmpty) &&
         llvm::all_of(op->getResultTypes(), [&](Type type) {
           return isEmpty(type) || isa<IntegerType>(getElementTypeOrSelf(type));
         });
}

LogicalResult bindRoutineCalls(ModuleOp program, CustomOps &ops) {
  SmallVector<Operation *> all;
  SmallVector<stablehlo::SortOp> sorts;
  SmallVector<chlo::TopKOp> largest;
  SmallVector<stablehlo::FftOp> transforms;
  program.walk([&](Operation *op) {
    const bool isOp = isa<stablehlo::CholeskyOp, stablehlo::TriangularSolveOp, stablehlo::FftOp,
                          stablehlo::SortOp, chlo::TopKOp>(op);
    if (isOp && !isRight(op)) return;
    if (auto sort = dyn_cast<stablehlo::SortOp>(op)) sorts.push_back(sort);
    if (auto top = dyn_cast<chlo::TopKOp>(op)) largest.push_back(top);
    if (auto transform = dyn_cast<stablehlo::FftOp>(op)) transforms.push_back(transform);
    if (!routineOf(op, ops.libraries).empty() || isRoutineTarget(targetOf(op))) all.push_back(op);
  });
  bool good = true;
  for (Operation *op : all) {
    const bool isCall = isRoutineTarget(targetOf(op));
    if (!isCall) constrainResults(op);
    if (givesNothing(op) && replaceEmpty(op)) continue;
    if (isCall)
      good &= succeeded(Binding(op, ops).bind(spellingOf(targetOf(op))));
    else
      callFor(op, ops);
  }
  for (stablehlo::SortOp sort : sorts)
    callForSort(sort, ops);
  for (chlo::TopKOp top : largest)
    callForTopK(top, ops);
  if (thatDo("fft", ops.libraries).empty())
    for (stablehlo::FftOp transform : transforms)
      callForTransform(transform, ops);
  return success(good);
}

} // namespace shardc

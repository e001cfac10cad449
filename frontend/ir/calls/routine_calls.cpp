// SPDX-License-Identifier: Apache-2.0
// A call is read by its target's spelling, LAPACK's or cuSOLVER's: which routine it is, what that
// is told, and which of its results the call's are. What a library leaves in the memory of an
// operand is no result of the routine, and refused if somebody reads it.
#include "frontend/ir/calls/routine_calls.h"

#include "frontend/ir/calls/custom_ops.h"
#include "frontend/ir/calls/library_call.h"
#include "frontend/ir/calls/runtime_routines.h"
#include "frontend/ir/dialects/custom_call.h"
#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/sharding/rewrites/annotations.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace shardc {

/// A call of a routine with an op's operands.
static ResultRange callRoutine(Operation *op, const RuntimeRoutine &routine, DictionaryAttr given,
                               ArrayRef<Type> types, CustomOps &ops) {
  OpBuilder builder(op);
  const TypeRange operands = op->getOperandTypes();
  return sdy::CustomOp::create(
             builder, op->getLoc(), types, op->getOperands(), routine.name, ruleOf(operands, types),
             "sum", llvm::APFloat(flopsOfTurn(routine, operands)), given,
             /*places=*/nullptr,
             *routineNumber(asRoutine(routine, ops.libraries), given, ops.routines))
      .getResults();
}

using Numbers = ArrayRef<std::pair<StringRef, int64_t>>;

static DictionaryAttr dictionaryOf(MLIRContext *context, Numbers numbers) {
  Builder builder(context);
  SmallVector<NamedAttribute> given;
  for (auto [name, number] : numbers)
    given.push_back(builder.getNamedAttr(name, builder.getI64IntegerAttr(number)));
  return builder.getDictionaryAttr(given);
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
  ungqr
};

/// What a call says, as its routine is told it.
struct Task {
  StringRef routine;
  SmallVector<std::pair<StringRef, int64_t>, 2> numbers;
  SmallVector<int> results; // of the routine's: the call's, in order; -1: nobody may read that
};

/// A call that a routine of the runtime takes the place of.
class Binding : LibraryCall {
public:
  Binding(Operation *op, CustomOps &ops) : LibraryCall(op), ops(ops) {}

  LogicalResult bind(Spelling spelling) {
    if (failed(firstMatrix()) || failed(checkAttributes())) return failure();
    const auto task = taskOf(spelling);
    if (failed(task)) return failure();
    const RuntimeRoutine &routine = *findRuntimeRoutine(task->routine);
    const DictionaryAttr given = dictionaryOf(op->getContext(), task->numbers);
    const auto types = resultTypesOf(routine, op->getOperandTypes(), given);
    if (failed(checkResults(*task, types))) return failure();
    constrainResults(op);
    const ValueRange made = callRoutine(op, routine, given, types, ops);
    for (auto [number, result] : llvm::zip_equal(task->results, op->getResults()))
      if (number >= 0) result.replaceAllUsesWith(made[number]);
    op->erase();
    return success();
  }

private:
  CustomOps &ops;

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
      fits = fits && (number < 0 || types[number] == result.getType());
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
      .Default(Spelling::none);
}

bool isRoutineTarget(StringRef target) { return spellingOf(target) != Spelling::none; }

/// The routine that real matrices may have loops in place of (library_calls.h); "": there are none.
static StringRef routineWithLoops(Operation *op) {
  if (isa<stablehlo::CholeskyOp>(op)) return "cholesky";
  if (isa<stablehlo::TriangularSolveOp>(op)) return "triangular_solve";
  switch (spellingOf(targetOf(op))) {
  case Spelling::potrf:
    return "cholesky";
  case Spelling::trsm:
    return "triangular_solve";
  case Spelling::getrf:
    return "lu";
  case Spelling::geqrf:
    return "qr";
  case Spelling::ungqr:
    return "householder";
  default:
    return "";
  }
}

static bool takesComplexNumbers(Operation *op) {
  auto matrix = op->getNumOperands() > 0 ? dyn_cast<RankedTensorType>(op->getOperand(0).getType())
                                         : RankedTensorType();
  return matrix && isa<ComplexType>(matrix.getElementType());
}

bool isRoutineCall(Operation *op, const Libraries &chosen) {
  const StringRef routine = routineWithLoops(op);
  if (routine.empty()) return isRoutineTarget(targetOf(op));
  if (takesComplexNumbers(op)) return true;
  return areForRoutines(op->getOperandTypes()) && !thatDo(routine, chosen).empty();
}

static void callFor(stablehlo::CholeskyOp op, CustomOps &ops) {
  const RuntimeRoutine &routine = *findRuntimeRoutine("cholesky");
  const auto given = dictionaryOf(op.getContext(), {{"clear", 1}, {"lower", op.getLower()}});
  const auto types = resultTypesOf(routine, op->getOperandTypes(), given);
  if (types.empty()) return; // it has no element
  op.getResult().replaceAllUsesWith(callRoutine(op, routine, given, types, ops)[0]);
  op.erase();
}
static void callFor(stablehlo::TriangularSolveOp op, CustomOps &ops) {
  using stablehlo::Transpose;
  const RuntimeRoutine &routine = *findRuntimeRoutine("triangular_solve");
  const int64_t transposed = op.getTransposeA() == Transpose::ADJOINT     ? 2
                             : op.getTransposeA() == Transpose::TRANSPOSE ? 1
                                                                          : 0;
  const auto given = dictionaryOf(op.getContext(), {{"left", op.getLeftSide()},
                                                    {"lower", op.getLower()},
                                                    {"transposed", transposed},
                                                    {"unit", op.getUnitDiagonal()}});
  const auto types = resultTypesOf(routine, op->getOperandTypes(), given);
  if (types.empty()) return;
  op.getResult().replaceAllUsesWith(callRoutine(op, routine, given, types, ops)[0]);
  op.erase();
}

LogicalResult bindRoutineCalls(ModuleOp program, CustomOps &ops) {
  SmallVector<Operation *> all;
  program.walk([&](Operation *op) {
    if (isRoutineCall(op, ops.libraries)) all.push_back(op);
  });
  bool good = true;
  for (Operation *op : all) {
    if (!isRoutineTarget(targetOf(op))) constrainResults(op);
    if (auto cholesky = dyn_cast<stablehlo::CholeskyOp>(op))
      callFor(cholesky, ops);
    else if (auto solve = dyn_cast<stablehlo::TriangularSolveOp>(op))
      callFor(solve, ops);
    else
      good &= succeeded(Binding(op, ops).bind(spellingOf(targetOf(op))));
  }
  return success(good);
}

} // namespace shardc

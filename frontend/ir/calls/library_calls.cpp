// SPDX-License-Identifier: Apache-2.0
// What a routine does is in the names and letters of LAPACK: "lapack_sgetrf_ffi" factorises f32,
// and uplo = 76, the letter L, says that the lower triangle is read. Types have to be the
// routine's, as nobody else verifies a call. How XLA lays matrices out in memory does not change
// what they are.
#include "frontend/ir/calls/library_calls.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/dialects/custom_call.h"
#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/dialects/sharding_names.h"
#include "frontend/ir/expansions/factorisations.h"
#include "frontend/ir/sharding/rewrites/annotations.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace shardc {

namespace {

enum class LapackRoutine { none, potrf, trsm, getrf, geqrf, orgqr };

/// What a call says; its letters are LAPACK's.
class LibraryCall {
public:
  explicit LibraryCall(Operation *op) : op(op), target(targetOf(op)) {
    if (auto config = op->getAttrOfType<DictionaryAttr>("mhlo.backend_config"))
      letters = config;
    else
      letters = DictionaryAttr::get(op->getContext());
  }

  LogicalResult expand(LapackRoutine routine) {
    if (failed(checkAttributes()) || failed(checkTypes(routine))) return failure();
    constrainResults(op);
    switch (routine) {
    case LapackRoutine::potrf:
      return potrf();
    case LapackRoutine::trsm:
      return trsm();
    case LapackRoutine::getrf:
      return checkLetters({}).failed() ? failure() : (expandLu(op), success());
    case LapackRoutine::geqrf:
      return checkLetters({}).failed() ? failure() : (expandQr(op), success());
    case LapackRoutine::orgqr:
      return checkLetters({}).failed() ? failure() : (expandReflections(op), success());
    case LapackRoutine::none:
      break;
    }
    llvm_unreachable("no routine");
  }

private:
  Operation *op;
  StringRef target;
  DictionaryAttr letters;

  Report fail(Diag id) const {
    Report error = report(op->getLoc(), id);
    error << "custom_call @" << target << ": ";
    return error;
  }

  /// How XLA stores matrices, and what it writes over, is its own matter; a rule is for what has
  /// no formula.
  LogicalResult checkAttributes() const {
    static constexpr StringRef kRead[] = {"call_target_name", "mhlo.backend_config", kSdySharding};
    static constexpr StringRef kIdle[] = {
        "api_version",     "backend_config",         "has_side_effect", "mhlo.frontend_attributes",
        "operand_layouts", "output_operand_aliases", "result_layouts",  "sdy.sharding_rule"};
    for (NamedAttribute each : op->getAttrs()) {
      const StringRef name = each.getName();
      if (!llvm::is_contained(kRead, name) && !llvm::is_contained(kIdle, name))
        return fail(Diag::unsupported_attribute) << "attribute '" << name << "' is not supported";
    }
    return success();
  }

  /// The letter that a name stands for, one of `choices`.
  FailureOr<char> letter(StringRef name, StringRef choices) const {
    auto given = letters.getAs<IntegerAttr>(name);
    const char value = given ? static_cast<char>(given.getValue().getZExtValue()) : '\0';
    if (given && choices.contains(value)) return value;
    return fail(Diag::wrong_value)
           << "'" << name << "' in 'mhlo.backend_config' has to be a letter of '" << choices
           << "', as a number";
  }
  /// There are no others than these.
  LogicalResult checkLetters(ArrayRef<StringRef> names) const {
    for (NamedAttribute each : letters)
      if (!llvm::is_contained(names, each.getName().getValue()))
        return fail(Diag::wrong_value)
               << "'" << each.getName().getValue() << "' in 'mhlo.backend_config' is not known";
    return success();
  }

  LogicalResult potrf() const {
    const auto uplo = letter("uplo", "LU");
    if (failed(uplo) || failed(checkLetters({"uplo"}))) return failure();
    expandCholesky(op, *uplo == 'L', /*clear=*/false);
    return success();
  }
  LogicalResult trsm() const {
    const auto side = letter("side", "LR"), uplo = letter("uplo", "LU"),
               trans = letter("trans_x", "NTC"), diag = letter("diag", "NU");
    if (failed(side) || failed(uplo) || failed(trans) || failed(diag) ||
        failed(checkLetters({"side", "uplo", "trans_x", "diag"})))
      return failure();
    using stablehlo::Transpose;
    OpBuilder builder(op);
    auto solve = stablehlo::TriangularSolveOp::create(
        builder, op->getLoc(), op->getResult(0).getType(), op->getOperand(0), op->getOperand(1),
        *side == 'L', *uplo == 'L', *diag == 'U',
        *trans == 'N' ? Transpose::NO_TRANSPOSE : Transpose::TRANSPOSE);
    op->replaceAllUsesWith(solve);
    op->erase();
    return success();
  }

  /// [batch..., rows, columns] of the type that the target's third letter says.
  bool isMatrix(Type type) const {
    auto matrix = dyn_cast<RankedTensorType>(type);
    const StringRef letter = target.substr(StringRef("lapack_").size(), 1);
    return matrix && matrix.hasStaticShape() && matrix.getRank() >= 2 &&
           (letter == "s" ? matrix.getElementType().isF32() : matrix.getElementType().isF64());
  }

  /// Of what each routine takes and gives for a matrix [batch..., m, n].
  LogicalResult checkTypes(LapackRoutine routine) const {
    if (op->getNumOperands() == 0 || !isMatrix(op->getOperand(0).getType()))
      return fail(Diag::wrong_type) << "its first operand has to be a matrix, or a batch of them";
    const auto a = cast<RankedTensorType>(op->getOperand(0).getType());
    const int64_t rank = a.getRank(), m = a.getDimSize(rank - 2), n = a.getDimSize(rank - 1);
    const ArrayRef<int64_t> batch = a.getShape().drop_back(2);
    const Type i32 = IntegerType::get(op->getContext(), 32);
    const auto per = [&](int64_t count, Type element) -> Type {
      SmallVector<int64_t> shape(batch);
      shape.push_back(count);
      return RankedTensorType::get(shape, element);
    };
    const Type info = RankedTensorType::get(batch, i32);
    const int64_t least = std::min(m, n);
    SmallVector<Type> operands = {a}, results = {a};
    if (routine == LapackRoutine::potrf) results.push_back(info);
    if (routine == LapackRoutine::getrf) results.append({per(least, i32), info});
    if (routine == LapackRoutine::geqrf) results.push_back(per(least, a.getElementType()));
    if (routine == LapackRoutine::orgqr || routine == LapackRoutine::trsm) {
      if (op->getNumOperands() != 2) return fail(Diag::wrong_op) << "it takes two operands";
      operands.push_back(op->getOperand(1).getType());
    }
    if (routine == LapackRoutine::trsm) results = {operands[1]};
    const bool fits = TypeRange(operands) == op->getOperandTypes() &&
                      TypeRange(results) == op->getResultTypes() &&
                      fitsShapes(routine, a, operands.back());
    if (!fits)
      return fail(Diag::shape_mismatch)
             << "what it takes and gives does not fit a first operand of type " << a;
    return success();
  }

  bool fitsShapes(LapackRoutine routine, RankedTensorType a, Type second) const {
    const int64_t rank = a.getRank(), m = a.getDimSize(rank - 2), n = a.getDimSize(rank - 1);
    const ArrayRef<int64_t> batch = a.getShape().drop_back(2);
    if (routine == LapackRoutine::potrf) return m == n;
    if (routine == LapackRoutine::orgqr) {
      auto taus = dyn_cast<RankedTensorType>(second);
      return taus && taus.getElementType() == a.getElementType() && taus.getRank() == rank - 1 &&
             taus.getShape().drop_back() == batch && taus.getShape().back() <= std::min(m, n);
    }
    return true; // the op that a solve becomes is verified itself
  }
};

} // namespace

static LapackRoutine routineOf(StringRef target) {
  if (!target.consume_front("lapack_") || !target.consume_back("_ffi")) return LapackRoutine::none;
  if (!target.consume_front("s") && !target.consume_front("d")) return LapackRoutine::none;
  return llvm::StringSwitch<LapackRoutine>(target)
      .Case("potrf", LapackRoutine::potrf)
      .Case("trsm", LapackRoutine::trsm)
      .Case("getrf", LapackRoutine::getrf)
      .Case("geqrf", LapackRoutine::geqrf)
      .Case("orgqr", LapackRoutine::orgqr)
      .Default(LapackRoutine::none);
}

bool isLibraryTarget(StringRef target) { return routineOf(target) != LapackRoutine::none; }

LogicalResult expandLibraryCalls(ModuleOp program) {
  SmallVector<Operation *> all;
  program.walk([&](Operation *op) {
    if (isLibraryTarget(targetOf(op))) all.push_back(op);
  });
  bool good = true;
  for (Operation *op : all)
    good &= succeeded(LibraryCall(op).expand(routineOf(targetOf(op))));
  return success(good);
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// What a routine does is in the names and letters of LAPACK: "lapack_sgetrf_ffi" factorises f32,
// and uplo = 76, the letter L, says that the lower triangle is read. Types have to be the
// routine's, as nobody else verifies a call. How XLA lays matrices out in memory does not change
// what they are.
#include "frontend/ir/calls/library_calls.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/calls/approximate_top_k.h"
#include "frontend/ir/calls/library_call.h"
#include "frontend/ir/calls/routine_calls.h"
#include "frontend/ir/dialects/custom_call.h"
#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/expansions/exchanges.h"
#include "frontend/ir/expansions/factorisations.h"
#include "frontend/ir/sharding/rewrites/annotations.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace shardc {

namespace {

enum class LapackRoutine { none, potrf, trsm, getrf, geqrf, orgqr, exchanges };

/// A call that loops take the place of.
class Expansion : LibraryCall {
public:
  explicit Expansion(Operation *op) : LibraryCall(op) {}

  LogicalResult expand(LapackRoutine routine) {
    if (routine == LapackRoutine::exchanges) return exchanges();
    if (failed(checkAttributes()) || failed(checkTypes(routine))) return failure();
    constrainResults(op);
    switch (routine) {
    case LapackRoutine::potrf:
      return potrf();
    case LapackRoutine::trsm:
      return trsm();
    case LapackRoutine::getrf:
      return checkNames({}).failed() ? failure() : (expandLu(op), success());
    case LapackRoutine::geqrf:
      return checkNames({}).failed() ? failure() : (expandQr(op), success());
    case LapackRoutine::orgqr:
      return checkNames({}).failed() ? failure() : (expandReflections(op), success());
    case LapackRoutine::exchanges:
    case LapackRoutine::none:
      break;
    }
    llvm_unreachable("no routine");
  }

private:
  /// The order of rows that LU's pivots, counted from 0, make.
  LogicalResult exchanges() const {
    if (failed(checkAttributes()) || failed(checkNames({}))) return failure();
    if (!hasTypesOfExchanges())
      return fail(Diag::shape_mismatch)
             << "it takes pivots of i32, [batch..., k], and gives an order of i32, [batch..., m] "
                "with k <= m";
    constrainResults(op);
    expandExchanges(op);
    return success();
  }
  bool hasTypesOfExchanges() const {
    if (op->getNumOperands() != 1 || op->getNumResults() != 1) return false;
    auto pivots = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
    auto order = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    return pivots && order && pivots.getRank() == order.getRank() && order.getRank() > 0 &&
           pivots.getElementType().isSignlessInteger(32) &&
           order.getElementType().isSignlessInteger(32) &&
           pivots.getShape().drop_back() == order.getShape().drop_back() &&
           pivots.getShape().back() <= order.getShape().back();
  }

  LogicalResult potrf() const {
    const auto lower = isLower();
    if (failed(lower) || failed(checkNames({isLapack() ? "uplo" : "lower"}))) return failure();
    expandCholesky(op, *lower, /*clear=*/false);
    return success();
  }
  LogicalResult trsm() const {
    const auto side = letter("side", "LR"), uplo = letter("uplo", "LU"),
               trans = letter("trans_x", "NTC"), diag = letter("diag", "NU");
    if (failed(side) || failed(uplo) || failed(trans) || failed(diag) ||
        failed(checkNames({"side", "uplo", "trans_x", "diag"})))
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

  /// Of what each routine takes and gives for a matrix [batch..., m, n].
  LogicalResult checkTypes(LapackRoutine routine) const {
    const auto matrix = firstMatrix();
    if (failed(matrix)) return failure();
    const RankedTensorType a = *matrix;
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
  if (target == "cu_lu_pivots_to_permutation") return LapackRoutine::exchanges;
  if (!target.consume_back("_ffi")) return LapackRoutine::none;
  const bool isForGpus = target.consume_front("cusolver_");
  if (!isForGpus && !target.consume_front("lapack_s") && !target.consume_front("lapack_d"))
    return LapackRoutine::none;
  return llvm::StringSwitch<LapackRoutine>(target)
      .Case("potrf", LapackRoutine::potrf)
      .Case("trsm", isForGpus ? LapackRoutine::none : LapackRoutine::trsm)
      .Case("getrf", LapackRoutine::getrf)
      .Case("geqrf", LapackRoutine::geqrf)
      .Case("orgqr", LapackRoutine::orgqr)
      .Default(LapackRoutine::none);
}

bool isLibraryTarget(StringRef target) {
  return target == kApproxTopK || routineOf(target) != LapackRoutine::none;
}

LogicalResult expandLibraryCalls(ModuleOp program, const Libraries &chosen) {
  SmallVector<Operation *> all;
  program.walk([&](Operation *op) {
    if (isLibraryTarget(targetOf(op)) && !isRoutineCall(op, chosen)) all.push_back(op);
  });
  bool good = true;
  for (Operation *op : all) {
    const StringRef target = targetOf(op);
    good &= succeeded(target == kApproxTopK ? expandApproxTopK(op)
                                            : Expansion(op).expand(routineOf(target)));
  }
  return success(good);
}

} // namespace shardc

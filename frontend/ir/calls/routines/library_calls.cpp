// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/calls/routines/library_calls.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/calls/routines/approximate_top_k.h"
#include "frontend/ir/calls/routines/call_routine.h"
#include "frontend/ir/calls/routines/library_call.h"
#include "frontend/ir/dialects/custom_call.h"
#include "frontend/ir/expansions/expansion.h"
#include "frontend/ir/sharding/rewrites/annotations.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace shardc {

static constexpr StringRef kExchanges = "cu_lu_pivots_to_permutation";

namespace {

/// The order of rows that LU's pivots, counted from 0, make.
class Exchanges : LibraryCall {
public:
  explicit Exchanges(Operation *op) : LibraryCall(op) {}

  LogicalResult bind(CustomOps &ops) {
    if (failed(checkAttributes()) || failed(checkNames({}))) return failure();
    if (!hasItsTypes())
      return fail(Diag::shape_mismatch)
             << "it takes pivots of i32, [batch..., k], and gives an order of i32, [batch..., m] "
                "with k <= m";
    constrainResults(op);
    if (replaceEmpty(op)) return success();
    const RuntimeRoutine &routine = *findRuntimeRoutine("pivots_to_permutation");
    const auto order = cast<RankedTensorType>(op->getResult(0).getType());
    const DictionaryAttr given =
        dictionaryOf(op->getContext(), {{"behind", 0}, {"rows", order.getShape().back()}});
    const auto types = resultTypesOf(routine, op->getOperandTypes(), given);
    if (types.empty())
      return fail(Diag::unsupported_type) << "at most 8 dimensions may stand in front";
    op->replaceAllUsesWith(callRoutine(op, op->getOperands(), routine, given, types, ops));
    op->erase();
    return success();
  }

private:
  bool hasItsTypes() const {
    if (op->getNumOperands() != 1 || op->getNumResults() != 1) return false;
    auto pivots = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
    auto order = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    return pivots && order && pivots.getRank() == order.getRank() && order.getRank() > 0 &&
           pivots.getElementType().isSignlessInteger(32) &&
           order.getElementType().isSignlessInteger(32) &&
           pivots.getShape().drop_back() == order.getShape().drop_back() &&
           pivots.getShape().back() <= order.getShape().back();
  }
};

} // namespace

bool isLibraryTarget(StringRef target) { return target == kApproxTopK || target == kExchanges; }

LogicalResult expandLibraryCalls(ModuleOp program, CustomOps &ops) {
  SmallVector<Operation *> all;
  program.walk([&](Operation *op) {
    if (isLibraryTarget(targetOf(op))) all.push_back(op);
  });
  bool good = true;
  for (Operation *op : all)
    good &= succeeded(targetOf(op) == kApproxTopK ? expandApproxTopK(op) : Exchanges(op).bind(ops));
  return success(good);
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Ops that pass their operands on.
#include "frontend/ir/dialects/dialects.h"

using namespace mlir;

namespace shardc::stablehlo {

/// The location of one result, where the op's names each of them.
static Location locationOf(OptimizationBarrierOp op, size_t result) {
  auto each = dyn_cast<FusedLoc>(op.getLoc());
  const bool namesEach = each && each.getLocations().size() == op->getNumResults();
  return namesEach ? each.getLocations()[result] : op.getLoc();
}

/// Nothing is reordered here, so values that stand behind one barrier may as well each have one.
LogicalResult OptimizationBarrierOp::expand() {
  if (getNumOperands() < 2 || (*this)->getNumResults() != getNumOperands()) return success();
  OpBuilder builder(*this);
  for (auto [k, operand, result] : llvm::enumerate(getOperands(), (*this)->getResults())) {
    auto one =
        OptimizationBarrierOp::create(builder, locationOf(*this, k), result.getType(), operand);
    Value(result).replaceAllUsesWith(one->getResult(0));
  }
  (*this)->erase();
  return success();
}

LogicalResult OptimizationBarrierOp::formula(FormulaBuilder &b) {
  if (failed(b.require((*this)->getNumResults() == b.formula.operands.size(),
                       "it has as many results as operands")))
    return failure();
  for (size_t k = 0; k < b.formula.operands.size(); ++k) {
    auto i = b.loops(b.shape(k));
    if (failed(b.result(b.shape(k), i, b.load(k, i)))) return failure();
  }
  return success();
}

} // namespace shardc::stablehlo

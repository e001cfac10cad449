// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/interfaces/shardable.h"

#include "frontend/diagnostics.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

static LogicalResult checkRegions(Operation *op) {
  for (Region &region : op->getRegions())
    if (!region.hasOneBlock() || !region.front().mightHaveTerminator())
      return report(op->getLoc(), Diag::wrong_region)
             << op->getName().getStringRef() << ": region " << region.getRegionNumber()
             << " needs one block that returns";
  return cast<DataFlowOp>(op).checkForm();
}

/// Shows both sides, and where they stand.
static LogicalResult typesDiffer(Operation *op, size_t edge, Value first, Value other) {
  Report error = report(op->getLoc(), Diag::type_mismatch);
  error << op->getName().getStringRef() << ": value " << edge << " is " << first.getType()
        << " here, and " << other.getType() << " there";
  error.note(first.getLoc()) << "here it is " << first.getType();
  error.note(other.getLoc()) << "there it is " << other.getType() << "; make them one type";
  return error;
}

LogicalResult verifyDataFlow(Operation *op) {
  if (failed(checkRegions(op))) return failure();
  for (auto [number, edge] : llvm::enumerate(cast<DataFlowOp>(op).edges())) {
    const Value first = edge.sources.front();
    SmallVector<Value, 4> others(edge.sources.begin() + 1, edge.sources.end());
    others.append(edge.targets);
    for (Value other : others)
      if (other.getType() != first.getType()) return typesDiffer(op, number, first, other);
  }
  return success();
}

LogicalResult inferFlowTypes(Operation *op) {
  if (failed(checkRegions(op))) return failure();
  for (const DataFlowEdge &edge : cast<DataFlowOp>(op).edges())
    for (Value target : edge.targets)
      if (isa<NoneType>(target.getType())) target.setType(edge.sources.front().getType());
  nameAlike(op);
  return verifyDataFlow(op);
}

void nameAlike(Operation *op) {
  for (const DataFlowEdge &edge : cast<DataFlowOp>(op).edges()) {
    BlockArgument last;
    for (Value target : llvm::reverse(edge.targets)) {
      auto argument = dyn_cast<BlockArgument>(target);
      if (argument && last) argument.setLoc(last.getLoc());
      if (argument && !last) last = argument;
    }
  }
}

} // namespace shardc

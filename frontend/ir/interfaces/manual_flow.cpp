// SPDX-License-Identifier: Apache-2.0
// Loops and branches of manual regions: what they carry gets leading dimensions, too.
#include "frontend/ir/interfaces/manual.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/interfaces/shardable.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

static LogicalResult refuseDecider(Operation *op) {
  return report(op->getLoc(), Diag::unsupported_op)
         << op->getName().getStringRef()
         << ": devices would decide differently, which cannot be compiled yet; decide on what all "
            "of them have, as an all-reduce gives it";
}

Type ManualRegion::typeAlong(Type local, const Axes &leading) const {
  SmallVector<int64_t> shape;
  for (int axis : leading)
    shape.push_back(mesh.axes[axis].size);
  auto tensor = cast<RankedTensorType>(local);
  llvm::append_range(shape, tensor.getShape());
  return RankedTensorType::get(shape, tensor.getElementType());
}

/// The op where position k is carried along carried[k]; these grow to what flows in.
FailureOr<Operation *> ManualRegion::copyFlow(Operation *op, SmallVectorImpl<Axes> &carried) {
  const bool isLoop = cast<DataFlowOp>(op).turns() == Turns::loop;
  SmallVector<Value> operands;
  for (auto [k, operand] : llvm::enumerate(op->getOperands())) {
    operands.push_back(isLoop ? along(op, of(operand), carried[k]).value : of(operand).value);
  }
  IRMapping none;
  Operation *copy = builder.insert(op->cloneWithoutRegions(none));
  copy->setOperands(operands);
  for (auto [given, along] : llvm::zip_equal(copy->getResults(), carried))
    given.setType(typeAlong(given.getType(), along));
  const SmallVector<Axes> before(carried.begin(), carried.end());
  for (auto [region, to] : llvm::zip_equal(op->getRegions(), copy->getRegions())) {
    OpBuilder::InsertionGuard guard(builder);
    Block &block = to.emplaceBlock();
    builder.setInsertionPointToEnd(&block);
    for (auto [k, local] : llvm::enumerate(region.getArguments()))
      known[local] = {block.addArgument(typeAlong(local.getType(), before[k]), local.getLoc()),
                      before[k]};
    for (Operation &inner : region.front().without_terminator())
      if (failed(lift(&inner))) return failure();
    Operation *end = region.front().getTerminator();
    const bool decides = isLoop && region.getRegionNumber() == 0;
    SmallVector<Value> returned;
    for (auto [k, local] : llvm::enumerate(end->getOperands())) {
      const OverDevices value = of(local);
      if (decides && !value.axes.empty()) return refuseDecider(op);
      returned.push_back(decides ? value.value : along(op, value, before[k]).value);
      if (!decides) carried[k] = unite(carried[k], value.axes);
    }
    builder.insert(end->cloneWithoutRegions(none))->setOperands(returned);
  }
  return copy;
}

LogicalResult ManualRegion::liftFlow(Operation *op) {
  auto flow = cast<DataFlowOp>(op);
  const bool isLoop = flow.turns() == Turns::loop;
  if (!isLoop && !of(flow.decider()).axes.empty()) return liftPicked(op);
  SmallVector<Axes> carried(op->getNumResults());
  if (isLoop)
    for (auto [k, operand] : llvm::enumerate(op->getOperands()))
      carried[k] = of(operand).axes;
  while (true) {
    const SmallVector<Axes> before(carried);
    const auto copy = copyFlow(op, carried);
    if (failed(copy)) return failure();
    if (before != carried) {
      (*copy)->erase();
      continue;
    }
    for (auto [k, local] : llvm::enumerate(op->getResults()))
      known[local] = {(*copy)->getResult(k), carried[k]};
    return success();
  }
}

} // namespace shardc

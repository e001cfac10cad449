// SPDX-License-Identifier: Apache-2.0
#include "analysis/program/data_flow.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

void forEachOp(Block &block, llvm::function_ref<void(Operation *)> visit) {
  for (Operation &op : block.without_terminator()) {
    visit(&op);
    if (op.getNumRegions() == 0 || !isa<DataFlowOp>(op)) continue;
    for (Region &region : op.getRegions())
      forEachOp(region.front(), visit);
  }
}

/// The one value that flows into an edge from outside of it; null where there are several.
static Value onlySource(const DataFlowEdge &edge) {
  Value only;
  for (Value source : edge.sources) {
    if (llvm::is_contained(edge.targets, source) || source == only) continue;
    if (only) return nullptr;
    only = source;
  }
  return only;
}

void shareUnchanged(Block &block) {
  for (Operation &op : block.without_terminator()) {
    auto flow = dyn_cast<DataFlowOp>(op);
    if (!flow) continue;
    for (Region &region : op.getRegions())
      shareUnchanged(region.front());
    for (const DataFlowEdge &edge : flow.edges()) {
      Value source = onlySource(edge);
      // A value of the only branch is not there after it.
      if (!source || op.isAncestor(source.getParentBlock()->getParentOp())) continue;
      for (Value target : edge.targets)
        target.replaceAllUsesWith(source);
    }
  }
}

bool Liveness::isNeeded(const DataFlowEdge &edge) const {
  return llvm::any_of(edge.targets, [&](Value target) { return isNeeded(target); });
}

void Liveness::need(Value value) {
  if (needed.insert(value).second) next.push_back(value);
  while (!next.empty())
    follow(next.pop_back_val());
}

/// A loop or branch that has to run decides.
void Liveness::open(DataFlowOp op) {
  if (!opened.insert(op).second) return;
  for (const DataFlowEdge &edge : op.edges())
    for (Value target : edge.targets)
      llvm::append_range(sources[target], edge.sources);
  const bool isCounted = op.turns() == Turns::loop && tripsOf(op, pool);
  if (!isCounted && needed.insert(op.decider()).second) next.push_back(op.decider());
}

void Liveness::followEdges(DataFlowOp op, Value target) {
  open(op);
  for (Value source : sources.lookup(target))
    if (needed.insert(source).second) next.push_back(source);
}

void Liveness::follow(Value value) {
  Operation *owner = value.getParentBlock()->getParentOp();
  if (auto around = dyn_cast<DataFlowOp>(owner)) {
    open(around);
    if (isa<BlockArgument>(value)) return followEdges(around, value);
  }
  Operation *op = value.getDefiningOp();
  if (!op) return;
  if (auto flow = dyn_cast<DataFlowOp>(op)) return followEdges(flow, value);
  for (Value operand : op->getOperands())
    if (needed.insert(operand).second) next.push_back(operand);
}

} // namespace shardc

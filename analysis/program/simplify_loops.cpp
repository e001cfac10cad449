// SPDX-License-Identifier: Apache-2.0
#include "analysis/program/simplify_loops.h"

#include "analysis/program/data_flow.h"
#include "frontend/ir/names.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

/// Every value that the body is given is the one that the loop begins with.
static void bindArguments(DataFlowOp loop, Block &body) {
  for (const DataFlowEdge &edge : loop.edges())
    for (Value target : edge.targets)
      if (target.getParentBlock() == &body) target.replaceAllUsesWith(edge.sources[0]);
}

/// What stands for a result is called as that is, unless all results are called alike: programs and
/// configs speak of it.
static void passName(OpResult result, Value end) {
  Operation *loop = result.getOwner(), *maker = end.getDefiningOp();
  const auto name = valueName(result);
  const auto isCalledSo = [&](Value other) { return valueName(other) == name; };
  const bool isOwn = name && llvm::count_if(loop->getResults(), isCalledSo) == 1;
  if (!isOwn || !maker || maker->getParentOp() != loop || maker->getNumResults() != 1) return;
  maker->setLoc(NameLoc::get(StringAttr::get(maker->getContext(), *name), maker->getLoc()));
}

/// Erases a loop; the first op that stands in its place, or behind it.
static Operation *inlineLoop(DataFlowOp loop, bool runs) {
  Block &body = loop->getRegion(1).front();
  bindArguments(loop, body);
  for (auto [result, edge] : llvm::zip_equal(loop->getResults(), loop.edges())) {
    const Value end = edge.sources[runs ? 1 : 0];
    passName(result, end);
    result.replaceAllUsesWith(end);
  }
  Operation *first = loop->getNextNode();
  if (runs && !llvm::hasSingleElement(body)) {
    first = &body.front();
    loop->getBlock()->getOperations().splice(loop->getIterator(), body.getOperations(),
                                             body.begin(), std::prev(body.end()));
  }
  loop->erase();
  return first;
}

/// Of a loop that runs once or never whether it runs.
static std::optional<bool> runsOnce(DataFlowOp op) {
  if (op.turns() != Turns::loop) return std::nullopt;
  Pool pool;
  const auto trips = tripsOf(op, pool);
  return trips && *trips <= 1 ? std::optional(*trips == 1) : std::nullopt;
}

void inlineShortLoops(Block &block) {
  for (Operation *op = &block.front(); op != nullptr;) {
    auto flow = dyn_cast<DataFlowOp>(op);
    const auto runs = flow ? runsOnce(flow) : std::nullopt;
    if (runs) {
      op = inlineLoop(flow, *runs); // loops in there may be short, too
      continue;
    }
    if (flow)
      for (Region &region : op->getRegions())
        inlineShortLoops(region.front());
    op = op->getNextNode();
  }
}

/// All that the program needs, and what its loops count with, needed or not.
static Liveness neededOf(func::FuncOp entry, ArrayRef<DataFlowOp> loops, Pool &pool) {
  Liveness live(pool);
  for (Value output : entry.front().getTerminator()->getOperands())
    live.need(output);
  for (DataFlowOp loop : loops)
    live.need(loop.decider());
  return live;
}

void dropUnneededCarries(func::FuncOp entry) {
  SmallVector<DataFlowOp> loops;
  forEachOp(entry.front(), [&](Operation *op) {
    auto flow = dyn_cast<DataFlowOp>(op);
    if (flow && flow.turns() == Turns::loop) loops.push_back(flow);
  });
  if (loops.empty()) return;
  Pool pool;
  const Liveness live = neededOf(entry, loops, pool);
  for (DataFlowOp loop : loops) {
    Block &body = loop->getRegion(1).front();
    for (auto [number, edge] : llvm::enumerate(loop.edges())) {
      if (live.isNeeded(edge)) continue;
      const auto *own = llvm::find_if(
          edge.targets, [&](Value target) { return target.getParentBlock() == &body; });
      body.getTerminator()->setOperand(static_cast<unsigned>(number), *own);
    }
  }
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Demand carried backward: what every shard of a function needs of every value.
#include "analysis/boxes/shard_reads.h"
#include "analysis/program/cost.h"
#include "analysis/program/data_flow.h"
#include "analysis/slices/independent.h"

#include "frontend/ir/interfaces/builder.h"

#include <queue>

using namespace mlir;

namespace shardc {

namespace {

class Demander {
public:
  Demander(ShardFunction &function, Block &top, Pool &pool)
      : function(function), top(top), pool(pool), live(pool) {}

  void run() {
    Operation *end = top.getTerminator();
    for (auto [output, boxes] : llvm::zip(function.outputs, function.outputBoxes)) {
      addUse(usesOf(end->getOperand(output)), boxes);
      live.need(end->getOperand(output));
    }
    while (!wanted.empty()) {
      Operation *last = wanted.top();
      wanted.pop();
      visitAny(last);
    }
    llvm::sort(inputs, [](BlockArgument a, BlockArgument b) {
      return a.getArgNumber() < b.getArgNumber();
    });
    for (BlockArgument input : inputs)
      for (ShardBoxes &boxes : uses[input])
        function.parts[input].push_back({boxes, boxes});
  }

private:
  void visitAny(Operation *op) {
    if (auto regions = dyn_cast<DataFlowOp>(op))
      visitRegions(regions);
    else
      visit(op);
  }

  void visit(Block &block) {
    for (Operation &op : llvm::reverse(block.without_terminator()))
      visitAny(&op);
  }

  /// What is asked of a value; who makes it is to be visited.
  SmallVector<ShardBoxes, 1> &usesOf(Value value) {
    const auto [found, fresh] = uses.try_emplace(value);
    if (!fresh || value.getParentBlock() != &top) return found->second;
    if (Operation *op = value.getDefiningOp()) {
      if (queued.insert(op).second) wanted.push(op);
    } else {
      inputs.push_back(cast<BlockArgument>(value));
    }
    return found->second;
  }

  /// What a loop or branch carries is whole on every shard: all do the same there.
  void visitRegions(DataFlowOp op) {
    const auto edges = op.edges();
    bool any = false;
    for (auto [edge, result] : llvm::zip(edges, op->getResults())) {
      if (!live.isNeeded(edge)) continue;
      any = true;
      for (Value source : edge.sources)
        useWhole(source);
      for (Value target : edge.targets)
        uses.erase(target);
      const ShardBoxes boxes = wholeOnAll(result);
      function.parts[result].push_back({boxes, boxes});
    }
    if (!any) return;
    if (live.isNeeded(op.decider())) useWhole(op.decider());
    const double around = times;
    times *= timesRun(op, pool);
    for (Region &region : llvm::reverse(op->getRegions()))
      visit(region.front());
    times = around;
  }

  ShardBoxes wholeOnAll(Value value) const {
    return everywhere(function.grid(), whole(typeOf(value.getType())->shape));
  }
  void useWhole(Value value) { addUse(usesOf(value), wholeOnAll(value)); }

  void visit(Operation *op) {
    std::optional<Formula> formula;
    for (OpResult result : op->getResults()) {
      auto found = uses.find(result);
      if (found == uses.end()) continue;
      if (!formula) formula = formulaOf(op, pool);
      const SmallVector<ShardBoxes, 1> needed = found->second;
      const Formula own = onlyResult(*formula, result.getResultNumber());
      for (const ShardBoxes &boxes : needed)
        function.parts[result].push_back(compute(op, own, boxes));
    }
  }

  /// Computes the boxes of a result on every shard, and demands what that reads. A load is one use,
  /// in however many pieces it reads: one part of the operand has to hold them.
  Part compute(Operation *op, const Formula &formula, const ShardBoxes &boxes) {
    const ShardLoops loops = loopsFor(formula, boxes, {});
    function.work += times * workOfAll(formula, loops);
    for (ShardRead &read : readsOf(formula, loops, boxes.grid))
      demand(op, static_cast<unsigned>(read.load->value), std::move(read.boxes));
    return {boxes, hull(resultBoxes(formula, loops, boxes.grid), boxes)};
  }

  double workOfAll(const Formula &formula, const ShardLoops &loops) const {
    const ShardGrid grid = function.grid();
    const SmallVector<int, 2> over = overOf(loops);
    SmallVector<int64_t, 4> at = grid.origin();
    double work = 0;
    forEachPlace(grid, over, at, [&] { work += workOf(formula, envAt(loops, grid, at)); });
    return work * static_cast<double>(grid.size() / grid.size(over));
  }

  void demand(Operation *op, unsigned operand, ShardBoxes boxes) {
    if (operand >= op->getNumOperands()) return; // a constant's own data
    auto &list = usesOf(op->getOperand(operand));
    const bool nothing = emptyEverywhere(boxes);
    if (!nothing || list.empty()) addUse(list, std::move(boxes));
  }

  struct ComesBefore {
    bool operator()(Operation *a, Operation *b) const { return a->isBeforeInBlock(b); }
  };

  ShardFunction &function;
  Block &top;
  Pool &pool;
  /// Ops of the program itself whose results are needed, the last one first: users come before.
  std::priority_queue<Operation *, std::vector<Operation *>, ComesBefore> wanted;
  llvm::DenseSet<Operation *> queued;
  SmallVector<BlockArgument> inputs; // that are needed
  Liveness live;
  double times = 1; // that the loops around run what is visited
  llvm::DenseMap<Value, SmallVector<ShardBoxes, 1>> uses;
};

} // namespace

void demandBackward(ShardFunction &function, func::FuncOp entry, Pool &pool) {
  function.parts.clear();
  function.work = 0;
  Demander(function, entry.front(), pool).run();
}

} // namespace shardc

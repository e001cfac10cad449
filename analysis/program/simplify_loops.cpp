// SPDX-License-Identifier: Apache-2.0
#include "analysis/program/simplify_loops.h"

#include "analysis/program/data_flow.h"
#include "frontend/ir/interfaces/known.h"
#include "frontend/ir/names.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

/// A loop of more trips is unrolled where it is small and computes with integers alone, as the
/// rounds of random numbers do: these are one kernel then, and no float is rounded otherwise.
static constexpr int64_t kMostTrips = 8;
static constexpr int64_t kMostOps = 512;

/// What stands for a result is called as that is, unless all results are called alike: programs and
/// configs speak of it. `first` is the first op that the loop has become.
static void passName(OpResult result, Value end, Operation *first) {
  Operation *loop = result.getOwner(), *maker = end.getDefiningOp();
  const auto name = valueName(result);
  const auto isCalledSo = [&](Value other) { return valueName(other) == name; };
  const bool isOwn = name && llvm::count_if(loop->getResults(), isCalledSo) == 1;
  const bool isMade = maker && maker->getBlock() == loop->getBlock() && first != loop &&
                      !maker->isBeforeInBlock(first);
  if (!isOwn || !isMade || maker->getNumResults() != 1) return;
  maker->setLoc(NameLoc::get(StringAttr::get(maker->getContext(), *name), maker->getLoc()));
}

/// One trip in front of the loop; `carried` is what it begins with, and then what it leaves. What
/// each trip looks up in tables, or counts, is a number now.
static void unrollTrip(DataFlowOp loop, ArrayRef<DataFlowEdge> edges,
                       SmallVectorImpl<Value> &carried) {
  Block &body = loop->getRegion(1).front();
  IRMapping known;
  for (auto [edge, value] : llvm::zip_equal(edges, carried))
    for (Value target : edge.targets)
      known.map(target, value);
  OpBuilder builder(loop);
  for (Operation &op : body.without_terminator()) {
    Operation *made = builder.clone(op, known);
    Value constant =
        made->getNumResults() == 1 ? constantFor(builder, made->getResult(0)) : Value();
    if (!constant) continue;
    known.map(op.getResult(0), constant);
    made->erase();
  }
  for (auto [edge, value] : llvm::zip_equal(edges, carried))
    value = known.lookupOrDefault(edge.sources[1]);
}

/// Puts its trips in the place of a loop; the first op that stands there, or behind it.
static Operation *unroll(DataFlowOp loop, int64_t trips) {
  const SmallVector<DataFlowEdge> edges = loop.edges();
  auto carried = llvm::map_to_vector(edges, [](const DataFlowEdge &e) { return e.sources[0]; });
  Operation *before = loop->getPrevNode();
  for (int64_t trip = 0; trip < trips; ++trip)
    unrollTrip(loop, edges, carried);
  Operation *first = before ? before->getNextNode() : &loop->getBlock()->front();
  for (auto [result, end] : llvm::zip_equal(loop->getResults(), carried)) {
    passName(result, end, first);
    result.replaceAllUsesWith(end);
  }
  if (first == loop) first = loop->getNextNode();
  loop->erase();
  return first;
}

static bool isOfIntegers(Operation &op) {
  return isa<ShardableOp>(op) && llvm::all_of(op.getResultTypes(), [](Type type) {
           const auto spec = typeOf(type);
           return spec && isInteger(spec->type);
         });
}

/// The trips of a loop that is better written out; none where it stays.
static std::optional<int64_t> shortTripsOf(DataFlowOp op) {
  if (op.turns() != Turns::loop) return std::nullopt;
  Pool pool;
  const auto trips = tripsOf(op, pool);
  if (!trips || *trips <= 1) return trips;
  auto body = op->getRegion(1).front().without_terminator();
  const bool isSmall = *trips <= kMostTrips && *trips * llvm::range_size(body) <= kMostOps;
  return isSmall && llvm::all_of(body, isOfIntegers) ? trips : std::nullopt;
}

void inlineShortLoops(Block &block) {
  for (Operation *op = &block.front(); op != nullptr;) {
    auto flow = dyn_cast<DataFlowOp>(op);
    const auto trips = flow ? shortTripsOf(flow) : std::nullopt;
    if (trips) {
      op = unroll(flow, *trips); // loops in there may be short, too
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

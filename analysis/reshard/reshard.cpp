// SPDX-License-Identifier: Apache-2.0
// Values are placed op by op in order of the program, each choosing the axes of its loops by what
// is known of its operands then. What a run could not know, as who needs a partial sum or what else
// will be moved, it writes down, and the next run starts with that: the first hindsight says where
// partial sums are combined, the second which moves can be made of other moves. A run that moves
// more bytes than the best so far is forgotten. What runs have in common is worked out once.
#include "analysis/reshard/reshard.h"

#include "analysis/mesh/program_grid.h"
#include "analysis/reshard/resharder.h"
#include "frontend/ir/names.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace mlir;

namespace shardc {

Fn combinerOf(UnreducedBy kind) {
  switch (kind) {
  case UnreducedBy::sum:
    return Fn::add;
  case UnreducedBy::max:
    return Fn::max;
  case UnreducedBy::min:
    return Fn::min;
  }
  return Fn::add;
}

TensorSpec typeOf(const Placed &placed) {
  return placed.own ? *placed.own : *typeOf(placed.value.getType());
}

Resharder::Resharder(func::FuncOp entry, const Propagation &propagation, OpRules &rules,
                     const Machine &machine, const DeviceGrid &grid, Tables &tables, bool mayPassOn,
                     Hindsight known)
    : entry(entry), propagation(propagation), rules(rules), machine(machine), tables(tables),
      placements(tables.placements), mayPassOn(mayPassOn), hindsight(std::move(known)),
      current(&entry.front()) {
  result.grid = grid;
  // Ops make a value, and most have none moved.
  result.placed.reserve(entry.getNumArguments() + 2 * entry.front().getOperations().size());
  for (const Request &request : hindsight.moved)
    expect({request.value, request.boxes, request.block, -1});
}

Partitioned Resharder::run() {
  for (BlockArgument input : entry.getArguments())
    addInput(input);
  visit(entry.front());
  Operation *end = entry.front().getTerminator();
  for (auto [value, id] : llvm::zip_equal(end->getOperands(), propagation.outputs))
    result.outputs.push_back(leave(value, propagation.table[id]));
  result.splits = tables.splits;
  const std::vector<bool> counts = whatCounts(result);
  llvm::erase_if(requests, [&](const Request &request) { return !counts[request.number]; });
  return std::move(result);
}

std::optional<Hindsight> Resharder::learnOfMoves() {
  expected.clear();
  llvm::for_each(requests, [&](const Request &request) { expect(request); });
  const bool any = llvm::any_of(requests, [&](const Request &request) {
    return sourceOf(request.value, request.boxes, request.block) != nullptr;
  });
  if (!any) return std::nullopt;
  Hindsight more = hindsight;
  more.moved = requests;
  return more;
}

void Resharder::visit(Block &block) {
  for (Operation &op : block.without_terminator()) {
    if (auto regions = dyn_cast<DataFlowOp>(op)) {
      visitControl(regions);
      continue;
    }
    gathered = {};
    for (OpResult value : op.getResults())
      if (!value.use_empty() && !propagation.isConstantLike(value)) compute(value);
  }
}

int Resharder::add(Placed placed) {
  const int number = static_cast<int>(result.placed.size());
  if (!placed.own) addCopy(placed.value, number);
  result.placed.push_back(std::move(placed));
  item(PlacedItem::Kind::value, number);
  return number;
}

void Resharder::addInput(BlockArgument input) {
  Placed placed;
  placed.kind = Placed::Kind::input;
  placed.value = input;
  placed.sharding = propagation.sharding(input);
  placed.boxes = boxesOf(input, placed.sharding);
  placed.unreducedAxes = placed.sharding.unreduced;
  placed.unreduced = coordinatesOf(placed.unreducedAxes, result.grid);
  placed.combine = combinerOf(placed.sharding.unreducedBy);
  const bool isPartial = !placed.unreduced.empty();
  const int number = add(std::move(placed));
  if (isPartial) notePartial(number);
}

std::vector<bool> whatCounts(const Partitioned &partitioned) {
  std::vector<bool> counts(partitioned.placed.size(), false);
  std::vector<int> next;
  const auto add = [&](int number) {
    if (number < 0 || counts[number]) return;
    counts[number] = true;
    next.push_back(number);
  };
  // Cells depend on what goes into them.
  llvm::DenseMap<int, SmallVector<int, 2>> into;
  llvm::for_each(partitioned.outputs, add);
  for (const PlacedControl &control : partitioned.controls) {
    add(control.decider);
    for (auto [cell, number] : llvm::zip(control.cells, control.begin))
      into[cell].push_back(number);
    for (const auto &ends : control.ends)
      for (auto [cell, number] : llvm::zip(control.cells, ends))
        into[cell].push_back(number);
  }
  while (!next.empty()) {
    const int number = next.back();
    next.pop_back();
    llvm::for_each(partitioned.placed[number].operands, add);
    llvm::for_each(into[number], add);
  }
  return counts;
}

/// Bytes that move, in small units, so that sums in any order are equal; of equal ones, fewer moves
/// are better.
static std::pair<double, int> costOf(const Partitioned &partitioned) {
  double bytes = 0;
  int moves = 0;
  for (auto [placed, counts] : llvm::zip_equal(partitioned.placed, whatCounts(partitioned)))
    if (counts && placed.kind == Placed::Kind::moved) {
      bytes += placed.move.payload * info(typeOf(placed).type).bytes;
      ++moves;
    }
  constexpr double kUnits = 1024;
  return {std::round(bytes * kUnits), moves};
}

Partitioned reshard(ModuleOp program, const Propagation &propagation, OpRules &rules,
                    const Machine &machine, bool passOn) {
  func::FuncOp entry = entryOf(program);
  const DeviceGrid grid = gridOf(entry, propagation, rules);
  Tables tables(grid);
  const auto resharder = [&](Hindsight known) {
    return std::make_unique<Resharder>(entry, propagation, rules, machine, grid, tables, passOn,
                                       std::move(known));
  };
  auto last = resharder(Hindsight());
  Partitioned best = last->run();
  for (const auto learn : {&Resharder::learnOfPartials, &Resharder::learnOfMoves}) {
    std::optional<Hindsight> more = ((*last).*learn)();
    if (!more) continue;
    auto next = resharder(std::move(*more));
    Partitioned made = next->run();
    if (costOf(made) >= costOf(best)) continue;
    best = std::move(made);
    last = std::move(next);
  }
  return best;
}

} // namespace shardc

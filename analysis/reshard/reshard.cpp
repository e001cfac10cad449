// SPDX-License-Identifier: Apache-2.0
// Values are placed op by op in order of the program, each choosing the axes of its loops by what
// is known of its operands then. What a run could not know, as who needs a partial sum or what else
// will be moved, it writes down, and the next run starts with that: the first hindsight says where
// partial sums are combined, the second which moves can be made of other moves. A run that takes
// longer than the best so far, moves and work together, is forgotten.
//
// Passing partial sums on may win at each op and lose as a whole, as what others need is guessed
// there. So programs are placed in both ways, with partial sums of floats passed on and with all of
// them combined where they are made, and the whole decides. What runs have in common is worked out
// once.
#include "analysis/reshard/reshard.h"

#include "analysis/mesh/program_grid.h"
#include "analysis/reshard/placed_cost.h"
#include "analysis/reshard/resharder.h"
#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/names.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

Fn combinerOf(UnreducedBy kind) { return *combinerNamed(nameOf(kind)); }

TensorSpec typeOf(const Placed &placed) {
  return placed.own ? *placed.own : *typeOf(placed.value.getType());
}

Resharder::Resharder(func::FuncOp entry, const Propagation &propagation, OpRules &rules,
                     const Machine &machine, const DeviceGrid &grid, Tables &tables, bool mayPassOn,
                     bool mayRound, Hindsight known)
    : entry(entry), propagation(propagation), rules(rules), machine(machine), tables(tables),
      placements(tables.placements), mayPassOn(mayPassOn), mayRound(mayRound),
      hindsight(std::move(known)), current(&entry.front()) {
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

namespace {

/// A program as it is placed in one way.
struct Way {
  Partitioned placed;
  PlacedCost cost;
  bool passesOn = false; // partial sums of floats, as far as that seemed to be better
};

} // namespace

/// Of equal ones, what other bodies of branches take decides, and then how many moves there are.
static bool isBetter(const PlacedCost &a, const PlacedCost &b) {
  for (const auto seconds : {&PlacedCost::seconds, &PlacedCost::allSeconds}) {
    if (isLess(a.*seconds, b.*seconds)) return true;
    if (isLess(b.*seconds, a.*seconds)) return false;
  }
  return a.moves < b.moves;
}

/// Each run starts with what the best so far has shown.
static Way bestOfRuns(llvm::function_ref<std::unique_ptr<Resharder>(Hindsight)> resharder,
                      const Machine &machine) {
  auto last = resharder(Hindsight());
  Way best{last->run(), {}};
  best.cost = costOf(best.placed, machine);
  best.passesOn = last->hasPassedOn();
  for (const auto learn : {&Resharder::learnOfPartials, &Resharder::learnOfMoves}) {
    std::optional<Hindsight> more = ((*last).*learn)();
    if (!more) continue;
    auto next = resharder(std::move(*more));
    Partitioned made = next->run();
    const PlacedCost cost = costOf(made, machine);
    if (!isBetter(cost, best.cost)) continue;
    best = {std::move(made), cost, best.passesOn};
    last = std::move(next);
  }
  return best;
}

static bool areAlike(double a, double b) { return !isLess(a, b) && !isLess(b, a); }

/// The program as one of two ways has it, told what the other would take.
static Partitioned take(Way way, const Way &other) {
  const bool isAlike =
      areAlike(way.cost.bytes, other.cost.bytes) && areAlike(way.cost.seconds, other.cost.seconds);
  if (!isAlike)
    way.placed.otherWay = {other.passesOn, other.cost.bytes,
                           isLess(way.cost.seconds, other.cost.seconds)};
  return std::move(way.placed);
}

Partitioned reshard(ModuleOp program, const Propagation &propagation, OpRules &rules,
                    const Machine &machine, bool passOn, bool mayRound) {
  func::FuncOp entry = entryOf(program);
  const DeviceGrid grid = gridOf(entry, propagation, rules);
  Tables tables(grid);
  const auto place = [&](bool mayPassOn) {
    const auto resharder = [&](Hindsight known) {
      return std::make_unique<Resharder>(entry, propagation, rules, machine, grid, tables,
                                         mayPassOn, mayRound, std::move(known));
    };
    return bestOfRuns(resharder, machine);
  };
  Way passing = place(true);
  if (!passing.passesOn) return std::move(passing.placed);
  Way plain = place(false);
  const bool pays =
      !isLess(plain.cost.bytes, passing.cost.bytes) && !isBetter(plain.cost, passing.cost);
  return passOn && pays ? take(std::move(passing), plain) : take(std::move(plain), passing);
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Partial sums: how far they go, and where they are combined.
#include "analysis/boxes/shard_reads.h"
#include "analysis/reshard/partial_flow.h"
#include "analysis/reshard/resharder.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

int Resharder::partialOf(Value value) const {
  const auto known = copies.find(value);
  if (known == copies.end()) return -1;
  for (int copy : known->second)
    if (!result.placed[copy].unreduced.empty()) return copy;
  return -1;
}

SmallVector<int, 4> Resharder::partialsGiven(Operation *op) const {
  SmallVector<int, 4> given;
  int first = -1;
  for (Value operand : op->getOperands()) {
    // A region has what it is made of combined before it.
    given.push_back(operand.getParentBlock() == op->getBlock() ? partialOf(operand) : -1);
    if (given.back() < 0) continue;
    const Placed &placed = result.placed[given.back()];
    if (placed.combine != Fn::add || placed.asBits) return {};
    if (first >= 0 && placed.unreduced != result.placed[first].unreduced) return {};
    first = given.back();
  }
  if (first < 0) given.clear();
  return given;
}

bool Resharder::passOn(OpResult value, const Formula &formula) {
  const auto type = typeOf(value.getType());
  const bool rounds = info(type->type).isRounded && !isIdentity(formula); // copies do not
  if (!mayPassOn && rounds) return false;
  const bool isCarried = carriedSums.contains(value);
  if (!isCarried && !hindsight.partials.empty() && !hindsight.partials.contains(value))
    return false;
  Operation *op = value.getOwner();
  const SmallVector<int, 4> given = partialsGiven(op);
  if (given.empty()) return false;
  const SmallVector<bool, 4> isPartial(
      llvm::map_range(given, [](int partial) { return partial >= 0; }));
  const auto passed = passedOn(formula, isPartial, constantsOf(op, rules), mayRound);
  if (!passed) return false;
  const Placed &first =
      result.placed[*llvm::find_if(given, [](int partial) { return partial >= 0; })];
  Placed partial;
  partial.unreducedAxes = first.unreducedAxes;
  partial.unreduced = first.unreduced;
  partial.suffix = "part";
  Sharding sharding = propagation.sharding(value);
  for (DimSharding &dim : sharding.dims)
    dim.axes = prefixWithout(dim.axes, partial.unreducedAxes);
  if (!readsHeld(passed->partial, boxesOf(value, sharding), given)) return false;
  hasPassedFloatsOn |= rounds;
  const int number = computeAt(value, passed->partial, sharding, std::move(partial), given);
  if (!isCarried) notePassedOn(number, formula, passed->partial, given);
  if (passed->end) finish(value, *passed->end, number);
  return true;
}

bool Resharder::readsHeld(const Formula &formula, const ShardBoxes &boxes,
                          ArrayRef<int> given) const {
  const ShardLoops loops = loopsFor(formula, boxes, tables.splits);
  return llvm::all_of(readsOf(formula, loops, boxes.grid), [&](const ShardRead &read) {
    const int partial = given[read.load->value];
    return partial < 0 || coversEverywhere(result.placed[partial].boxes, read.boxes);
  });
}

// What is found out for the next run.

PartialValue &Resharder::notePartial(int number) {
  const Placed &placed = result.placed[number];
  PartialValue &partial = partialValues[placed.value];
  partial.held = placed.boxes;
  partial.over = placed.unreduced;
  return partial;
}

static void addOnce(SmallVectorImpl<SharedBoxes> &list, const SharedBoxes &boxes) {
  if (llvm::none_of(list, [&](const SharedBoxes &known) { return known.get() == boxes.get(); }))
    list.push_back(boxes);
}

void Resharder::noteWanted(Value value, const SharedBoxes &needed) {
  const auto known = partialValues.find(value);
  if (known != partialValues.end()) addOnce(known->second.wanted, needed);
}

void Resharder::notePassedOn(int number, const Formula &formula, const Formula &partial,
                             ArrayRef<int> given) {
  const auto value = cast<OpResult>(result.placed[number].value);
  Operation *op = value.getOwner();
  const SharedBoxes whole = boxesOf(value, propagation.sharding(value));
  SmallVector<Value, 2> from;
  for (auto [operand, placed] : llvm::zip_equal(op->getOperands(), given))
    if (placed >= 0) from.push_back(operand);
  for (const Use &use : usesOf(formula, whole).list)
    if (given[use.operand] >= 0)
      addOnce(partialValues[op->getOperand(use.operand)].wantedBy[value], use.boxes);
  PartialValue &note = notePartial(number);
  note.from = std::move(from);
  const SharedBoxes &own = result.placed[number].boxes;
  const double bytes =
      bytesLacking(op, partial, own, given) - bytesLacking(op, formula, whole, given);
  const double seconds = usesOf(partial, own).seconds - usesOf(formula, whole).seconds;
  note.making = std::max(0.0, bytes + seconds * machine.linkBandwidth);
}

double Resharder::bytesLacking(Operation *op, const Formula &formula, const SharedBoxes &boxes,
                               ArrayRef<int> given) {
  double bytes = 0;
  if (constantData(op)) return bytes;
  for (const Use &use : usesOf(formula, boxes).list) {
    Value operand = op->getOperand(use.operand);
    const int primary = primaryOf(operand);
    if (given[use.operand] >= 0 || primary < 0 || propagation.isConstantLike(operand)) continue;
    const SharedBoxes &held = result.placed[primary].boxes;
    if (!placements.covers(held, use.boxes))
      bytes += placements.exchange(held, use.boxes).payload * elementBytes(operand);
  }
  return bytes;
}

std::optional<Hindsight> Resharder::learnOfPartials() {
  llvm::DenseMap<Value, int> numbers;
  SmallVector<PartialNode, 0> nodes;
  for (const auto &[value, partial] : partialValues) {
    PartialNode &node = nodes.emplace_back();
    for (Value from : partial.from)
      node.from.push_back(numbers.at(from));
    node.making = partial.making;
    node.isWanted = !partial.wanted.empty();
    SmallVector<SharedBoxes, 2> wanted = partial.wanted;
    if (wanted.empty())
      for (const auto &[user, list] : partial.wantedBy)
        wanted.append(list);
    if (!wanted.empty())
      node.combining = targetFor(value, partial, wanted).elements * elementBytes(value);
    numbers[value] = static_cast<int>(nodes.size()) - 1;
  }
  const std::vector<bool> made = madeOfPartials(nodes);
  Hindsight more = hindsight;
  bool differs = false;
  for (const auto &[value, partial] : partialValues) {
    if (!made[numbers[value]]) {
      differs = true;
      continue;
    }
    auto &wanted = more.partials[value] = partial.wanted;
    for (const auto &[user, list] : partial.wantedBy)
      if (!made[numbers.at(user)]) wanted.append(list);
    differs |= !wanted.empty() &&
               (!partial.combined ||
                targetFor(value, partial, wanted).boxes.get() != partial.combined->get());
  }
  return differs ? std::optional(std::move(more)) : std::nullopt;
}

// Where to combine.

SharedBoxes Resharder::targetOf(int number, const SharedBoxes &needed, bool onlyUse) {
  Value value = result.placed[number].value;
  PartialValue &partial = notePartial(number);
  if (onlyUse && placements.covers(partial.held, needed)) return needed;
  SmallVector<SharedBoxes, 2> wanted = {needed};
  if (const auto known = hindsight.partials.find(value); known != hindsight.partials.end())
    for (const SharedBoxes &boxes : known->second)
      addOnce(wanted, boxes);
  else
    addOnce(wanted, boxesOf(value, propagation.sharding(value)));
  return targetFor(value, partial, wanted).boxes;
}

Resharder::Target Resharder::targetFor(Value value, const PartialValue &partial,
                                       ArrayRef<SharedBoxes> wanted) {
  constexpr double kLaunch = 1e-3; // of equal ones, the one with fewer moves
  const SharedBoxes own = boxesOf(value, propagation.sharding(value));
  SmallVector<SharedBoxes, 4> candidates = {placements.covers(partial.held, own) ? own
                                                                                 : partial.held};
  for (const SharedBoxes &boxes : wanted)
    if (placements.covers(partial.held, boxes) && placements.isDealtOut(boxes, shapeOf(value)))
      candidates.push_back(boxes);
  Target best{partial.held, std::numeric_limits<double>::infinity()};
  for (const SharedBoxes &target : candidates) {
    double elements = placements.reduction(target, partial.over).payload;
    for (const SharedBoxes &boxes : wanted)
      if (isMovedFrom(target, boxes, wanted))
        elements += kLaunch + placements.exchange(target, boxes).payload;
    if (elements < best.elements) best = {target, elements};
  }
  return best;
}

bool Resharder::isMovedFrom(const SharedBoxes &target, const SharedBoxes &boxes,
                            ArrayRef<SharedBoxes> wanted) {
  return !placements.covers(target, boxes) && llvm::none_of(wanted, [&](const SharedBoxes &other) {
    return other.get() != boxes.get() && placements.covers(other, boxes);
  });
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Sums that loops carry. Where a position begins with zeros, and all that a trip does is to add
// partial sums to it, its cell is a partial sum as well: devices add up their own in all trips, and
// what has come of them is combined once, after the loop.
#include "analysis/reshard/partial.h"
#include "analysis/reshard/resharder.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/formula/updates.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

bool Resharder::isZeros(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (isa<DataFlowOp>(op) || op->getNumResults() != 1 || constantData(op)) return false;
    Expr e = rules[rules.numberOf(op)].formula.results.front().value;
    if (e->kind == Kind::Literal) return e->number.sameBits(ofNoBits(e->type));
    if (e->kind != Kind::Load) return false;
    value = op->getOperand(static_cast<unsigned>(e->value));
  }
  return false;
}

/// What the body has of a position, where the op that makes its next value alone reads it.
static Value carriedIn(Block &body, const DataFlowEdge &edge, OpResult result) {
  Value carried;
  for (Value target : edge.targets)
    if (target.getParentBlock() == &body)
      carried = target;
    else if (target != result && !target.use_empty())
      return {}; // it decides
  Value next = edge.sources[1];
  Operation *maker = next.getDefiningOp();
  const bool isSum = carried && maker && maker->getBlock() == &body && next.hasOneUse() &&
                     carried.hasOneUse() && *carried.user_begin() == maker &&
                     !isa<DataFlowOp>(maker);
  return isSum ? carried : Value();
}

void Resharder::noteCarried(DataFlowOp op, ArrayRef<DataFlowEdge> edges,
                            std::optional<int64_t> trips) {
  Block &body = op->getRegion(1).front();
  for (auto [value, edge] : llvm::zip_equal(op->getResults(), edges)) {
    Value before = carriedIn(body, edge, value);
    if (before && !propagation.sharding(value).onlyOn && isZeros(edge.sources[0]) &&
        changesAll(edge.sources[1]))
      maySum[edge.sources[1]] = {before, std::max<int64_t>(1, trips.value_or(1))};
  }
}

/// What updates some elements moves no more where each trip's are combined.
bool Resharder::changesAll(Value next) {
  const Formula &formula = rules[rules.numberOf(next.getDefiningOp())].formula;
  return formula.results.size() == 1 && !updates(formula.results.front()) &&
         !anyUnder(formula.results.front().value,
                   [](Expr e) { return e->kind == Kind::Select || e->kind == Kind::At; });
}

int64_t Resharder::turnsPerSum(OpResult value) {
  if (!mayPassOn || maySum.empty()) return 1;
  // Up to the sum, what it is made into has to be linear in it.
  for (Value at = value; at.hasOneUse();) {
    Operation *user = *at.user_begin();
    if (user->getNumResults() != 1 || user->getNumRegions() > 0 || !isa<ShardableOp>(user))
      return 1;
    const auto sum = maySum.find(user->getResult(0));
    const Formula formula = onlyResult(rules[rules.numberOf(user)].formula, 0);
    const SmallVector<bool, 4> isPartial(llvm::map_range(user->getOperands(), [&](Value operand) {
      return operand == at || (sum != maySum.end() && operand == sum->second.before);
    }));
    const auto passed = passedOn(formula, isPartial, constantsOf(user), mayRound);
    if (!passed || passed->end) return 1;
    if (sum != maySum.end()) return at == sum->second.before ? 1 : sum->second.trips;
    at = user->getResult(0);
  }
  return 1;
}

AxisList Resharder::addedPartials(OpResult next) {
  Operation *op = next.getOwner();
  const Value before = maySum.lookup(next).before;
  if (!mayPassOn && info(typeOf(next.getType())->type).isRounded) return {};
  const Placed *first = nullptr;
  SmallVector<bool, 4> isPartial;
  for (Value operand : op->getOperands()) {
    const bool isOwn = operand != before && operand.getParentBlock() == op->getBlock();
    const int number = isOwn ? partialOf(operand) : -1;
    isPartial.push_back(operand == before || number >= 0);
    if (number < 0) continue;
    const Placed &partial = result.placed[number];
    if (partial.combine != Fn::add || partial.asBits) return {};
    if (first && first->unreduced != partial.unreduced) return {};
    first = &partial;
  }
  if (!first) return {};
  const Formula formula =
      onlyResult(rules[rules.numberOf(op)].formula, static_cast<int>(next.getResultNumber()));
  const auto passed = passedOn(formula, isPartial, constantsOf(op), mayRound);
  return passed && !passed->end ? first->unreducedAxes : AxisList();
}

void Resharder::learnOfCarried(DataFlowOp op, ArrayRef<DataFlowEdge> edges) {
  for (auto [value, edge] : llvm::zip_equal(op->getResults(), edges)) {
    if (!maySum.contains(edge.sources[1])) continue;
    const auto next = cast<OpResult>(edge.sources[1]);
    const AxisList axes = addedPartials(next);
    if (axes.empty()) continue;
    carriedSums[value] = axes;
    carriedSums[next] = axes;
    // The trial has combined what it adds, which nobody will.
    for (Value operand : next.getOwner()->getOperands())
      if (const auto known = partialValues.find(operand); known != partialValues.end()) {
        known->second.wanted.clear();
        known->second.combined.reset();
      }
  }
}

Placed Resharder::cellFor(Value value) {
  Placed cell;
  cell.kind = Placed::Kind::cell;
  cell.value = value;
  cell.sharding = propagation.sharding(value);
  if (const auto known = carriedSums.find(value); known != carriedSums.end()) {
    cell.unreducedAxes = known->second;
    cell.unreduced = coordinatesOf(cell.unreducedAxes, result.grid);
    cell.suffix = "part";
    for (DimSharding &dim : cell.sharding.dims)
      dim.axes = prefixWithout(dim.axes, cell.unreducedAxes);
  }
  cell.boxes = boxesOf(value, cell.sharding);
  return cell;
}

int Resharder::nextCarried(Value next, int cell) {
  Placed wanted;
  wanted.value = next;
  wanted.sharding = result.placed[cell].sharding;
  wanted.boxes = result.placed[cell].boxes;
  wanted.unreducedAxes = result.placed[cell].unreducedAxes;
  wanted.unreduced = result.placed[cell].unreduced;
  if (const int there = partialsThere(next, wanted); there >= 0) return there;
  return splitIntoPartials(std::move(wanted));
}

} // namespace shardc

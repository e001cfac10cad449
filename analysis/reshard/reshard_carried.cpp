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

/// What the body has of a position, and what is made of it, one op after the other of what nothing
/// else reads, up to its next value; nothing where there is more than that.
static SmallVector<Value, 4> stepsOf(Block &body, const DataFlowEdge &edge, OpResult result) {
  SmallVector<Value, 4> steps;
  for (Value target : edge.targets)
    if (target.getParentBlock() == &body)
      steps.push_back(target);
    else if (target != result && !target.use_empty())
      return {}; // it decides
  if (steps.size() != 1) return {};
  while (steps.back() != edge.sources[1]) {
    if (!steps.back().hasOneUse()) return {};
    Operation *user = *steps.back().user_begin();
    if (user->getBlock() != &body || user->getNumResults() != 1 || isa<DataFlowOp>(user)) return {};
    steps.push_back(user->getResult(0));
  }
  const bool isSum = steps.size() > 1 && steps.back().hasOneUse();
  return isSum ? steps : SmallVector<Value, 4>();
}

void Resharder::noteCarried(DataFlowOp op, ArrayRef<DataFlowEdge> edges,
                            std::optional<int64_t> trips) {
  Block &body = op->getRegion(1).front();
  for (auto [value, edge] : llvm::zip_equal(op->getResults(), edges)) {
    const SmallVector<Value, 4> steps = stepsOf(body, edge, value);
    const auto made = ArrayRef(steps).drop_front(steps.empty() ? 0 : 1);
    if (made.empty() || propagation.sharding(value).onlyOn || !isZeros(edge.sources[0]) ||
        !llvm::all_of(made, [&](Value next) { return changesAll(next); }))
      continue;
    for (auto [before, next] : llvm::zip(steps, made))
      maySum[next] = {before, std::max<int64_t>(1, trips.value_or(1))};
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
  // What is picked comes as bits, which nothing is added to.
  const OpRule &own = rules[rules.numberOf(value.getOwner())];
  if (own.formula.results[value.getResultNumber()].value->kind == Kind::Load) return 1;
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
    const auto passed = passedOn(formula, isPartial, constantsOf(user, rules), mayRound);
    if (!passed || passed->end) return 1;
    if (sum != maySum.end()) return at == sum->second.before ? 1 : sum->second.trips;
    at = user->getResult(0);
  }
  return 1;
}

std::optional<AxisList> Resharder::addedPartials(Value next) {
  AxisList axes;
  for (; maySum.contains(next); next = maySum.lookup(next).before) {
    const auto over = addedIn(cast<OpResult>(next));
    if (!over || (!over->empty() && !axes.empty() && *over != axes)) return std::nullopt;
    if (!over->empty()) axes = *over;
  }
  return axes;
}

std::optional<AxisList> Resharder::addedIn(OpResult step) {
  Operation *op = step.getOwner();
  const Value before = maySum.lookup(step).before;
  if (!mayPassOn && info(typeOf(step.getType())->type).isRounded) return std::nullopt;
  const Placed *first = nullptr;
  SmallVector<bool, 4> isPartial;
  for (Value operand : op->getOperands()) {
    const bool isOwn = operand != before && operand.getParentBlock() == op->getBlock();
    const int number = isOwn ? partialOf(operand) : -1;
    isPartial.push_back(operand == before || number >= 0);
    if (number < 0) continue;
    const Placed &partial = result.placed[number];
    if (partial.combine != Fn::add || partial.asBits) return std::nullopt;
    if (first && first->unreduced != partial.unreduced) return std::nullopt;
    first = &partial;
  }
  const Formula formula =
      onlyResult(rules[rules.numberOf(op)].formula, static_cast<int>(step.getResultNumber()));
  const auto passed = passedOn(formula, isPartial, constantsOf(op, rules), mayRound);
  if (!passed || passed->end) return std::nullopt;
  return first ? first->unreducedAxes : AxisList();
}

void Resharder::learnOfCarried(DataFlowOp op, ArrayRef<DataFlowEdge> edges) {
  for (auto [value, edge] : llvm::zip_equal(op->getResults(), edges)) {
    if (!maySum.contains(edge.sources[1])) continue;
    const auto axes = addedPartials(edge.sources[1]);
    if (!axes || axes->empty()) continue;
    carriedSums[value] = *axes;
    for (Value next = edge.sources[1]; maySum.contains(next); next = maySum.lookup(next).before) {
      carriedSums[next] = *axes;
      // The trial has combined what it adds, which nobody will.
      for (Value operand : next.getDefiningOp()->getOperands())
        if (const auto known = partialValues.find(operand); known != partialValues.end()) {
          known->second.wanted.clear();
          known->second.combined.reset();
        }
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

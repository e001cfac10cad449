// SPDX-License-Identifier: Apache-2.0
// What devices compute of each op.
#include "analysis/reshard/resharder.h"

#include "analysis/boxes/shard_reads.h"
#include "analysis/program/cost.h"
#include "analysis/reshard/partial.h"
#include "analysis/reshard/staged.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

/// Of what one device makes in the first stage, were the result not split.
static double partBytes(const Formula &formula, int staged) {
  double bytes = 0;
  if (staged < 0) return bytes;
  for (Expr value : ReduceView(formula.results[0].value->args[0]).values)
    bytes += static_cast<double>(TensorSpec{value->type, formula.results[0].type.shape}.bytes());
  return bytes;
}

void Resharder::compute(OpResult value) {
  Operation *op = value.getOwner();
  same.erase(value); // a trial may have found it so
  if (constantData(op)) {
    constantAt(value, boxesOf(value, propagation.sharding(value)));
    result.placed.back().sharding = propagation.sharding(value);
    return;
  }
  const int number = rules.numberOf(op);
  const OpRule &rule = rules[number];
  const Formula formula = onlyResult(rule.formula, static_cast<int>(value.getResultNumber()));
  if (const Sharding &sharding = propagation.sharding(value); sharding.onlyOn) {
    if (!isSame(value, formula, sharding)) computeAt(value, formula, sharding, {});
    return;
  }
  if (isSame(value, formula, propagation.sharding(value)) || passOn(value, formula)) return;
  const Chosen &chosen = chooseFor(value, number, formula);
  if (chosen.otherBytes)
    result.weighed[value] = {chosen.splitsReductions(), chosen.bytes, *chosen.otherBytes};
  if (chosen.staged >= 0) return computeInStages(value, formula, chosen);
  if (isSame(value, formula, chosen.result)) return;
  if (chosen.unreduced.empty()) {
    computeAt(value, formula, chosen.result, {});
    return;
  }
  computePartial(value, rule.rule, formula, chosen);
}

bool Resharder::isSame(OpResult value, const Formula &formula, const Sharding &sharding) {
  if (!isIdentity(formula)) return false;
  const auto operand = static_cast<unsigned>(formula.results.front().value->value);
  const Value of = known(value.getOwner()->getOperand(operand));
  const int primary = propagation.isConstantLike(of) ? -1 : primaryOf(of);
  if (primary < 0) return false;
  const Placed &placed = result.placed[primary];
  const SharedBoxes wanted = boxesOf(value, sharding);
  // A device that has it all needs no copy to have it alone; what arrives as partial results is
  // combined where it is needed.
  const bool arrives = placed.kind == Placed::Kind::input && !placed.unreduced.empty();
  const bool isThere = placed.boxes.get() == wanted.get() ||
                       ((sharding.onlyOn || arrives) && placements.covers(placed.boxes, wanted));
  // What is in a cell is another value after the trip.
  const bool isOne = placed.unreduced.empty() || arrives;
  const bool is = isThere && isOne && placed.kind != Placed::Kind::cell;
  if (!is) return false;
  same[value] = of;
  if (isGiven(value)) givenByAnother.insert(of);
  return true;
}

Value Resharder::known(Value value) const {
  const auto found = same.find(value);
  return found == same.end() ? value : found->second;
}

AxisList Resharder::leftUnreduced(OpResult value) {
  Operation *end = entry.front().getTerminator();
  const bool isOutput = value.hasOneUse() && *value.user_begin() == end;
  if (!isOutput) return {};
  const unsigned output = value.use_begin()->getOperandNumber();
  return propagation.table[propagation.outputs[output]].unreduced;
}

const Chosen &Resharder::chooseFor(OpResult value, int rule, const Formula &formula) {
  Key key = keyOfChoice(value, rule);
  const auto found = tables.chosen.find(key);
  if (found != tables.chosen.end()) return found->second;
  return tables.chosen.emplace(std::move(key), choiceFor(value, rules[rule].rule, formula))
      .first->second;
}

/// All that `choiceFor` looks at; ops of one rule are alike.
Key Resharder::keyOfChoice(OpResult value, int rule) {
  Sharding wanted = propagation.sharding(value);
  wanted.unreduced = leftUnreduced(value);
  Key key;
  addTo(key, int64_t{rule});
  addTo(key, int64_t{value.getResultNumber()});
  addTo(key, int64_t{tables.shardings.intern(wanted)});
  addTo(key, turnsPerSum(value));
  for (const auto &[number, operand] : llvm::enumerate(value.getOwner()->getOperands())) {
    const int primary = propagation.isConstantLike(operand) ? -1 : primaryOf(operand);
    const auto constant = constantOf(operand, rules);
    addTo(key,
          primary < 0 ? -1 : int64_t{tables.shardings.intern(result.placed[primary].sharding)});
    addTo(key, constant ? constant->bits() : 0);
    addTo(key, int64_t{constant.has_value()});
    addTo(key, static_cast<int64_t>(turnsPerMove(value.getOwner(), number)));
    const SmallVector<int, 2> moved = movedCopies(operand);
    addTo(key, static_cast<int64_t>(moved.size()));
    for (int copy : moved)
      addTo(key, result.placed[copy].boxes.get());
  }
  return key;
}

SmallVector<int, 2> Resharder::movedCopies(Value value) const {
  SmallVector<int, 2> moved;
  const auto all = copies.find(known(value));
  if (all == copies.end() || all->second.empty()) return moved;
  for (int copy : llvm::drop_begin(all->second))
    if (result.placed[copy].unreduced.empty()) moved.push_back(copy);
  return moved;
}

double Resharder::turnsPerMove(Operation *op, unsigned number) {
  Value operand = op->getOperand(number);
  double turns = 1;
  for (auto around = dyn_cast<DataFlowOp>(op->getParentOp());
       around && !around->isAncestor(operand.getParentBlock()->getParentOp());
       around = dyn_cast<DataFlowOp>(around->getParentOp()))
    turns *= timesRun(around, rules.expressions());
  return turns;
}

bool Resharder::isPickedFrom(const Rule &rule, size_t operand) {
  return llvm::any_of(rule.operands[operand], [&](const DimFactors &dim) {
    return llvm::any_of(dim.factors,
                        [&](int f) { return rule.factors[f].kind == FactorKind::pick; });
  });
}

Chosen Resharder::choiceFor(OpResult value, const Rule &rule, const Formula &formula) {
  Rule own = rule;
  const int staged = markWhole(own, formula, constantsOf(value.getOwner(), rules));
  const auto isThere = [&](size_t number, const Sharding &sharding) {
    const Value operand = value.getOwner()->getOperand(number);
    return llvm::any_of(movedCopies(operand), [&](int copy) {
      return placements.covers(result.placed[copy].boxes, boxesOf(operand, sharding));
    });
  };
  ChoiceInput input{own,
                    static_cast<int>(value.getResultNumber()),
                    {},
                    isThere,
                    {},
                    staged,
                    partBytes(formula, staged),
                    static_cast<double>(turnsPerSum(value)),
                    secondsOf(formula, wholeLoops(formula), machine) * machine.linkBandwidth,
                    result.grid.coordinates};
  input.wanted = {bytesOf(value), propagation.sharding(value)};
  input.wanted.sharding.unreduced = leftUnreduced(value);
  for (const auto &[number, operand] : llvm::enumerate(value.getOwner()->getOperands())) {
    const int primary = propagation.isConstantLike(operand) ? -1 : primaryOf(operand);
    ChoiceInput::Tensor &tensor = input.operands.emplace_back();
    if (primary < 0) continue;
    tensor = {bytesOf(operand), result.placed[primary].sharding,
              turnsPerMove(value.getOwner(), number)};
    // All of a stack that trips pick from may not fit, but what a cache holds does.
    if (isPickedFrom(rule, number)) tensor.most = machine.cache;
  }
  return choose(input);
}

void Resharder::computePartial(OpResult value, const Rule &rule, const Formula &formula,
                               const Chosen &chosen) {
  SmallVector<int, 2> loops;
  for (auto [number, factor] : llvm::enumerate(rule.factors))
    if ((factor.kind == FactorKind::reduction || factor.kind == FactorKind::pick) &&
        !chosen.axes[number].empty())
      loops.push_back(static_cast<int>(number));
  PartialFormula cut = *cutAt(formula, loops, constantsOf(value.getOwner(), rules));
  for (int loop : loops)
    cut.partial.loops[loop].split = splitOf(cut.partial.loops[loop].extent, chosen.axes[loop]);
  Placed partial;
  partial.unreducedAxes = chosen.unreduced;
  partial.unreduced = coordinatesOf(chosen.unreduced, result.grid);
  partial.combine = cut.combine;
  partial.asBits = cut.asBits;
  partial.suffix = "part";
  const int number = computeAt(value, cut.partial, chosen.result, std::move(partial));
  notePartial(number);
  if (cut.end) finish(value, *cut.end, number);
}

void Resharder::computeInStages(OpResult value, const Formula &formula, const Chosen &chosen) {
  Operation *op = value.getOwner();
  const AxisList &axes = chosen.axes[chosen.staged];
  const auto staged = inStages(formula, chosen.staged, product(axes));
  Sharding apart = chosen.parts, together = chosen.result;
  apart.dims.insert(apart.dims.begin(), DimSharding{axes});
  together.dims.insert(together.dims.begin(), DimSharding{});
  if (gathered.partials.empty() || gathered.apart != apart || gathered.together != together) {
    gathered = {apart, together, {}};
    // A reduction may have more values than the op has results.
    for (auto [number, partial] : llvm::enumerate(staged->partials)) {
      const OpResult own = number < op->getNumResults() ? op->getResult(number) : value;
      gathered.partials.push_back(movePartials(own, partial, apart, together));
    }
  }
  SmallVector<int, 4> given(op->getNumOperands(), -1);
  given.append(gathered.partials.begin(), gathered.partials.end());
  computeAt(value, staged->whole, chosen.result, {}, given);
}

int Resharder::movePartials(OpResult value, const Formula &formula, const Sharding &apart,
                            const Sharding &together) {
  Placed partial;
  partial.own = formula.results[0].type;
  partial.suffix = "part";
  partial.sharding = apart;
  partial.unreducedAxes = apart.dims[0].axes;
  partial.boxes = placements.boxesOf(apart, partial.own->shape);
  Placed all;
  all.kind = Placed::Kind::moved;
  all.value = value;
  all.own = partial.own;
  all.suffix = "part";
  all.sharding = together;
  all.boxes = placements.boxesOf(all.sharding, partial.own->shape);
  all.because = value.getOwner();
  all.move = placements.exchange(partial.boxes, all.boxes);
  all.operands = {computeBoxes(value, formula, std::move(partial))};
  return add(std::move(all));
}

int Resharder::splitOf(int64_t extent, const AxisList &axes) {
  Sharding line;
  line.dims.push_back({axes});
  const SharedBoxes boxes = placements.boxesOf(line, {extent});
  const auto [known, fresh] =
      tables.splitNumbers.try_emplace(boxes.get(), static_cast<int>(tables.splits.size()));
  if (fresh) tables.splits.push_back(boxes->dims.front());
  return known->second;
}

void Resharder::finish(OpResult value, const Formula &end, int partial) {
  copiesOf(value).clear();
  const Placed &held = result.placed[partial];
  Sharding at = propagation.sharding(value);
  if (!placements.covers(held.boxes, boxesOf(value, at))) at = held.sharding;
  noteWanted(value, boxesOf(value, at));
  const int combined = combinePartials(partial, boxesOf(value, at), value.getOwner());
  result.placed[combined].suffix = "sum";
  copiesOf(value).clear();
  SmallVector<int, 4> given(value.getOwner()->getNumOperands(), -1);
  given.push_back(combined);
  computeAt(value, end, at, {}, given);
}

int Resharder::computeAt(OpResult value, const Formula &formula, const Sharding &sharding,
                         Placed placed, ArrayRef<int> given) {
  placed.sharding = sharding;
  placed.boxes = boxesOf(value, sharding);
  return computeBoxes(value, formula, std::move(placed), given);
}

int Resharder::computeBoxes(OpResult value, const Formula &formula, Placed placed,
                            ArrayRef<int> given) {
  Operation *op = value.getOwner();
  placed.value = value;
  placed.kind = Placed::Kind::computed;
  const Uses &uses = usesOf(formula, placed.boxes);
  for (const Use &use : uses.list) {
    int from = -1;
    if (use.operand < given.size() && given[use.operand] >= 0)
      from = given[use.operand];
    else if (constantData(op))
      from = constantAt(value, use.boxes);
    else
      from = provide(op->getOperand(use.operand), use.boxes, op,
                     use.only && op->getOperand(use.operand).hasOneUse());
    placed.operands.push_back(from);
  }
  placed.formula = uses.formula;
  placed.seconds = uses.seconds;
  return add(std::move(placed));
}

const Uses &Resharder::usesOf(const Formula &formula, const SharedBoxes &boxes) {
  Key key;
  addTo(key, boxes.get());
  addTo(key, formula);
  const auto found = tables.uses.find(key);
  if (found != tables.uses.end()) return found->second;
  return tables.uses.emplace(key, findUses(formula, boxes, tables.splits, placements, machine))
      .first->second;
}

int Resharder::constantAt(OpResult value, const SharedBoxes &boxes) {
  Placed placed;
  placed.kind = Placed::Kind::constant;
  placed.value = value;
  placed.boxes = boxes;
  return add(std::move(placed));
}

int Resharder::makeAt(OpResult value, const SharedBoxes &boxes) {
  Operation *op = value.getOwner();
  if (constantData(op)) return constantAt(value, boxes);
  Placed placed;
  placed.boxes = boxes;
  return computeBoxes(
      value,
      onlyResult(rules[rules.numberOf(op)].formula, static_cast<int>(value.getResultNumber())),
      std::move(placed));
}

} // namespace shardc

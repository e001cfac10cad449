// SPDX-License-Identifier: Apache-2.0
// Bringing values where they are needed.
#include "analysis/reshard/resharder.h"

#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

/// Whether elements of one operand come elsewhere, whatever the numbers in the program are.
static bool isCopy(const Formula &formula) {
  Expr value = formula.results.front().value;
  return value->kind == Kind::Load && !contains(value, Kind::At);
}

int Resharder::provide(Value wanted, const SharedBoxes &needed, Operation *because, bool onlyUse) {
  const Value value = known(wanted);
  noteWanted(value, needed);
  int best = -1;
  const auto found = copies.find(value);
  for (int copy : found == copies.end() ? ArrayRef<int>() : ArrayRef<int>(found->second)) {
    const Placed &placed = result.placed[copy];
    if (placed.unreduced.empty() && placements.covers(placed.boxes, needed) &&
        (best < 0 ||
         placements.volumeOf(placed.boxes) < placements.volumeOf(result.placed[best].boxes)))
      best = copy;
  }
  if (best >= 0) return best;
  if (propagation.isConstantLike(value)) return makeAt(cast<OpResult>(value), needed);
  const int primary = primaryOf(value);
  if (!result.placed[primary].unreduced.empty()) {
    // What is the same as another value is not its only use.
    const bool isOnly = onlyUse && value == wanted;
    const int whole = combinePartials(primary, targetOf(primary, needed, isOnly), because);
    if (result.placed[whole].value != value) { // of a loop's cell, in a trip
      addCopy(value, whole);
      std::swap(copies[value].front(), copies[value].back());
    }
    return provide(value, needed, because, onlyUse);
  }
  const Request *source = sourceOf(value, needed, current);
  if (!source && isMadeThere(value, needed, onlyUse && value == wanted))
    return makeAt(cast<OpResult>(value), needed);
  if (!source) return move(value, needed, because);
  if (source->value == value) return move(value, source->boxes, because);
  return copyOf(value, needed, *source);
}

const Request *Resharder::requestFor(Value value, const SharedBoxes &needed, Block *block) {
  const Request *largest = nullptr;
  const auto known = expected.find(value);
  for (const Request &request :
       known == expected.end() ? ArrayRef<Request>() : ArrayRef<Request>(known->second))
    if (request.block == block && placements.covers(request.boxes, needed) &&
        (!largest || placements.volumeOf(request.boxes) > placements.volumeOf(largest->boxes)))
      largest = &request;
  return largest;
}

const Request *Resharder::sourceOf(Value value, const SharedBoxes &needed, Block *block) {
  if (const Request *source = sourceOfCopy(value, needed, block)) return source;
  const Request *own = requestFor(value, needed, block);
  return own && own->boxes.get() != needed.get() ? own : nullptr;
}

const Request *Resharder::sourceOfCopy(Value value, const SharedBoxes &needed, Block *block) {
  if (expected.empty()) return nullptr;
  for (SharedBoxes boxes = needed;;) { // chains of copies may be long
    Operation *op = value.getDefiningOp();
    if (!op || isa<DataFlowOp>(op) || constantData(op)) return nullptr;
    const OpRule &rule = rules[rules.numberOf(op)];
    if (rule.formula.results.size() > 1 || !isCopy(rule.formula)) return nullptr;
    const Uses &uses = usesOf(rule.formula, boxes);
    if (uses.list.size() != 1) return nullptr;
    value = op->getOperand(uses.list.front().operand);
    boxes = uses.list.front().boxes;
    if (const Request *request = requestFor(value, boxes, block)) return request;
  }
}

int Resharder::copyOf(Value value, const SharedBoxes &needed, const Request &source) {
  provide(source.value, source.boxes, value.getDefiningOp(), false);
  Placed copy;
  copy.boxes = needed;
  return computeBoxes(cast<OpResult>(value), rules[rules.numberOf(value.getDefiningOp())].formula,
                      std::move(copy));
}

int Resharder::move(Value value, const SharedBoxes &needed, Operation *because) {
  const int from = primaryOf(value);
  noteOutside(value, needed, because);
  const auto number = static_cast<int>(result.placed.size());
  requests.push_back({value, needed, current, number});
  Placed moved;
  moved.kind = Placed::Kind::moved;
  moved.value = result.placed[from].value;
  moved.boxes = needed;
  moved.operands = {from};
  moved.because = because;
  const SharedBoxes held = result.placed[from].boxes, given = givenOf(result.placed[from]);
  moved.move = placements.exchange(given, needed);
  const bool isAll = given.get() == held.get();
  if (!isAll) moved.move.bound = missingOf(held, needed);
  if (!isAll) result.given[number] = given;
  add(std::move(moved));
  // Of a loop's cell: in a trip it has another name.
  if (result.placed[number].value != value) addCopy(value, number);
  return number;
}

/// What several devices have alike, as others have nothing, the first of them gives.
static ShardBoxes firstOfEach(const ShardBoxes &boxes) {
  std::vector<Box> given, seen;
  for (int64_t shard = 0; shard < boxes.size(); ++shard) {
    given.push_back(boxes[shard]);
    if (llvm::is_contained(seen, given.back()))
      given.back().assign(boxes.dims.size(), Interval{0, 0, 1});
    else
      seen.push_back(given.back());
  }
  return boxesFrom(boxes.grid, given);
}

/// Of a group no two devices may give the same.
SharedBoxes Resharder::givenOf(const Placed &placed) {
  SmallVector<const Sharding *, 2> shardings = {&placed.sharding};
  // What is combined may lie as its partial sums do.
  if (placed.reduces) shardings.push_back(&result.placed[placed.operands[0]].sharding);
  for (const Sharding *sharding : shardings) {
    const Sharding apart = splitApart(*sharding, result.grid);
    if (apart == *sharding) continue;
    const auto shape = typeOf(placed).shape;
    if (placements.boxesOf(*sharding, shape).get() == placed.boxes.get())
      return placements.boxesOf(apart, shape);
  }
  const auto shape = typeOf(placed).shape;
  if (shape.empty() || placements.isDealtOut(placed.boxes, shape)) return placed.boxes;
  const SharedBoxes first = placements.share(firstOfEach(*placed.boxes));
  return placements.isDealtOut(first, shape) ? first : placed.boxes;
}

int Resharder::combinePartials(int partial, const SharedBoxes &target, Operation *because,
                               ArrayRef<AxisRef> left) {
  noteOutside(result.placed[partial].value, target, because);
  const Placed &from = result.placed[partial];
  Placed moved;
  moved.kind = Placed::Kind::moved;
  moved.value = from.value;
  moved.reduces = true;
  moved.combine = from.combine;
  moved.asBits = from.asBits;
  moved.operands = {partial};
  moved.because = because;
  moved.boxes = target;
  const Sharding &wanted = propagation.sharding(from.value);
  moved.sharding =
      placements.covers(from.boxes, boxesOf(from.value, wanted)) ? wanted : from.sharding;
  moved.unreducedAxes.assign(left.begin(), left.end());
  moved.unreduced = coordinatesOf(left, result.grid);
  SmallVector<int, 2> over = from.unreduced;
  llvm::erase_if(over, [&](int c) { return llvm::is_contained(moved.unreduced, c); });
  moved.move = placements.reduction(target, over);
  if (from.kind == Placed::Kind::input) moved.suffix = "whole";
  if (!left.empty()) {
    moved.suffix = "part";
    return add(std::move(moved));
  }
  notePartial(partial).combined = target;
  const int number = add(std::move(moved));
  // From now on the value is whole: others come from here.
  SmallVector<int, 2> &all = copiesOf(result.placed[number].value);
  std::swap(all.front(), all.back());
  return number;
}

int Resharder::leave(Value value, const Sharding &sharding) {
  const SharedBoxes boxes = boxesOf(value, sharding);
  if (sharding.unreduced.empty()) return provide(value, boxes, nullptr, value.hasOneUse());
  Placed wanted;
  wanted.value = value;
  wanted.sharding = sharding;
  wanted.boxes = boxes;
  wanted.unreducedAxes = sharding.unreduced;
  wanted.unreduced = coordinatesOf(sharding.unreduced, result.grid);
  wanted.combine = combinerOf(sharding.unreducedBy);
  if (const int there = partialsThere(value, wanted); there >= 0) return there;
  return splitIntoPartials(std::move(wanted));
}

int Resharder::partialsThere(Value value, const Placed &wanted) {
  const int number = partialOf(known(value));
  if (number < 0) return -1;
  const Placed &partial = result.placed[number];
  const ElementType type = typeOf(partial).type;
  const bool isSo = partial.combine == wanted.combine &&
                    (!partial.asBits || !info(type).isRounded) &&
                    placements.covers(partial.boxes, wanted.boxes) &&
                    llvm::all_of(wanted.unreduced, [&](int coordinate) {
                      return llvm::is_contained(partial.unreduced, coordinate);
                    });
  if (!isSo) return -1;
  if (partial.unreduced == wanted.unreduced) return number;
  return combinePartials(number, wanted.boxes, nullptr, wanted.unreducedAxes);
}

int Resharder::splitIntoPartials(Placed wanted) {
  const Value value = known(wanted.value);
  const TensorSpec type = typeOf(wanted);
  const int primary = propagation.isConstantLike(value) ? -1 : primaryOf(value);
  // Dimensions that lie in parts on devices that are to combine stay so.
  Sharding from = wanted.sharding;
  SmallVector<int, 2> split, alike = wanted.unreduced;
  for (int dim = 0; dim < static_cast<int>(from.dims.size()) && primary >= 0; ++dim) {
    const AxisList &axes = result.placed[primary].sharding.dims[dim].axes;
    const SmallVector<int, 2> over = coordinatesOf(axes, result.grid);
    const auto isFree = [&](int c) { return llvm::is_contained(alike, c); };
    if (axes.empty() || !from.dims[dim].axes.empty() || !llvm::all_of(over, isFree)) continue;
    if (product(axes) != product(axesOf(over))) continue;
    from.dims[dim].axes = axes;
    split.push_back(dim);
    llvm::erase_if(alike, [&](int c) { return llvm::is_contained(over, c); });
  }
  const AxisList rest = axesOf(alike);
  Formula formula =
      shardc::splitIntoPartials(rules.expressions(), type, split, product(rest), wanted.combine);
  auto *loop = formula.loops.begin() + type.shape.size();
  for (int dim : split)
    (loop++)->split = splitOf(type.shape[dim], from.dims[dim].axes);
  if (!rest.empty()) loop->split = splitOf(loop->extent, rest);
  wanted.kind = Placed::Kind::computed;
  wanted.because = entry.front().getTerminator();
  wanted.suffix = "part";
  wanted.operands = {provide(value, boxesOf(value, from), nullptr, wanted.value.hasOneUse())};
  const Uses &uses = usesOf(formula, wanted.boxes);
  wanted.formula = uses.formula;
  wanted.seconds = uses.seconds;
  return add(std::move(wanted));
}

AxisList Resharder::axesOf(ArrayRef<int> coordinates) const {
  AxisList axes;
  for (int coordinate : coordinates)
    axes.push_back(result.grid.coordinates[coordinate]);
  return axes;
}

int Resharder::primaryOf(Value value) const {
  const auto found = copies.find(known(value));
  // Those of a constant may all have been in a region that is left.
  return found == copies.end() || found->second.empty() ? -1 : found->second.front();
}

} // namespace shardc

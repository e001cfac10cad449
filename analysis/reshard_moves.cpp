// SPDX-License-Identifier: Apache-2.0
// Bringing values where they are needed.
#include "analysis/resharder.h"

#include "frontend/ir/formula/rewrite.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

/// Whether elements of one operand come elsewhere, whatever the numbers in the program are.
static bool isCopy(const Formula &formula) {
  Expr value = formula.results.front().value;
  return value->kind == Kind::Load && !contains(value, Kind::At);
}

int Resharder::provide(Value value, const SharedBoxes &needed, Operation *because, bool onlyUse) {
  int best = -1;
  const auto known = copies.find(value);
  for (int copy : known == copies.end() ? ArrayRef<int>() : ArrayRef<int>(known->second)) {
    const Placed &placed = result.placed[copy];
    if (placed.unreduced.empty() && placements.covers(placed.boxes, needed) &&
        (best < 0 ||
         placements.volumeOf(placed.boxes) < placements.volumeOf(result.placed[best].boxes)))
      best = copy;
  }
  if (best >= 0) return best;
  if (propagation.isConstantLike(value)) return makeAt(cast<OpResult>(value), needed);
  const int primary = primaryOf(value);
  if (result.placed[primary].unreduced.empty()) {
    const Request *source = sourceOf(value, needed, blockOf(because));
    return source ? copyOf(value, needed, *source) : move(primary, needed, because);
  }
  const bool alone = onlyUse && placements.covers(result.placed[primary].boxes, needed);
  const int combined =
      combineParts(primary, alone ? needed : boxesOf(value, propagation.sharding(value)), because);
  if (placements.covers(result.placed[combined].boxes, needed)) return combined;
  return move(combined, needed, because);
}

const Request *Resharder::sourceOf(Value value, const SharedBoxes &needed, Block *block) {
  Operation *op = value.getDefiningOp();
  if (expected.empty() || !op || isa<DataFlowOp>(op)) return nullptr;
  const OpRule &rule = rules[rules.numberOf(op)];
  if (rule.formula.results.size() > 1 || !isCopy(rule.formula)) return nullptr;
  const Uses &uses = usesOf(rule.formula, needed);
  if (uses.list.size() != 1 || constantData(op)) return nullptr;
  const Use &use = uses.list.front();
  Value from = op->getOperand(use.operand);
  if (const auto known = expected.find(from); known != expected.end())
    for (const Request &request : known->second)
      if (request.block == block && placements.covers(request.boxes, use.boxes)) return &request;
  return sourceOf(from, use.boxes, block);
}

int Resharder::copyOf(Value value, const SharedBoxes &needed, const Request &source) {
  provide(source.value, source.boxes, value.getDefiningOp(), false);
  Placed copy;
  copy.boxes = needed;
  return computeBoxes(cast<OpResult>(value), rules[rules.numberOf(value.getDefiningOp())].formula,
                      std::move(copy));
}

int Resharder::move(int from, const SharedBoxes &needed, Operation *because) {
  noteOutside(result.placed[from].value, needed, because);
  requests.push_back({result.placed[from].value, needed, blockOf(because)});
  Placed moved;
  moved.kind = Placed::Kind::moved;
  moved.value = result.placed[from].value;
  moved.boxes = needed;
  moved.operands = {from};
  moved.because = because;
  moved.move = placements.exchange(result.placed[from].boxes, needed);
  return add(std::move(moved));
}

int Resharder::combineParts(int part, const SharedBoxes &needed, Operation *because) {
  noteOutside(result.placed[part].value, needed, because);
  const Placed &from = result.placed[part];
  Placed moved;
  moved.kind = Placed::Kind::moved;
  moved.value = from.value;
  moved.reduces = true;
  moved.combine = from.combine;
  moved.asBits = from.asBits;
  moved.operands = {part};
  moved.because = because;
  const bool held = placements.covers(from.boxes, needed);
  moved.boxes = held ? needed : from.boxes;
  moved.sharding = held ? propagation.sharding(from.value) : from.sharding;
  moved.move = placements.reduction(moved.boxes, from.unreduced);
  const int number = add(std::move(moved));
  // From now on the value is whole: others come from here.
  std::swap(copies[result.placed[number].value].front(),
            copies[result.placed[number].value].back());
  return number;
}

int Resharder::primaryOf(Value value) const {
  const auto found = copies.find(value);
  // Those of a constant may all have been in a region that is left.
  return found == copies.end() || found->second.empty() ? -1 : found->second.front();
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Loops and branches.
#include "analysis/resharder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;

namespace shardc {

void Resharder::visitControl(DataFlowOp op) {
  bringBefore(op);
  const int number = beginControl(op);
  for (auto [region, inside] : llvm::enumerate(op->getRegions())) {
    item(PlacedItem::Kind::region, number, static_cast<int>(region));
    const auto first = static_cast<int>(result.placed.size());
    const bool decides = op.turns() == Turns::loop && region == 0;
    if (!decides || !result.controls[number].trips) visitRegion(number, inside.front(), region);
    forgetFrom(first);
    item(PlacedItem::Kind::regionEnd, number, static_cast<int>(region));
  }
  item(PlacedItem::Kind::controlEnd, number);
}

int Resharder::beginControl(DataFlowOp op) {
  const bool isLoop = op.turns() == Turns::loop;
  PlacedControl control{op, {}, {}, {}, -1, std::nullopt};
  if (isLoop) control.trips = tripsOf(op, pool);
  for (auto [value, edge] : llvm::zip_equal(op->getResults(), op.edges())) {
    const SharedBoxes boxes = boxesOf(value, propagation.sharding(value));
    if (isLoop) control.begin.push_back(provide(edge.sources[0], boxes, op, false));
  }
  if (!isLoop) control.decider = provide(op.decider(), onAll(op.decider()), op, false);
  for (auto [value, edge] : llvm::zip_equal(op->getResults(), op.edges())) {
    Placed cell;
    cell.kind = Placed::Kind::cell;
    cell.value = value;
    cell.sharding = propagation.sharding(value);
    cell.boxes = boxesOf(value, cell.sharding);
    const int number = add(std::move(cell));
    for (Value target : edge.targets)
      if (target != value) copies[target].push_back(number);
    control.cells.push_back(number);
  }
  const auto number = static_cast<int>(result.controls.size());
  control.ends.resize(op->getNumRegions());
  result.controls.push_back(std::move(control));
  item(PlacedItem::Kind::control, number);
  return number;
}

void Resharder::visitRegion(int number, Block &block, size_t region) {
  const llvm::SaveAndRestore<Block *> inside(current, &block);
  visit(block);
  DataFlowOp op = result.controls[number].op;
  const bool isLoop = op.turns() == Turns::loop;
  if (isLoop && region == 0) {
    const int decider = provide(op.decider(), onAll(op.decider()), op, false);
    result.controls[number].decider = decider;
    return;
  }
  for (auto [value, edge] : llvm::zip_equal(op->getResults(), op.edges())) {
    Value source = edge.sources[region];
    const int end = provide(source, boxesOf(value, propagation.sharding(value)), op, false);
    result.controls[number].ends[region].push_back(end);
  }
}

void Resharder::forgetFrom(int first) {
  for (auto &[value, list] : copies)
    llvm::erase_if(list, [&](int copy) { return copy >= first; });
}

void Resharder::bringBefore(DataFlowOp op) {
  if (trying) return;
  const size_t placed = result.placed.size(), controls = result.controls.size(),
               items = result.items.size(), moves = requests.size();
  const auto before = copies;
  SmallVector<Needed, 8> first;
  std::vector<SmallVector<Needed, 8>> needed(op->getNumRegions());
  trying = op;
  wantedInside = &first;
  beginControl(op);
  const auto inside = static_cast<int>(result.placed.size());
  for (auto [number, region] : llvm::enumerate(op->getRegions())) {
    wantedInside = &needed[number];
    visitRegion(static_cast<int>(controls), region.front(), number);
    forgetFrom(inside);
  }
  trying = nullptr;
  wantedInside = nullptr;
  result.placed.erase(result.placed.begin() + placed, result.placed.end());
  result.given.erase(result.given.lower_bound(static_cast<int>(placed)), result.given.end());
  result.controls.erase(result.controls.begin() + controls, result.controls.end());
  result.items.resize(items);
  requests.erase(requests.begin() + moves, requests.end());
  copies = before;
  for (ArrayRef<Needed> list : needed)
    for (const Needed &use : list)
      if (op.turns() == Turns::loop || isNeededInAll(use, needed))
        provide(use.value, use.boxes, use.because, false);
}

bool Resharder::isNeededInAll(const Needed &use, ArrayRef<SmallVector<Needed, 8>> regions) {
  return llvm::all_of(regions, [&](ArrayRef<Needed> list) {
    return llvm::any_of(list, [&](const Needed &other) {
      return other.value == use.value && other.boxes.get() == use.boxes.get();
    });
  });
}

void Resharder::noteOutside(Value value, const SharedBoxes &boxes, Operation *because) {
  if (!trying || value.getDefiningOp() == trying) return; // a cell of the loop
  if (trying->isAncestor(value.getParentBlock()->getParentOp())) return;
  wantedInside->push_back({value, boxes, because});
}

} // namespace shardc

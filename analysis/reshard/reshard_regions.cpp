// SPDX-License-Identifier: Apache-2.0
// Loops and branches.
#include "analysis/reshard/resharder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;

namespace shardc {

void Resharder::visitControl(DataFlowOp op) {
  const SmallVector<DataFlowEdge> edges = op.edges();
  bringBefore(op, edges);
  const int number = beginControl(op, edges);
  for (auto [region, inside] : llvm::enumerate(op->getRegions())) {
    item(PlacedItem::Kind::region, number, static_cast<int>(region));
    const auto first = static_cast<int>(result.placed.size());
    const bool decides = op.turns() == Turns::loop && region == 0;
    if (!decides || !result.controls[number].trips)
      visitRegion(number, edges, inside.front(), region);
    forgetFrom(first);
    item(PlacedItem::Kind::regionEnd, number, static_cast<int>(region));
  }
  item(PlacedItem::Kind::controlEnd, number);
}

int Resharder::beginControl(DataFlowOp op, ArrayRef<DataFlowEdge> edges) {
  const bool isLoop = op.turns() == Turns::loop;
  PlacedControl control{op, {}, {}, {}, -1, std::nullopt};
  if (isLoop) control.trips = tripsOf(op, pool);
  if (isLoop) noteCarried(op, edges, control.trips);
  if (isLoop)
    for (auto [value, edge] : llvm::zip_equal(op->getResults(), edges))
      control.begin.push_back(provide(edge.sources[0], cellFor(value).boxes, op, false));
  else
    control.decider = provide(op.decider(), onAll(op.decider()), op, false);
  for (auto [value, edge] : llvm::zip_equal(op->getResults(), edges)) {
    const int number = add(cellFor(value));
    if (carriedSums.contains(value)) notePartial(number);
    for (Value target : edge.targets)
      if (target != value) addCopy(target, number);
    control.cells.push_back(number);
  }
  const auto number = static_cast<int>(result.controls.size());
  control.ends.resize(op->getNumRegions());
  result.controls.push_back(std::move(control));
  item(PlacedItem::Kind::control, number);
  return number;
}

void Resharder::visitRegion(int number, ArrayRef<DataFlowEdge> edges, Block &block, size_t region) {
  const llvm::SaveAndRestore<Block *> inside(current, &block);
  visit(block);
  DataFlowOp op = result.controls[number].op;
  const bool isLoop = op.turns() == Turns::loop;
  if (isLoop && region == 0) {
    const int decider = provide(op.decider(), onAll(op.decider()), op, false);
    result.controls[number].decider = decider;
    return;
  }
  for (auto [position, edge] : llvm::enumerate(edges)) {
    Value source = edge.sources[region], value = op->getResult(static_cast<unsigned>(position));
    const int end = carriedSums.contains(value)
                        ? nextCarried(source, result.controls[number].cells[position])
                        : provide(source, boxesOf(value, propagation.sharding(value)), op, false);
    result.controls[number].ends[region].push_back(end);
  }
}

void Resharder::forgetFrom(int first) {
  for (; !added.empty() && added.back().second >= first; added.pop_back())
    llvm::erase_if(copiesOf(added.back().first), [&](int copy) { return copy >= first; });
}

SmallVector<int, 2> &Resharder::copiesOf(Value value) {
  SmallVector<int, 2> &list = copies[value];
  if (trying) beforeTrial.try_emplace(value, list);
  return list;
}

void Resharder::addCopy(Value value, int number) {
  copiesOf(value).push_back(number);
  added.push_back({value, number});
}

void Resharder::bringBefore(DataFlowOp op, ArrayRef<DataFlowEdge> edges) {
  if (trying) return;
  const size_t placed = result.placed.size(), controls = result.controls.size(),
               items = result.items.size(), moves = requests.size();
  SmallVector<Needed, 8> first;
  std::vector<SmallVector<Needed, 8>> needed(op->getNumRegions());
  trying = op;
  wantedInside = &first;
  beginControl(op, edges);
  const auto inside = static_cast<int>(result.placed.size());
  for (auto [number, region] : llvm::enumerate(op->getRegions())) {
    wantedInside = &needed[number];
    visitRegion(static_cast<int>(controls), edges, region.front(), number);
    if (op.turns() == Turns::loop && number == 1) learnOfCarried(op, edges);
    forgetFrom(inside);
  }
  trying = nullptr;
  wantedInside = nullptr;
  result.placed.erase(result.placed.begin() + placed, result.placed.end());
  result.given.erase(result.given.lower_bound(static_cast<int>(placed)), result.given.end());
  result.controls.erase(result.controls.begin() + controls, result.controls.end());
  result.items.resize(items);
  requests.erase(requests.begin() + moves, requests.end());
  for (auto &[value, list] : beforeTrial)
    copies[value] = std::move(list);
  beforeTrial.clear();
  while (!added.empty() && added.back().second >= static_cast<int>(placed))
    added.pop_back();
  const size_t least = op.turns() == Turns::loop ? 1 : needed.size();
  for (const Needed &use : neededBy(least, needed))
    provide(use.value, use.boxes, use.because, false);
}

/// What at least so many regions need, in order.
std::vector<Resharder::Needed> Resharder::neededBy(size_t least,
                                                   ArrayRef<SmallVector<Needed, 8>> regions) {
  const auto keyOf = [](const Needed &use) {
    return std::pair(use.value.getAsOpaquePointer(), use.boxes.get());
  };
  llvm::DenseMap<std::pair<void *, const ShardBoxes *>, std::pair<size_t, size_t>> seen;
  for (auto [region, list] : llvm::enumerate(regions))
    for (const Needed &use : list) {
      auto &[count, last] = seen[keyOf(use)]; // regions, and behind the last of them
      if (count == 0 || last <= region) ++count;
      last = region + 1;
    }
  std::vector<Needed> all;
  for (ArrayRef<Needed> list : regions)
    for (const Needed &use : list)
      if (seen.lookup(keyOf(use)).first >= least) all.push_back(use);
  return all;
}

void Resharder::noteOutside(Value value, const SharedBoxes &boxes, Operation *because) {
  if (!trying || value.getDefiningOp() == trying) return; // a cell of the loop
  if (trying->isAncestor(value.getParentBlock()->getParentOp())) return;
  wantedInside->push_back({value, boxes, because});
}

} // namespace shardc

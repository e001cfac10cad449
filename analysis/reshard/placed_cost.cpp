// SPDX-License-Identifier: Apache-2.0
#include "analysis/reshard/placed_cost.h"

#include "llvm/ADT/SmallVector.h"

namespace shardc {

PlacedCost costOf(const Partitioned &partitioned) {
  const std::vector<bool> counts = whatCounts(partitioned);
  PlacedCost cost;
  SmallVector<double, 4> times = {1};
  for (const PlacedItem &item : partitioned.items) {
    if (item.kind == PlacedItem::Kind::control) {
      const auto trips = partitioned.controls[item.number].trips;
      times.push_back(times.back() * static_cast<double>(trips.value_or(1)));
    }
    if (item.kind == PlacedItem::Kind::controlEnd) times.pop_back();
    if (item.kind != PlacedItem::Kind::value || !counts[item.number]) continue;
    const Placed &placed = partitioned.placed[item.number];
    cost.seconds += times.back() * placed.seconds;
    if (placed.kind != Placed::Kind::moved) continue;
    cost.bytes += times.back() * placed.move.payload * info(typeOf(placed).type).bytes;
    ++cost.moves;
  }
  return cost;
}

double secondsOn(const Machine &machine, const PlacedCost &cost) {
  return cost.bytes / machine.linkBandwidth + cost.seconds;
}

bool isLess(double a, double b) { return a < b * (1 - 1e-9); }

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
#include "analysis/reshard/placed_cost.h"

#include "llvm/ADT/SmallVector.h"

#include <algorithm>

namespace shardc {

namespace {

class Counting {
public:
  explicit Counting(const Partitioned &partitioned)
      : partitioned(partitioned), counts(whatCounts(partitioned)) {}

  PlacedCost run() {
    for (const PlacedItem &item : partitioned.items)
      add(item);
    cost.received = received.back();
    return cost;
  }

private:
  void add(const PlacedItem &item) {
    switch (item.kind) {
    case PlacedItem::Kind::control:
      times.push_back(times.back() * tripsOf(partitioned.controls[item.number]));
      return received.push_back(0);
    case PlacedItem::Kind::region:
      return received.push_back(0);
    case PlacedItem::Kind::regionEnd: {
      const bool isOneOf = isBranch(partitioned.controls[item.number]);
      const double own = received.pop_back_val();
      received.back() = isOneOf ? std::max(received.back(), own) : received.back() + own;
      return;
    }
    case PlacedItem::Kind::controlEnd: {
      times.pop_back();
      const double own = received.pop_back_val();
      received.back() += own;
      return;
    }
    case PlacedItem::Kind::value:
      if (counts[item.number]) add(partitioned.placed[item.number]);
    }
  }

  void add(const Placed &placed) {
    cost.seconds += times.back() * placed.seconds;
    if (placed.kind != Placed::Kind::moved) return;
    const double bytes = times.back() * placed.move.payload * info(typeOf(placed).type).bytes;
    cost.bytes += bytes;
    received.back() += bytes;
    ++cost.moves;
  }

  static bool isBranch(const PlacedControl &control) {
    DataFlowOp op = control.op;
    return op.turns() == Turns::branch;
  }

  static double tripsOf(const PlacedControl &control) {
    return static_cast<double>(control.trips.value_or(1));
  }

  const Partitioned &partitioned;
  const std::vector<bool> counts;
  PlacedCost cost;
  SmallVector<double, 4> times = {1};    // a control each
  SmallVector<double, 8> received = {0}; // a control and a region each
};

} // namespace

PlacedCost costOf(const Partitioned &partitioned) { return Counting(partitioned).run(); }

double secondsOn(const Machine &machine, const PlacedCost &cost) {
  return cost.bytes / machine.linkBandwidth + cost.seconds;
}

bool isLess(double a, double b) { return a < b * (1 - 1e-9); }

} // namespace shardc

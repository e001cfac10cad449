// SPDX-License-Identifier: Apache-2.0
#include "analysis/reshard/placed_cost.h"

#include "llvm/ADT/SmallVector.h"

#include <algorithm>

namespace shardc {

namespace {

class Counting {
public:
  Counting(const Partitioned &partitioned, const Machine &machine)
      : partitioned(partitioned), machine(machine), counts(whatCounts(partitioned)) {}

  PlacedCost run() {
    for (const PlacedItem &item : partitioned.items)
      add(item);
    cost.bytes = taken.back().bytes;
    cost.seconds = taken.back().seconds;
    return cost;
  }

private:
  /// Of what a run does of a control, of one of its bodies, or of the program.
  struct Taken {
    double bytes = 0, seconds = 0;
  };

  void add(const PlacedItem &item) {
    switch (item.kind) {
    case PlacedItem::Kind::control:
      times.push_back(times.back() * tripsOf(partitioned.controls[item.number]));
      return taken.push_back({});
    case PlacedItem::Kind::region:
      return taken.push_back({});
    case PlacedItem::Kind::regionEnd:
      return isBranch(partitioned.controls[item.number]) ? endOneOf() : end();
    case PlacedItem::Kind::controlEnd:
      times.pop_back();
      return end();
    case PlacedItem::Kind::value:
      if (counts[item.number]) add(partitioned.placed[item.number]);
    }
  }

  void add(const Placed &placed) {
    add({0, times.back() * placed.seconds});
    if (placed.kind != Placed::Kind::moved) return;
    const double bytes = times.back() * placed.move.payload * info(typeOf(placed).type).bytes;
    add({bytes, bytes / machine.linkBandwidth});
    ++cost.moves;
  }

  void add(const Taken &own) {
    cost.allSeconds += own.seconds;
    taken.back().bytes += own.bytes;
    taken.back().seconds += own.seconds;
  }

  void end() {
    const Taken own = taken.pop_back_val();
    taken.back().bytes += own.bytes;
    taken.back().seconds += own.seconds;
  }

  void endOneOf() {
    const Taken own = taken.pop_back_val();
    taken.back().bytes = std::max(taken.back().bytes, own.bytes);
    taken.back().seconds = std::max(taken.back().seconds, own.seconds);
  }

  static bool isBranch(const PlacedControl &control) {
    DataFlowOp op = control.op;
    return op.turns() == Turns::branch;
  }

  static double tripsOf(const PlacedControl &control) {
    return static_cast<double>(control.trips.value_or(1));
  }

  const Partitioned &partitioned;
  const Machine &machine;
  const std::vector<bool> counts;
  PlacedCost cost;
  SmallVector<double, 4> times = {1}; // a control each
  SmallVector<Taken, 8> taken = {{}}; // a control and a region each
};

} // namespace

PlacedCost costOf(const Partitioned &partitioned, const Machine &machine) {
  return Counting(partitioned, machine).run();
}

bool isLess(double a, double b) { return a < b * (1 - 1e-9); }

} // namespace shardc

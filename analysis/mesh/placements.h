// SPDX-License-Identifier: Apache-2.0
// Boxes per device and moves between them. Programs have few different ones, and working one out
// takes time for every device, so each is worked out once.
#pragma once

#include "analysis/mesh/device_grid.h"
#include "analysis/mesh/redistribute.h"
#include "analysis/propagate/shardings.h"
#include "frontend/ir/formula/key.h"
#include "frontend/ir/formula/shared.h"

#include <unordered_map>

namespace shardc {

/// Equal boxes that come from here are one.
class Placements {
public:
  explicit Placements(DeviceGrid grid) : grid(std::move(grid)) {}

  /// What devices hold of a value of that shape.
  SharedBoxes boxesOf(const Sharding &sharding, ArrayRef<int64_t> shape);
  SharedBoxes share(ShardBoxes boxes);

  // Of boxes that come from here.
  bool covers(const SharedBoxes &outer, const SharedBoxes &inner);
  /// Whether every element of a value of that shape is on one device, or on those that differ in
  /// coordinates that do not matter.
  bool isDealtOut(const SharedBoxes &boxes, ArrayRef<int64_t> shape);
  /// Elements, over all devices.
  double volumeOf(const SharedBoxes &boxes);
  Move exchange(const SharedBoxes &held, const SharedBoxes &needed);
  /// Of parts over the coordinates `over`.
  Move reduction(const SharedBoxes &needed, ArrayRef<int> over);

private:
  template <typename T>
  using Table = std::unordered_map<Key, T, KeyHash>;
  /// What a table has at a key, else what `make` makes.
  template <typename T, typename Make>
  static T &once(Table<T> &table, const Key &key, Make make);

  DeviceGrid grid;
  ShardingTable shardings;
  std::unordered_multimap<size_t, SharedBoxes> known;
  Table<SharedBoxes> placed;
  Table<bool> covered, dealtOut;
  Table<double> volumes;
  Table<Move> exchanges, reductions;
};

} // namespace shardc

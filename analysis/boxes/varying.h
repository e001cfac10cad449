// SPDX-License-Identifier: Apache-2.0
// What differs between devices (or shards), by the few coordinates that it differs with: nothing is
// kept, or looked at, once per device.
#pragma once

#include "frontend/ir/formula/shared.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace shardc {

using llvm::ArrayRef;
using llvm::SmallVector;

/// Devices by their coordinates: how many places there are on each. Devices are numbered row-major.
struct ShardGrid {
  SmallVector<int64_t, 4> counts;

  int64_t size() const;
  /// Every coordinate.
  SmallVector<int, 4> all() const;
  /// The first place on each.
  SmallVector<int64_t, 4> origin() const { return SmallVector<int64_t, 4>(counts.size(), 0); }
  SmallVector<int64_t, 4> coordinatesOf(int64_t number) const;
  /// Of the combinations of the coordinates `over`.
  int64_t size(ArrayRef<int> over) const;
  /// The number of a combination of them, row-major.
  int64_t numberOf(ArrayRef<int> over, ArrayRef<int64_t> coordinates) const;
  bool operator==(const ShardGrid &other) const = default;
};

/// Coordinates in either list; all ascending.
SmallVector<int, 2> eitherOf(ArrayRef<int> a, ArrayRef<int> b);
/// Adds a set of coordinates that have to do with each other, and joins it with those that it
/// shares any with.
void addLinked(std::vector<SmallVector<int, 2>> &sets, ArrayRef<int> over);
/// Sets `coordinates` to each combination of places on those of `over` in turn, row-major, and
/// leaves the others alone.
void forEachPlace(const ShardGrid &grid, ArrayRef<int> over, SmallVector<int64_t, 4> &coordinates,
                  llvm::function_ref<void()> look);
/// A few devices that stand for all: all where they are few, else the first, the middle and the
/// last place on each coordinate, of many coordinates on the outer ones.
std::vector<SmallVector<int64_t, 4>> typicalPlaces(const ShardGrid &grid);

/// One value per combination of the coordinates that it depends on, row-major.
template <typename T>
struct Varying {
  SmallVector<int, 2> over;      // coordinates, ascending
  Shared<std::vector<T>> values; // product of their counts

  bool isUniform() const { return over.empty(); }
  const T &literal() const { return values.front(); } // of uniform ones
  T min() const { return *std::min_element(values.begin(), values.end()); }
  T max() const { return *std::max_element(values.begin(), values.end()); }
  const T &at(const ShardGrid &grid, ArrayRef<int64_t> coordinates) const {
    return values[over.empty() ? 0 : grid.numberOf(over, coordinates)];
  }
  bool operator==(const Varying &other) const = default;
};

template <typename T>
Varying<T> uniform(T value) {
  return {{}, std::vector<T>{std::move(value)}};
}

/// The same values over no more coordinates than they depend on.
template <typename T>
Varying<T> leastOver(const ShardGrid &grid, ArrayRef<int> over, std::vector<T> values) {
  Varying<T> least;
  SmallVector<int64_t, 4> strides;
  int64_t stride = 1;
  for (size_t k = over.size(); k-- > 0;) {
    const int64_t count = grid.counts[over[k]];
    bool differs = false;
    for (size_t n = 0; n < values.size() && !differs; ++n)
      differs = static_cast<int64_t>(n) / stride % count != 0 && !(values[n] == values[n - stride]);
    if (differs) {
      least.over.insert(least.over.begin(), over[k]);
      stride *= count;
      continue;
    }
    // One value of each run along this coordinate stays.
    std::vector<T> fewer;
    for (size_t n = 0; n < values.size(); ++n)
      if (static_cast<int64_t>(n) / stride % count == 0) fewer.push_back(std::move(values[n]));
    values = std::move(fewer);
  }
  least.values = std::move(values);
  return least;
}

/// Tabulates what `of` makes of coordinates; it looks at none but those of `over`.
template <typename T, typename Of>
Varying<T> tabulate(const ShardGrid &grid, ArrayRef<int> over, Of of) {
  std::vector<T> values;
  values.reserve(grid.size(over));
  SmallVector<int64_t, 4> coordinates = grid.origin();
  forEachPlace(grid, over, coordinates, [&] { values.push_back(of(ArrayRef(coordinates))); });
  return leastOver(grid, over, std::move(values));
}

} // namespace shardc

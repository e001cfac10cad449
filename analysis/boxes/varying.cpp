// SPDX-License-Identifier: Apache-2.0
#include "analysis/boxes/varying.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

/// Up to this many devices are looked at one by one.
static constexpr int64_t kFewDevices = 64;

int64_t ShardGrid::size() const {
  int64_t all = 1;
  for (int64_t count : counts)
    all *= count;
  return all;
}

SmallVector<int, 4> ShardGrid::all() const {
  SmallVector<int, 4> all;
  for (int c = 0; c < static_cast<int>(counts.size()); ++c)
    all.push_back(c);
  return all;
}

SmallVector<int64_t, 4> ShardGrid::coordinatesOf(int64_t number) const {
  SmallVector<int64_t, 4> at(counts.size());
  for (size_t c = at.size(); c-- > 0;) {
    at[c] = number % counts[c];
    number /= counts[c];
  }
  return at;
}

int64_t ShardGrid::size(ArrayRef<int> over) const {
  int64_t all = 1;
  for (int c : over)
    all *= counts[c];
  return all;
}

int64_t ShardGrid::numberOf(ArrayRef<int> over, ArrayRef<int64_t> coordinates) const {
  int64_t number = 0;
  for (int c : over)
    number = number * counts[c] + coordinates[c];
  return number;
}

SmallVector<int, 2> eitherOf(ArrayRef<int> a, ArrayRef<int> b) {
  SmallVector<int, 2> either;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(either));
  return either;
}

void addLinked(std::vector<SmallVector<int, 2>> &sets, ArrayRef<int> over) {
  if (over.empty()) return;
  SmallVector<int, 2> all(over.begin(), over.end());
  llvm::erase_if(sets, [&](const SmallVector<int, 2> &set) {
    if (llvm::none_of(set, [&](int c) { return llvm::is_contained(over, c); })) return false;
    all = eitherOf(all, set);
    return true;
  });
  sets.push_back(std::move(all));
}

void forEachPlace(const ShardGrid &grid, ArrayRef<int> over, SmallVector<int64_t, 4> &coordinates,
                  llvm::function_ref<void()> look) {
  if (over.empty()) return look();
  for (int64_t place = 0; place < grid.counts[over.front()]; ++place) {
    coordinates[over.front()] = place;
    forEachPlace(grid, over.drop_front(), coordinates, look);
  }
}

std::vector<SmallVector<int64_t, 4>> typicalPlaces(const ShardGrid &grid) {
  const bool all = grid.size() <= kFewDevices;
  std::vector<SmallVector<int64_t, 4>> places = {{}};
  for (int64_t count : grid.counts) {
    const bool enough = !all && static_cast<int64_t>(places.size()) >= kFewDevices;
    SmallVector<int64_t, 4> chosen = {0};
    for (int64_t place = 1; place < count && !enough; ++place)
      if (all || place == count / 2 || place == count - 1) chosen.push_back(place);
    std::vector<SmallVector<int64_t, 4>> longer;
    for (const auto &begun : places)
      for (int64_t place : chosen)
        (longer.emplace_back(begun)).push_back(place);
    places = std::move(longer);
  }
  return places;
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
#include "analysis/mesh/placements.h"

#include "frontend/ir/sharding/algebra/sharding.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

template <typename T, typename Make>
T &Placements::once(Table<T> &table, const Key &key, Make make) {
  if (const auto found = table.find(key); found != table.end()) return found->second;
  T made = make();
  return table.emplace(key, std::move(made)).first->second;
}

SharedBoxes Placements::boxesOf(const Sharding &sharding, ArrayRef<int64_t> shape) {
  Key key = {shardings.intern(sharding)};
  key.append(shape.begin(), shape.end());
  return once(placed, key, [&] { return share(boxesOn(sharding, shape, grid)); });
}

static size_t hashOf(const ShardBoxes &boxes) {
  size_t hash = boxes.dims.size();
  for (const auto &dim : boxes.dims)
    for (const Interval &interval : dim.values)
      hash = llvm::hash_combine(hash, interval.lo, interval.hi);
  return hash;
}

SharedBoxes Placements::share(ShardBoxes boxes) {
  const size_t hash = hashOf(boxes);
  const auto [first, last] = known.equal_range(hash);
  for (auto at = first; at != last; ++at)
    if (*at->second == boxes) return at->second;
  return known.emplace(hash, std::move(boxes))->second;
}

static Key keyOf(const SharedBoxes &a, const SharedBoxes &b) {
  Key key;
  addTo(key, a.get());
  addTo(key, b.get());
  return key;
}

bool Placements::covers(const SharedBoxes &outer, const SharedBoxes &inner) {
  if (outer.get() == inner.get()) return true;
  return once(covered, keyOf(outer, inner), [&] { return coversEverywhere(outer, inner); });
}

/// Whether the intervals follow each other from 0 to `extent`, but for empty ones.
static bool isCut(const Varying<Interval> &dim, int64_t extent) {
  std::vector<std::pair<int64_t, int64_t>> ends;
  for (const Interval &interval : dim.values)
    if (!interval.empty()) ends.push_back({interval.lo, interval.hi});
  llvm::sort(ends);
  int64_t next = 0;
  for (auto [lo, hi] : ends) {
    if (lo != next) return false;
    next = hi;
  }
  return next == extent;
}

static bool isDealt(const ShardBoxes &boxes, ArrayRef<int64_t> shape) {
  SmallVector<int, 4> used;
  for (auto [dim, extent] : llvm::zip_equal(boxes.dims, shape)) {
    for (int coordinate : dim.over)
      if (llvm::is_contained(used, coordinate)) return false;
    used.append(dim.over.begin(), dim.over.end());
    if (!isCut(dim, extent)) return false;
  }
  return true;
}

bool Placements::isDealtOut(const SharedBoxes &boxes, ArrayRef<int64_t> shape) {
  Key key = keyOf(boxes, boxes);
  key.append(shape.begin(), shape.end());
  return once(dealtOut, key, [&] { return isDealt(boxes, shape); });
}

double Placements::volumeOf(const SharedBoxes &boxes) {
  return once(volumes, keyOf(boxes, boxes), [&] { return volumeOfAll(boxes); });
}

Move Placements::exchange(const SharedBoxes &held, const SharedBoxes &needed) {
  return once(exchanges, keyOf(held, needed), [&] { return exchangeBetween(held, needed); });
}

Move Placements::reduction(const SharedBoxes &needed, ArrayRef<int> over) {
  Key key = keyOf(needed, needed);
  key.append(over.begin(), over.end());
  return once(reductions, key, [&] { return reductionTo(needed, over); });
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Pairs of members are not looked at one by one. Dimensions in which members differ by coordinates
// of their own are counted apart, each by a sweep along its ends, and the counts multiplied; only
// what two dimensions share a coordinate of is tried in pairs.
#include "codegen/check/check_groups.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

namespace shardc {

using Coordinates = ArrayRef<int64_t>;
using CountFactor = Varying<uint64_t>;

static std::vector<std::pair<int64_t, int64_t>> endsAt(const ShardBoxes &boxes, ArrayRef<int> dims,
                                                       Coordinates at) {
  std::vector<std::pair<int64_t, int64_t>> ends;
  for (int dim : dims) {
    const Interval &interval = boxes.dims[dim].at(boxes.grid, at);
    ends.push_back({interval.lo, interval.hi});
  }
  return ends;
}

uint64_t countOfDistinct(const ShardBoxes &boxes) {
  auto count = static_cast<uint64_t>(uniformVolume(boxes));
  SmallVector<int64_t, 4> at = boxes.grid.origin();
  for (const LinkedDims &part : linkedDims(boxes)) {
    std::set<std::vector<std::pair<int64_t, int64_t>>> known;
    uint64_t sum = 0;
    forEachPlace(boxes.grid, part.over, at, [&] {
      if (known.insert(endsAt(boxes, part.dims, at)).second)
        sum += static_cast<uint64_t>(volumeAt(boxes, part.dims, at));
    });
    count *= sum;
  }
  return count;
}

namespace {

/// Pairs of members, dimension by dimension where members differ in each by coordinates of its own.
class PairCounter {
public:
  PairCounter(const ShardBoxes &a, const ShardBoxes &b, ArrayRef<int> over)
      : a(a), b(b), over(over), grid(a.grid) {}

  uint64_t run() const {
    std::vector<CountFactor> factors;
    for (const SmallVector<int, 2> &dims : apart())
      factors.push_back(dims.size() == 1 ? line(dims.front()) : joint(dims));
    SmallVector<int, 2> fixed;
    for (const CountFactor &factor : factors)
      fixed = eitherOf(fixed, factor.over);
    uint64_t sum = 0;
    SmallVector<int64_t, 4> at = grid.origin();
    forEachPlace(grid, fixed, at, [&] {
      uint64_t product = 1;
      for (const CountFactor &factor : factors)
        product *= factor.at(grid, at);
      sum += product;
    });
    return sum * repeats(fixed);
  }

private:
  static SmallVector<int, 2> usedBy(const ShardBoxes &boxes, ArrayRef<int> dims) {
    SmallVector<int, 2> used;
    for (int dim : dims)
      used = eitherOf(used, boxes.dims[dim].over);
    return used;
  }
  SmallVector<int, 2> inGroup(SmallVector<int, 2> coordinates, bool inside) const {
    llvm::erase_if(coordinates, [&](int c) { return llvm::is_contained(over, c) != inside; });
    return coordinates;
  }
  static bool share(ArrayRef<int> x, ArrayRef<int> y) {
    return llvm::any_of(x, [&](int c) { return llvm::is_contained(y, c); });
  }

  /// Sets of dimensions that no member's coordinate has in common.
  std::vector<SmallVector<int, 2>> apart() const {
    std::vector<SmallVector<int, 2>> sets;
    for (int dim = 0; dim < static_cast<int>(a.dims.size()); ++dim) {
      SmallVector<int, 2> own = {dim};
      for (size_t k = sets.size(); k-- > 0;) {
        const bool linked =
            share(inGroup(usedBy(a, own), true), inGroup(usedBy(a, sets[k]), true)) ||
            share(inGroup(usedBy(b, own), true), inGroup(usedBy(b, sets[k]), true));
        if (!linked) continue;
        own.append(sets[k]);
        sets.erase(sets.begin() + k);
      }
      sets.push_back(std::move(own));
    }
    return sets;
  }

  /// How often each pair is met that the sum has once: coordinates that nothing depends on.
  uint64_t repeats(ArrayRef<int> fixed) const {
    SmallVector<int, 2> all;
    for (int dim = 0; dim < static_cast<int>(a.dims.size()); ++dim)
      all.push_back(dim);
    const SmallVector<int, 2> usedByA = usedBy(a, all), usedByB = usedBy(b, all);
    uint64_t times = 1;
    for (int c = 0; c < static_cast<int>(grid.counts.size()); ++c) {
      const auto count = static_cast<uint64_t>(grid.counts[c]);
      if (!llvm::is_contained(over, c)) {
        if (!llvm::is_contained(fixed, c)) times *= count;
        continue;
      }
      if (!llvm::is_contained(usedByA, c)) times *= count;
      if (!llvm::is_contained(usedByB, c)) times *= count;
    }
    return times;
  }

  /// Along one dimension, in order: where `a` begins or ends on a member, and where `b` does. In
  /// between, every `a` that is open meets every `b` that is.
  CountFactor line(int dim) const {
    const auto &x = a.dims[dim], &y = b.dims[dim];
    const SmallVector<int, 2> fixed = eitherOf(inGroup(x.over, false), inGroup(y.over, false));
    return tabulate<uint64_t>(grid, fixed, [&](Coordinates at) {
      std::map<int64_t, std::pair<int64_t, int64_t>> changes;
      addEnds(x, at, [&](int64_t where) -> int64_t & { return changes[where].first; });
      addEnds(y, at, [&](int64_t where) -> int64_t & { return changes[where].second; });
      uint64_t sum = 0;
      int64_t before = 0, openA = 0, openB = 0;
      for (const auto &[where, change] : changes) {
        sum += static_cast<uint64_t>(openA * openB) * static_cast<uint64_t>(where - before);
        openA += change.first;
        openB += change.second;
        before = where;
      }
      return sum;
    });
  }

  void addEnds(const Varying<Interval> &dim, Coordinates at,
               llvm::function_ref<int64_t &(int64_t)> change) const {
    SmallVector<int64_t, 4> member(at);
    forEachPlace(grid, inGroup(dim.over, true), member, [&] {
      const Interval &interval = dim.at(grid, member);
      if (interval.empty()) return;
      ++change(interval.lo);
      --change(interval.hi);
    });
  }

  CountFactor joint(ArrayRef<int> dims) const {
    const SmallVector<int, 2> byA = usedBy(a, dims), byB = usedBy(b, dims);
    return tabulate<uint64_t>(
        grid, eitherOf(inGroup(byA, false), inGroup(byB, false)), [&](Coordinates at) {
          uint64_t sum = 0;
          SmallVector<int64_t, 4> one(at), other(at);
          forEachPlace(grid, inGroup(byA, true), one, [&] {
            forEachPlace(grid, inGroup(byB, true), other, [&] { sum += common(dims, one, other); });
          });
          return sum;
        });
  }

  uint64_t common(ArrayRef<int> dims, Coordinates one, Coordinates other) const {
    uint64_t elements = 1;
    for (int dim : dims) {
      const Interval &x = a.dims[dim].at(grid, one), &y = b.dims[dim].at(grid, other);
      elements *=
          static_cast<uint64_t>(std::max<int64_t>(0, std::min(x.hi, y.hi) - std::max(x.lo, y.lo)));
    }
    return elements;
  }

  const ShardBoxes &a, &b;
  ArrayRef<int> over;
  const ShardGrid &grid;
};

} // namespace

uint64_t pairVolume(const ShardBoxes &a, const ShardBoxes &b, ArrayRef<int> over) {
  return PairCounter(a, b, over).run();
}

} // namespace shardc

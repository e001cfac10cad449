// SPDX-License-Identifier: Apache-2.0
// Dimensions that depend on no common coordinate differ apart from each other (linkedDims). So sums
// and maxima over all shards are products of those over such groups of dimensions, and comparisons
// go by the places of a group: nothing here counts shards one by one.
#include "analysis/boxes/shard_boxes.h"

#include "llvm/ADT/STLExtras.h"

#include <cassert>

namespace shardc {

using Coordinates = ArrayRef<int64_t>;

Box ShardBoxes::at(Coordinates coordinates) const {
  Box box;
  for (const auto &dim : dims)
    box.push_back(dim.at(grid, coordinates));
  return box;
}

Box dense(Box box) {
  for (Interval &interval : box)
    interval.step = 1;
  return box;
}

int64_t commonVolume(const Box &a, const Box &b) {
  int64_t common = 1;
  for (auto [x, y] : llvm::zip(a, b))
    common *= std::max<int64_t>(0, std::min(x.hi, y.hi) - std::max(x.lo, y.lo));
  return common;
}

ShardBoxes everywhere(const ShardGrid &grid, const Box &box) {
  ShardBoxes boxes{grid, {}};
  for (const Interval &interval : box)
    boxes.dims.push_back(uniform(interval));
  return boxes;
}

ShardBoxes boxesFrom(const ShardGrid &grid, ArrayRef<Box> perShard) {
  assert(static_cast<int64_t>(perShard.size()) == grid.size() && "one box per shard");
  ShardBoxes boxes{grid, {}};
  for (size_t dim = 0; dim < perShard.front().size(); ++dim) {
    std::vector<Interval> values;
    for (const Box &box : perShard)
      values.push_back({box[dim].lo, box[dim].hi, 1});
    boxes.dims.push_back(leastOver(grid, grid.all(), std::move(values)));
  }
  return boxes;
}

// What may be looked at apart.

SmallVector<LinkedDims, 4> linkedDims(const ShardBoxes &boxes) {
  SmallVector<LinkedDims, 4> linked;
  for (int dim = 0; dim < static_cast<int>(boxes.dims.size()); ++dim) {
    LinkedDims own{{dim}, boxes.dims[dim].over};
    if (own.over.empty()) continue;
    for (size_t k = linked.size(); k-- > 0;) {
      const auto shared = [&](int c) { return llvm::is_contained(own.over, c); };
      if (llvm::none_of(linked[k].over, shared)) continue;
      own.dims.append(linked[k].dims);
      own.over = eitherOf(own.over, linked[k].over);
      linked.erase(linked.begin() + k);
    }
    llvm::sort(own.dims);
    linked.push_back(std::move(own));
  }
  return linked;
}

int64_t uniformVolume(const ShardBoxes &boxes) {
  int64_t elements = 1;
  for (const auto &dim : boxes.dims)
    if (dim.isUniform()) elements *= dim.values.front().extent();
  return elements;
}

int64_t volumeAt(const ShardBoxes &boxes, ArrayRef<int> dims, Coordinates coordinates) {
  int64_t elements = 1;
  for (int dim : dims)
    elements *= boxes.dims[dim].at(boxes.grid, coordinates).extent();
  return elements;
}

template <typename T>
static T sumOfVolumes(const ShardBoxes &boxes) {
  auto all = static_cast<T>(uniformVolume(boxes));
  int64_t replicas = boxes.size();
  auto at = boxes.grid.origin();
  for (const LinkedDims &part : linkedDims(boxes)) {
    T sum = 0;
    forEachPlace(boxes.grid, part.over, at,
                 [&] { sum += static_cast<T>(volumeAt(boxes, part.dims, at)); });
    all *= sum;
    replicas /= boxes.grid.size(part.over);
  }
  return all * static_cast<T>(replicas);
}

double volumeOfAll(const ShardBoxes &boxes) { return sumOfVolumes<double>(boxes); }
uint64_t countOfAll(const ShardBoxes &boxes) { return sumOfVolumes<uint64_t>(boxes); }

int64_t largestVolume(const ShardBoxes &boxes) {
  int64_t largest = uniformVolume(boxes);
  auto at = boxes.grid.origin();
  for (const LinkedDims &part : linkedDims(boxes)) {
    int64_t most = 0;
    forEachPlace(boxes.grid, part.over, at,
                 [&] { most = std::max(most, volumeAt(boxes, part.dims, at)); });
    largest *= most;
  }
  return largest;
}

// Two lists.

SmallVector<int, 2> overEmpties(const ShardBoxes &boxes) {
  SmallVector<int, 2> over;
  for (const auto &dim : boxes.dims)
    if (llvm::any_of(dim.values, [](const Interval &interval) { return interval.empty(); }))
      over = eitherOf(over, dim.over);
  return over;
}

bool isEmptyAt(const ShardBoxes &boxes, Coordinates coordinates) {
  return llvm::any_of(boxes.dims, [&](const Varying<Interval> &dim) {
    return dim.at(boxes.grid, coordinates).empty();
  });
}

bool emptyEverywhere(const ShardBoxes &boxes) { return largestVolume(boxes) == 0; }

static bool within(const Interval &outer, const Interval &inner) {
  return outer.lo <= inner.lo && inner.hi <= outer.hi;
}

bool coversEverywhere(const ShardBoxes &outer, const ShardBoxes &inner) {
  if (emptyEverywhere(inner)) return true;
  const SmallVector<int, 2> empties = overEmpties(inner);
  auto at = inner.grid.origin();
  for (auto [out, in] : llvm::zip_equal(outer.dims, inner.dims)) {
    bool holds = true;
    forEachPlace(inner.grid, eitherOf(eitherOf(out.over, in.over), empties), at, [&] {
      holds =
          holds && (within(out.at(outer.grid, at), in.at(inner.grid, at)) || isEmptyAt(inner, at));
    });
    if (!holds) return false;
  }
  return true;
}

ShardBoxes commonOf(const ShardBoxes &a, const ShardBoxes &b) {
  ShardBoxes common{a.grid, {}};
  for (auto [x, y] : llvm::zip_equal(a.dims, b.dims))
    common.dims.push_back(
        tabulate<Interval>(a.grid, eitherOf(x.over, y.over), [&, &x = x, &y = y](Coordinates at) {
          const Interval one = x.at(a.grid, at), other = y.at(b.grid, at);
          const int64_t lo = std::max(one.lo, other.lo);
          return Interval{lo, std::max(lo, std::min(one.hi, other.hi)), 1};
        }));
  return common;
}

ShardBoxes hull(const ShardBoxes &a, const ShardBoxes &b) {
  if (emptyEverywhere(a)) return b;
  if (emptyEverywhere(b)) return a;
  const SmallVector<int, 2> empties = eitherOf(overEmpties(a), overEmpties(b));
  ShardBoxes around{a.grid, {}};
  for (auto [x, y] : llvm::zip_equal(a.dims, b.dims)) {
    const auto of = [&, &x = x, &y = y](Coordinates at) {
      const Interval one = x.at(a.grid, at), other = y.at(b.grid, at);
      if (isEmptyAt(a, at)) return other;
      if (isEmptyAt(b, at)) return one;
      return Interval{std::min(one.lo, other.lo), std::max(one.hi, other.hi), 1};
    };
    around.dims.push_back(
        tabulate<Interval>(a.grid, eitherOf(eitherOf(x.over, y.over), empties), of));
  }
  return around;
}

/// Whether on every shard the hull holds nothing that neither box has.
static bool mergesEverywhere(const ShardBoxes &a, const ShardBoxes &b) {
  // Where both have the same, all volumes have the same factor.
  SmallVector<int, 4> differing;
  SmallVector<int, 2> over = eitherOf(overEmpties(a), overEmpties(b));
  for (int dim = 0; dim < static_cast<int>(a.dims.size()); ++dim)
    if (a.dims[dim] != b.dims[dim]) {
      differing.push_back(dim);
      over = eitherOf(over, eitherOf(a.dims[dim].over, b.dims[dim].over));
    }
  bool merges = true;
  auto at = a.grid.origin();
  forEachPlace(a.grid, over, at, [&] {
    if (!merges || isEmptyAt(a, at) || isEmptyAt(b, at)) return;
    Box x, y;
    for (int dim : differing) {
      x.push_back(a.dims[dim].at(a.grid, at));
      y.push_back(b.dims[dim].at(b.grid, at));
    }
    merges = volume(hull(x, y)) <= volume(x) + volume(y) - commonVolume(x, y);
  });
  return merges;
}

/// More uses of a value are not kept apart: each is compared with all of them.
static constexpr size_t kMostUses = 64;

void addUse(SmallVectorImpl<ShardBoxes> &uses, ShardBoxes boxes) {
  for (const ShardBoxes &use : uses)
    if (coversEverywhere(use, boxes)) return;
  llvm::erase_if(uses, [&](const ShardBoxes &use) { return coversEverywhere(boxes, use); });
  for (size_t other = 0; other < uses.size(); ++other) {
    if (!mergesEverywhere(uses[other], boxes)) continue;
    ShardBoxes both = hull(boxes, uses[other]);
    uses.erase(uses.begin() + other);
    return addUse(uses, std::move(both));
  }
  if (uses.size() == kMostUses) return addUse(uses, hull(boxes, uses.pop_back_val()));
  uses.push_back(std::move(boxes));
}

} // namespace shardc

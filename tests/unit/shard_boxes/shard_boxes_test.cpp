// SPDX-License-Identifier: Apache-2.0
// Boxes on all shards at once, against the same done shard by shard: random boxes on small grids,
// whose dimensions depend on any of the coordinates and may be empty.
#include "analysis/boxes/shard_boxes.h"
#include "codegen/check/check_groups.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <random>
#include <set>

using namespace shardc;

namespace {

using Random = std::mt19937;

int64_t below(Random &random, int64_t end) {
  return std::uniform_int_distribution<int64_t>(0, end - 1)(random);
}

ShardGrid randomGrid(Random &random) {
  ShardGrid grid;
  for (int64_t c = below(random, 3); c >= 0; --c)
    grid.counts.push_back(1 + below(random, 4));
  return grid;
}

SmallVector<int, 2> randomOver(const ShardGrid &grid, Random &random) {
  SmallVector<int, 2> over;
  for (int c = 0; c < static_cast<int>(grid.counts.size()); ++c)
    if (below(random, 2)) over.push_back(c);
  return over;
}

ShardBoxes randomBoxes(const ShardGrid &grid, size_t rank, Random &random) {
  ShardBoxes boxes{grid, {}};
  for (size_t dim = 0; dim < rank; ++dim)
    boxes.dims.push_back(tabulate<Interval>(grid, randomOver(grid, random), [&](ArrayRef<int64_t>) {
      const int64_t lo = below(random, 6);
      return Interval{lo, lo + below(random, 5), 1};
    }));
  return boxes;
}

std::string text(const ShardBoxes &boxes) {
  std::string all;
  for (int64_t shard = 0; shard < boxes.size(); ++shard)
    all += " " + str(boxes[shard]);
  return all;
}

/// Calls `look(a, b, random)` for many pairs of boxes on one grid.
template <typename Look>
void forPairs(Look look) {
  Random random(7);
  for (int round = 0; round < 3000 && !testing::Test::HasFailure(); ++round) {
    const ShardGrid grid = randomGrid(random);
    const auto rank = static_cast<size_t>(below(random, 4));
    const ShardBoxes a = randomBoxes(grid, rank, random), b = randomBoxes(grid, rank, random);
    SCOPED_TRACE(text(a) + " and" + text(b));
    look(a, b, random);
  }
}

TEST(Varying, DependsOnNoMoreThanItMust) {
  const ShardGrid grid{{2, 3, 2}};
  const auto sum =
      tabulate<int64_t>(grid, {0, 1, 2}, [](ArrayRef<int64_t> at) { return 10 * at[0] + at[2]; });
  EXPECT_EQ(sum.over, (SmallVector<int, 2>{0, 2}));
  EXPECT_EQ(*sum.values, (std::vector<int64_t>{0, 1, 10, 11}));
  EXPECT_EQ(sum.at(grid, {1, 2, 0}), 10);
}

TEST(Varying, FewDevicesAreAllTypicalOnes) {
  EXPECT_EQ(typicalPlaces(ShardGrid{{4, 16}}).size(), 64U);
  const auto places = typicalPlaces(ShardGrid{{256, 256}});
  EXPECT_EQ(places.size(), 9U);
  EXPECT_EQ(places.back(), (SmallVector<int64_t, 4>{255, 255}));
  EXPECT_LE(typicalPlaces(ShardGrid{SmallVector<int64_t, 4>(16, 2)}).size(), 128U);
}

TEST(ShardBoxes, AreTheListThatTheyComeFrom) {
  forPairs([](const ShardBoxes &a, const ShardBoxes &, Random &) {
    std::vector<Box> list;
    for (int64_t shard = 0; shard < a.size(); ++shard)
      list.push_back(a[shard]);
    EXPECT_EQ(boxesFrom(a.grid, list), a);
  });
}

TEST(ShardBoxes, CountElements) {
  forPairs([](const ShardBoxes &a, const ShardBoxes &, Random &) {
    int64_t all = 0, most = 0;
    for (int64_t shard = 0; shard < a.size(); ++shard) {
      all += volume(a[shard]);
      most = std::max(most, volume(a[shard]));
    }
    EXPECT_EQ(volumeOfAll(a), static_cast<double>(all));
    EXPECT_EQ(countOfAll(a), static_cast<uint64_t>(all));
    EXPECT_EQ(largestVolume(a), most);
    EXPECT_EQ(emptyEverywhere(a), all == 0);
  });
}

TEST(ShardBoxes, CoverWhatEachOfThemCovers) {
  int covered = 0;
  forPairs([&](const ShardBoxes &a, const ShardBoxes &b, Random &random) {
    for (const ShardBoxes &outer : {a, hull(a, b)}) {
      bool expected = true;
      for (int64_t shard = 0; shard < a.size(); ++shard)
        expected = expected && covers(outer[shard], b[shard]);
      EXPECT_EQ(coversEverywhere(outer, b), expected);
      covered += expected;
    }
  });
  EXPECT_GT(covered, 3000);
}

TEST(ShardBoxes, HaveTheHullAndTheIntersectionOfEach) {
  forPairs([](const ShardBoxes &a, const ShardBoxes &b, Random &) {
    const ShardBoxes around = hull(a, b), common = commonOf(a, b);
    for (int64_t shard = 0; shard < a.size(); ++shard) {
      const Box expected = hull(a[shard], b[shard]);
      if (!isEmpty(expected)) EXPECT_EQ(str(around[shard]), str(expected));
      EXPECT_EQ(isEmpty(around[shard]), isEmpty(expected));
      EXPECT_EQ(volume(common[shard]), commonVolume(a[shard], b[shard]));
    }
  });
}

TEST(ShardBoxes, UsesMergeWhereTheirHullHoldsNothingElse) {
  int merged = 0;
  forPairs([&](const ShardBoxes &a, const ShardBoxes &b, Random &) {
    bool holds = true, within = true, around = true;
    for (int64_t shard = 0; shard < a.size(); ++shard) {
      const Box &x = a[shard], &y = b[shard];
      within = within && covers(x, y);
      around = around && covers(y, x);
      if (!isEmpty(x) && !isEmpty(y))
        holds = holds && volume(hull(x, y)) <= volume(x) + volume(y) - commonVolume(x, y);
    }
    SmallVector<ShardBoxes, 2> uses;
    addUse(uses, a);
    addUse(uses, b);
    EXPECT_EQ(uses.size(), holds || within || around ? 1U : 2U);
    merged += holds && !within && !around;
  });
  EXPECT_GT(merged, 100);
}

/// The devices that differ from one in these coordinates only.
std::vector<int64_t> groupOf(const ShardGrid &grid, int64_t device, ArrayRef<int> over) {
  std::vector<int64_t> members;
  const auto own = grid.coordinatesOf(device);
  for (int64_t other = 0; other < grid.size(); ++other) {
    auto at = grid.coordinatesOf(other);
    for (int c : over)
      at[c] = own[c];
    if (at == own) members.push_back(other);
  }
  return members;
}

TEST(CheckGroups, CountsWhatMembersHaveInCommon) {
  forPairs([](const ShardBoxes &a, const ShardBoxes &b, Random &random) {
    const SmallVector<int, 2> over = randomOver(a.grid, random);
    uint64_t expected = 0;
    for (int64_t device = 0; device < a.size(); ++device)
      for (int64_t member : groupOf(a.grid, device, over))
        expected += static_cast<uint64_t>(commonVolume(a[device], b[member]));
    EXPECT_EQ(pairVolume(a, b, over), expected);
  });
}

} // namespace

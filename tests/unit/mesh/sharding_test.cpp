// SPDX-License-Identifier: Apache-2.0
// Boxes of shardings, and Shardy's text to and from them.
#include "frontend/frontend.h"
#include "frontend/ir/sharding/algebra/sharding.h"
#include "frontend/ir/sharding/notations/shardy.h"

#include "mlir/AsmParser/AsmParser.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <map>
#include <random>
#include <set>

using namespace shardc;

namespace {

/// Axes of 4, 3 and 2; x may be used in halves.
Mesh exampleMesh() { return {"mesh", {{"x", 4}, {"y", 3}, {"z", 2}}, {}}; }

class RandomSharding {
public:
  explicit RandomSharding(unsigned seed) : random(seed) {}

  Sharding next(size_t rank) {
    Sharding sharding = replicatedSharding(rank);
    std::vector<AxisRef> parts = {{0, 1, 4}, {1, 1, 3}, {2, 1, 2}};
    if (random() % 2) parts = {{0, 1, 2}, {0, 2, 2}, {1, 1, 3}, {2, 1, 2}};
    std::shuffle(parts.begin(), parts.end(), random);
    for (const AxisRef &part : parts) {
      const size_t to = random() % (rank + 3);
      if (to < rank)
        append(sharding.dims[to].axes, part);
      else if (to < rank + 2)
        (to == rank ? sharding.replicated : sharding.unreduced).push_back(part);
    }
    for (DimSharding &dim : sharding.dims) {
      dim.open = random() % 2;
      if (dim.open || !dim.axes.empty()) dim.priority = static_cast<int64_t>(random() % 3);
    }
    for (AxisList *list : {&sharding.replicated, &sharding.unreduced}) {
      llvm::sort(*list);
      AxisList joined;
      for (const AxisRef &part : *list)
        append(joined, part);
      *list = joined;
    }
    if (!sharding.unreduced.empty()) sharding.unreducedBy = static_cast<UnreducedBy>(random() % 3);
    return sharding;
  }

  std::mt19937 random;
};

TEST(ShardingText, ReadsWhatItWrites) {
  const auto context = makeContext();
  const Mesh mesh = exampleMesh();
  RandomSharding shardings(1);
  for (int k = 0; k < 2000; ++k) {
    const size_t rank = k % 4;
    const Sharding sharding = shardings.next(rank);
    std::string text;
    llvm::raw_string_ostream(text) << attributeOf(sharding, mesh, context.get());
    EXPECT_EQ(text, "#sdy.sharding<@mesh, " + str(sharding, mesh) + ">");
    const mlir::Attribute read = mlir::parseAttribute(text, context.get());
    ASSERT_TRUE(read) << text;
    const auto again = shardingOf(read, mesh, rank, mlir::UnknownLoc::get(context.get()));
    ASSERT_TRUE(again) << text;
    EXPECT_EQ(*again, sharding) << text;
  }
}

TEST(ShardingText, AxesOfSizeOneAreLeftOutAndNeighboursJoined) {
  const auto context = makeContext();
  const Mesh mesh = {"mesh", {{"x", 4}, {"one", 1}}, {}};
  const auto read = [&](const char *text) {
    const auto sharding = shardingOf(mlir::parseAttribute(text, context.get()), mesh, 1,
                                     mlir::UnknownLoc::get(context.get()));
    return sharding ? str(*sharding, mesh) : "none";
  };
  EXPECT_EQ(read(R"(#sdy.sharding<@mesh, [{"one", "x"}]>)"), R"([{"x"}])");
  EXPECT_EQ(read(R"(#sdy.sharding<@mesh, [{"x":(2)2, ?}p1]>)"), R"([{"x":(2)2, ?}p1])");
}

TEST(Boxes, EveryElementIsOnAsManyDevicesAsTheFreeAxesHave) {
  const Mesh mesh = exampleMesh();
  RandomSharding shardings(2);
  for (int k = 0; k < 500; ++k) {
    const Sharding sharding = shardings.next(2);
    const int64_t shape[] = {1 + static_cast<int64_t>(shardings.random() % 9),
                             static_cast<int64_t>(shardings.random() % 13)};
    std::vector<int> holders(shape[0] * shape[1]);
    int64_t largest[] = {0, 0}, smallest[] = {99, 99};
    for (int64_t device = 0; device < mesh.devices(); ++device) {
      const Box box = boxOn(sharding, shape, mesh, coordinatesAt(mesh, device));
      for (int64_t i = box[0].lo; i < box[0].hi; ++i)
        for (int64_t j = box[1].lo; j < box[1].hi; ++j)
          ++holders[i * shape[1] + j];
      for (size_t dim : {0, 1}) {
        largest[dim] = std::max(largest[dim], box[dim].extent());
        smallest[dim] = std::min(smallest[dim], box[dim].extent());
      }
    }
    for (int count : holders)
      EXPECT_EQ(count, mesh.devices() / product(sharding.used()));
    for (size_t dim : {0, 1})
      EXPECT_LE(largest[dim] - smallest[dim], 1);
  }
}

TEST(Boxes, MoreAxesOnlyRefine) {
  const Mesh mesh = exampleMesh();
  RandomSharding shardings(3);
  for (int k = 0; k < 500; ++k) {
    const Sharding fine = shardings.next(1);
    const int64_t extent = static_cast<int64_t>(shardings.random() % 14);
    Sharding coarse = fine;
    if (!coarse.dims[0].axes.empty()) coarse.dims[0].axes.pop_back();
    // The boxes of the fine one that lie in a coarse one fill it.
    std::map<int64_t, std::pair<Box, std::set<int64_t>>> byPlace;
    for (int64_t device = 0; device < mesh.devices(); ++device) {
      const auto at = coordinatesAt(mesh, device);
      auto &[box, filled] = byPlace[placeOn(coarse.dims[0].axes, mesh, at)];
      box = boxOn(coarse, extent, mesh, at);
      const Box part = boxOn(fine, extent, mesh, at);
      EXPECT_TRUE(covers(box, part));
      for (int64_t i = part[0].lo; i < part[0].hi; ++i)
        filled.insert(i);
    }
    for (const auto &[place, of] : byPlace)
      EXPECT_EQ(static_cast<int64_t>(of.second.size()), of.first[0].extent());
  }
}

TEST(Boxes, ExtentsSmallerThanThePartsLeaveSomeEmpty) {
  const Mesh mesh = {"mesh", {{"x", 4}}, {}};
  Sharding sharding = replicatedSharding(1);
  sharding.dims[0].axes.push_back(wholeAxis(mesh, 0));
  std::string text;
  for (int64_t extent : {1, 3, 6, 8})
    for (int64_t device = 0; device < 4; ++device)
      text += str(boxOn(sharding, extent, mesh, {device}));
  EXPECT_EQ(text, "[0:1][1:1][1:1][1:1]"
                  "[0:1][1:2][2:3][3:3]"
                  "[0:2][2:3][3:5][5:6]"
                  "[0:2][2:4][4:6][6:8]");
}

} // namespace

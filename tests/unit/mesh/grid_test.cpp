// SPDX-License-Identifier: Apache-2.0
// Meshes as grids of coordinates, compared with the places of devices.
#include "tests/unit/mesh/parts.h"

#include "analysis/mesh/device_grid.h"

#include "gtest/gtest.h"

#include <numeric>
#include <set>

using namespace shardc;
using namespace shardc::test;

namespace {

TEST(Grid, CutsAxesWhereAnyPartBeginsOrEnds) {
  const Mesh mesh = meshOf({8, 3});
  const DeviceGrid grid = gridOf(mesh, {{0, 2, 2}});
  EXPECT_EQ(text(grid.coordinates, mesh), "{x:(1)2, x:(2)2, x:(4)2, y}");
  EXPECT_EQ(coordinatesOf(AxisList{{0, 2, 4}}, grid), (llvm::SmallVector<int, 2>{1, 2}));
}

TEST(Grid, PartsThatComeFirstCutAnAxis) {
  const Mesh mesh = meshOf({12});
  EXPECT_EQ(text(gridOf(mesh, {{0, 1, 2}, {0, 1, 3}}).coordinates, mesh), "{x:(1)2, x:(2)6}");
  EXPECT_EQ(text(gridOf(mesh, {{0, 1, 3}, {0, 1, 2}}).coordinates, mesh), "{x:(1)3, x:(3)4}");
  const DeviceGrid grid = gridOf(mesh, {{0, 1, 4}, {0, 2, 3}, {0, 1, 2}});
  EXPECT_EQ(text(grid.coordinates, mesh), "{x:(1)2, x:(2)2, x:(4)3}");
  EXPECT_EQ(coordinatesOf(AxisList{{0, 2, 3}}, grid), (llvm::SmallVector<int, 2>{1, 2}));
  EXPECT_EQ(coordinatesOf(AxisList{{0, 1, 3}}, grid), (llvm::SmallVector<int, 2>{0, 1, 2}));
}

TEST(Grid, CoordinatesAreExactlyTheUsedParts) {
  int64_t cases = 0;
  for (const Mesh &mesh : meshes())
    for (const AxisList &used : someLists(mesh)) {
      ++cases;
      const DeviceGrid grid = gridOf(mesh, used);
      EXPECT_EQ(product(grid.coordinates), mesh.devices());
      std::vector<int64_t> positions(mesh.devices());
      std::iota(positions.begin(), positions.end(), 0);
      EXPECT_EQ(placesOn(grid.coordinates, mesh), positions);
      for (const AxisRef &part : used) {
        AxisList of;
        for (int coordinate : coordinatesOf(part, grid))
          append(of, grid.coordinates[coordinate]);
        EXPECT_EQ(of, AxisList{part}) << text(used, mesh);
      }
    }
  std::printf("gridOf: %lld lists\n", static_cast<long long>(cases));
}

/// Per device its places on some coordinates of a grid.
std::vector<std::vector<int64_t>> placesOver(ArrayRef<int> over, const DeviceGrid &grid) {
  std::vector<std::vector<int64_t>> all(grid.devices());
  for (int coordinate : over)
    for (auto [places, place] :
         llvm::zip_equal(all, placesOn(grid.coordinates[coordinate], grid.mesh)))
      places.push_back(place);
  return all;
}

/// How many different ones there are.
template <typename T>
size_t countOf(const std::vector<T> &all) {
  return std::set<T>(all.begin(), all.end()).size();
}

TEST(Grid, OfAnyPartsSaysWhereDevicesAreOnAnyList) {
  int64_t cases = 0;
  for (const Mesh &mesh : meshes())
    for (const AxisRef &one : everyPart(mesh))
      for (const AxisRef &other : everyPart(mesh)) {
        const DeviceGrid grid = gridOf(mesh, {one, other});
        EXPECT_EQ(product(grid.coordinates), mesh.devices());
        for (const AxisList &list : someLists(mesh)) {
          ++cases;
          const auto at = placesOver(coordinatesOf(list, grid), grid);
          const auto places = placesOn(list, mesh);
          std::map<std::vector<int64_t>, int64_t> known;
          for (size_t device = 0; device < at.size(); ++device)
            EXPECT_EQ(known.try_emplace(at[device], places[device]).first->second, places[device])
                << text(list, mesh) << " over " << text(grid.coordinates, mesh);
        }
      }
  std::printf("coordinatesOf: %lld lists and grids\n", static_cast<long long>(cases));
}

TEST(Grid, SplitApartGivesADeviceAShareOfWhatOthersHoldToo) {
  int64_t cases = 0, split = 0;
  for (const Mesh &mesh : meshes())
    for (const AxisRef &first : everyPart(mesh)) {
      const DeviceGrid grid = gridOf(mesh, {first});
      for (const AxisList &list : someLists(mesh)) {
        Sharding sharding = replicatedSharding(2);
        for (auto [number, axis] : llvm::enumerate(list))
          append(sharding.dims[number % 2].axes, axis);
        const Sharding apart = splitApart(sharding, grid);
        ++cases;
        split += apart != sharding;
        std::vector<std::pair<int64_t, int64_t>> places;
        for (auto [before, after] : llvm::zip_equal(sharding.dims, apart.dims)) {
          EXPECT_TRUE(isPrefix(before.axes, after.axes)) << text(list, mesh);
          EXPECT_TRUE(isCanonical(after.axes, mesh)) << text(after.axes, mesh);
        }
        const auto rows = placesOn(apart.dims[0].axes, mesh);
        const auto columns = placesOn(apart.dims[1].axes, mesh);
        for (auto [row, column] : llvm::zip_equal(rows, columns))
          places.push_back({row, column});
        // As many parts as there are places on the coordinates that it depends on, and no other.
        const auto over = coordinatesOf(sharding.used(), grid);
        EXPECT_EQ(coordinatesOf(apart.used(), grid), over) << text(list, mesh);
        EXPECT_EQ(countOf(places), countOf(placesOver(over, grid)))
            << text(list, mesh) << " over " << text(grid.coordinates, mesh);
      }
    }
  std::printf("splitApart: %lld shardings, %lld split further\n", static_cast<long long>(cases),
              static_cast<long long>(split));
}

} // namespace

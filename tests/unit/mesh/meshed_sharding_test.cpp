// SPDX-License-Identifier: Apache-2.0
// Shardings that go from one mesh to another, held against every list of parts of axes there is.
#include "frontend/ir/sharding/notations/shardy.h"

#include "tests/unit/mesh/boxes.h"
#include "tests/unit/mesh/parts.h"

#include "gtest/gtest.h"

#include <map>
#include <numeric>
#include <random>

using namespace shardc;
using namespace shardc::test;

namespace {

MeshedSharding splitBy(const Mesh &mesh, const AxisList &list) {
  MeshedSharding given{mesh, replicatedSharding(1)};
  given.sharding.dims[0].axes = list;
  return given;
}

std::string boxesOn(const Mesh &mesh, const AxisList &list) {
  return joined(boxesOf(splitBy(mesh, list), {mesh.devices()}));
}

/// Goes from every list on one mesh to the other; the boxes stay, and where it does not go, no list
/// of the other mesh has these boxes. Returns how many went.
int compareAll(const Mesh &from, const Mesh &to) {
  std::map<std::string, AxisList> sayable;
  for (const AxisList &list : someLists(to))
    sayable[boxesOn(to, list)] = list;
  int went = 0;
  for (const AxisList &list : someLists(from)) {
    const std::string wanted = boxesOn(from, list);
    const auto moved = onMesh(splitBy(from, list), to);
    EXPECT_EQ(moved.has_value(), sayable.count(wanted) == 1)
        << text(list, from) << " of " << from.str() << " on " << to.str() << ": " << wanted;
    if (!moved) continue;
    EXPECT_TRUE(isCanonical(moved->dims[0].axes, to)) << text(moved->dims[0].axes, to);
    EXPECT_EQ(boxesOn(to, moved->dims[0].axes), wanted) << text(list, from);
    ++went;
  }
  return went;
}

TEST(OnMesh, GoesWhereverThereAreAxes) {
  int went = 0;
  for (const Mesh &from : meshes())
    for (const Mesh &to : meshes())
      if (from.devices() == to.devices()) went += compareAll(from, to);
  EXPECT_GT(went, 200);
}

TEST(OnMesh, MindsTheOrderOfDevices) {
  std::mt19937 random(1);
  int went = 0;
  for (int round = 0; round < 40; ++round)
    for (const auto &sizes : {std::vector<int64_t>{2, 3}, {4, 2}, {8}, {2, 2, 2}}) {
      Mesh from = meshOf(sizes), to = from;
      from.deviceIds.resize(from.devices());
      std::iota(from.deviceIds.begin(), from.deviceIds.end(), 0);
      to.deviceIds = from.deviceIds;
      // Some swaps of two leave blocks together.
      for (int swaps = round % 4; swaps > 0; --swaps)
        std::swap(from.deviceIds[random() % from.devices()],
                  from.deviceIds[random() % from.devices()]);
      if (round % 2) std::shuffle(to.deviceIds.begin(), to.deviceIds.end(), random);
      went += compareAll(from, to);
    }
  EXPECT_GT(went, 400);
}

TEST(OnMesh, KeepsWhatElseIsSaid) {
  const Mesh from = meshOf({2, 2, 2}), to = meshOf({4, 2});
  MeshedSharding given{from, replicatedSharding(2)};
  given.sharding.dims[0] = {{}, true, 3};
  given.sharding.dims[1] = {{wholeAxis(from, 2)}, true, 0};
  given.sharding.unreduced = {wholeAxis(from, 1)};
  given.sharding.replicated = {wholeAxis(from, 0)};
  const auto moved = onMesh(given, to);
  ASSERT_TRUE(moved);
  EXPECT_EQ(str(*moved, to), R"([{?}p3, {"y", ?}], replicated={"x":(1)2}, unreduced={"x":(2)2})");
}

TEST(OnMesh, FindsTheOneDeviceByItsId) {
  const auto lone = [](int64_t device, size_t rank = 1) {
    return MeshedSharding{{"", {}, {device}}, replicatedSharding(rank)};
  };
  EXPECT_EQ(onMesh(lone(0), meshOf({1})), replicatedSharding(1));
  EXPECT_FALSE(onMesh(lone(1), meshOf({1})));
  Mesh mesh = meshOf({2, 2});
  EXPECT_EQ(onMesh(lone(3), mesh)->onlyOn, 3);
  EXPECT_FALSE(onMesh(lone(4), mesh));
  EXPECT_FALSE(onMesh(lone(3, /*rank=*/0), mesh));
  mesh.deviceIds = {3, 1, 2, 0};
  EXPECT_EQ(onMesh(lone(3), mesh)->onlyOn, 0);
  EXPECT_EQ(onMesh({mesh, shardingOnly(1, 0, mesh)}, meshOf({4}))->onlyOn, 3);
}

Mesh nameless(std::vector<int64_t> sizes) {
  Mesh mesh = test::meshOf(sizes);
  for (MeshAxis &axis : mesh.axes)
    axis.name.clear();
  return mesh;
}
MeshedSharding firstOf(std::vector<int64_t> sizes, std::vector<int64_t> ids = {}) {
  Mesh mesh = nameless(sizes);
  mesh.deviceIds = ids;
  return splitBy(mesh, {wholeAxis(mesh, 0)});
}

TEST(CommonMesh, HasAxesForAll) {
  struct {
    std::vector<MeshedSharding> all;
    const char *mesh;
  } const rows[] = {
      {{}, "_axis_0=1"},
      {{{{}, replicatedSharding(1)}}, "_axis_0=1"},
      {{firstOf({8})}, "_axis_0=8"},
      {{firstOf({2, 4})}, "_axis_0=2, _axis_1=4"},
      {{firstOf({2, 4}), firstOf({4, 2})}, "_axis_0=2, _axis_1=2, _axis_2=2"},
      {{{{}, replicatedSharding(1)}, firstOf({3, 2})}, "_axis_0=3, _axis_1=2"},
      {{firstOf({2, 3}), firstOf({3, 2})}, "misfit 1"},
      {{firstOf({8}), firstOf({4})}, "misfit 1"},
      {{firstOf({2, 2}, {0, 1, 3, 2})}, "_axis_0=2, _axis_1=2"},
      {{firstOf({4}, {0, 1, 3, 2})}, "_axis_0=4"},
      {{firstOf({4}, {0, 1, 3, 2}), firstOf({4}, {0, 1, 3, 2})}, "_axis_0=4"},
      {{firstOf({2, 2}), firstOf({4}, {0, 1, 3, 2})}, "_axis_0=2, _axis_1=2"},
      {{firstOf({4}), firstOf({4}, {0, 1, 3, 2})}, "misfit 1"},
      {{firstOf({4}, {0, 2, 1, 3}), firstOf({4})}, "_axis_0=2, _axis_1=2"},
      {{firstOf({2, 4}), splitBy(test::meshOf({4, 2}), {})}, "x=4, y=2"},
      {{splitBy(test::meshOf({3, 2}), {}), firstOf({2, 3})}, "misfit 1"},
  };
  for (const auto &row : rows) {
    const CommonMesh common = commonMesh(row.all);
    EXPECT_EQ(common.misfit ? "misfit " + std::to_string(*common.misfit) : common.mesh.str(),
              row.mesh);
    for (size_t k = 0; k < row.all.size() && !common.misfit; ++k)
      EXPECT_TRUE(onMesh(row.all[k], common.mesh)) << row.mesh;
  }
}

} // namespace

// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/sharding/algebra/cut_mesh.h"
#include "tests/unit/mesh/parts.h"

#include "gtest/gtest.h"

using namespace shardc;
using namespace shardc::test;

namespace {

TEST(CutMesh, PiecesAreAxesOfTheSameDevices) {
  const Mesh mesh{"mesh", {{"one", 1}, {"x", 12}, {"y", 2}}, {}};
  const CutMesh cut = cutMesh(mesh, {{1, 2, 3}});
  EXPECT_EQ(cut.cut.str(), "x:(1)2=2, x:(2)3=3, x:(6)2=2, y=2");
  EXPECT_EQ(cutMesh(mesh, {}).cut.str(), "x=12, y=2");
}

/// Every part of every axis, however another one cuts the mesh.
TEST(CutMesh, ListsThereAndBackSayTheSame) {
  for (const Mesh &mesh : {test::meshOf({12}), test::meshOf({4, 6}), test::meshOf({8, 3})})
    for (const AxisRef &used : everyPart(mesh)) {
      const CutMesh meshes = cutMesh(mesh, {used});
      ASSERT_EQ(meshes.cut.devices(), mesh.devices());
      for (const AxisRef &part : everyPart(mesh)) {
        const AxisList list = {part};
        const auto pieces = meshes.cutUp(list);
        ASSERT_EQ(pieces.has_value(), nest(part, used)) << str(part, mesh) << str(used, mesh);
        if (!pieces) continue;
        EXPECT_EQ(meshes.joined(*pieces), list);
        EXPECT_EQ(placesOn(list, mesh), placesOn(*pieces, meshes.cut));
      }
    }
}

} // namespace

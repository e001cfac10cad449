// SPDX-License-Identifier: Apache-2.0
// Values of a sharding group lie alike.
#include "frontend/ir/names.h"
#include "tests/support/compile.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace shardc::test {
namespace {

/// y = -x and z = w + w are of one group; x lies on the mesh, and nothing is said of w.
std::string grouped(const std::string &w, const std::string &group = "7") {
  return "sdy.mesh @mesh = <[\"a\"=2]>\n"
         "func.func public @main(%x: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, "
         "[{\"a\"}, {}]>}, %w: " +
         w + ") -> (tensor<4x6xf32>, " + w +
         ") {\n  %y = stablehlo.negate %x : tensor<4x6xf32>\n  %z = stablehlo.add %w, %w : " + w +
         "\n  sdy.sharding_group %y group_id=" + group +
         " : tensor<4x6xf32>\n  sdy.sharding_group %z group_id=" + group + " : " + w +
         "\n  return %y, %z : tensor<4x6xf32>, " + w + "\n}\n";
}

Compiled onMesh(const std::string &program) {
  return compile(program, R"({"shardc": 1, "kind": "sharding", "mesh": "a=2"})");
}

TEST(Alike, MembersTakeTheShardingsOfOthers) {
  const Compiled c = onMesh(grouped("tensor<4x6xf32>"));
  ASSERT_TRUE(c.plan) << c.messages();
  const auto w = entryOf(*c.program).getArgument(1);
  EXPECT_EQ(shortText(c.propagation->sharding(w), c.propagation->mesh), "[a, -]");
}

TEST(Alike, MembersLieAlikeWhereOthersWouldHaveThemOtherwise) {
  // The transpose ties the rows of u, which lie on the mesh, to the columns of t.
  const Compiled c = onMesh(
      "sdy.mesh @mesh = <[\"a\"=2]>\n"
      "func.func public @main(%x: tensor<4x4xf32>, %s: tensor<4x4xf32>) -> tensor<4x4xf32> {\n"
      "  %t = stablehlo.tanh %s : tensor<4x4xf32>\n"
      "  %u = sdy.sharding_constraint %x <@mesh, [{\"a\"}, {}]> : tensor<4x4xf32>\n"
      "  sdy.sharding_group %t group_id=1 : tensor<4x4xf32>\n"
      "  sdy.sharding_group %u group_id=1 : tensor<4x4xf32>\n"
      "  %v = stablehlo.transpose %u, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>\n"
      "  %r = stablehlo.add %t, %v : tensor<4x4xf32>\n  return %r : tensor<4x4xf32>\n}\n");
  ASSERT_TRUE(c.plan) << c.messages();
  std::vector<std::string> members;
  entryOf(*c.program).walk([&](mlir::Operation *op) {
    if (op->getName().getStringRef() == "sdy.group_member")
      members.push_back(shortText(c.propagation->sharding(op->getResult(0)), c.propagation->mesh));
  });
  EXPECT_EQ(members, (std::vector<std::string>{"[a, -]", "[a, -]"}));
}

TEST(Alike, GroupsHaveAnyNumber) {
  for (const char *group : {"0", "9223372036854775807", "-9223372036854775808"}) {
    const Compiled c = onMesh(grouped("tensor<4x6xf32>", group));
    ASSERT_TRUE(c.plan) << group << c.messages();
    const auto w = entryOf(*c.program).getArgument(1);
    EXPECT_EQ(shortText(c.propagation->sharding(w), c.propagation->mesh), "[a, -]");
  }
}

TEST(Alike, MembersAreOfOneShape) {
  const Compiled c = onMesh(grouped("tensor<6x4xf32>"));
  EXPECT_FALSE(c.plan);
  EXPECT_THAT(c.messages(), testing::HasSubstr("[shape-mismatch] values of sharding group 7"));
}

} // namespace
} // namespace shardc::test

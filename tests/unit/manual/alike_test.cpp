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

/// y = tanh(-x) and z = tanh(-w), whose negated are %u and %v: how w lies, where x is split by
/// rows.
std::string liesWith(const std::string &members, const std::string &onV = "") {
  const Compiled c =
      compile(R"({"shardc": 1, "kind": "program", "name": "p",
      "inputs": [{"name": "x", "shape": [4, 6], "dtype": "f32"},
                 {"name": "w", "shape": [4, 6], "dtype": "f32"}],
      "ops": [{"name": "u", "op": "negate", "in": ["x"]},
              {"name": "v", "op": "negate", "in": ["w"])" +
                  onV + R"(},
              {"name": "y", "op": "tanh", "in": ["u"]}, {"name": "z", "op": "tanh", "in": ["v"]}],
      "outputs": ["y", "z"]})",
              R"({"shardc": 1, "kind": "sharding", "mesh": "a=2", )" + members + "}");
  return c.plan ? c.plan->inputs[1].sharding : c.messages();
}

std::string hlo(const std::string &text) { return R"({"hlo": "{)" + text + R"(}"})"; }

TEST(Alike, ConfigsPutValuesIntoGroups) {
  const std::string rows = "devices=[2,1]<=[2]", x = R"("inputs": {"x": ["a"]}, )",
                    grouped = R"("inputs": {"x": )" + hlo(rows + " shard_as 1") + "}, ";
  EXPECT_EQ(liesWith(R"("inputs": {"x": ["a"]})"), "[-, -]");
  EXPECT_EQ(liesWith(R"("inputs": {"x": )" + hlo(rows + " shard_as 1") + R"(, "w": )" +
                     hlo("unknown shard_like 1") + "}"),
            "[a, -]");
  EXPECT_EQ(liesWith(x + R"("values": {"u": )" + hlo("unknown shard_as 1") + R"(, "v": )" +
                     hlo("unknown shard_as 1") + "}"),
            "[a, -]");
  EXPECT_EQ(liesWith(x + R"("outputs": [)" + hlo("unknown shard_as 1") + ", " +
                     hlo("unknown shard_as 1") + "]"),
            "[a, -]");
  EXPECT_EQ(liesWith(grouped + R"("outputs": {"z": )" + hlo("unknown shard_as 2") + "}"), "[-, -]");
  // One placement of two, and an op of the program.
  EXPECT_EQ(liesWith(grouped + R"("outputs": {"z": {"made": )" + hlo("unknown shard_as 1") +
                     R"(, "leaves": []}})"),
            "[a, -]");
  EXPECT_EQ(liesWith(grouped + R"("outputs": {"z": ["?", "?"]})",
                     R"(, "sharding": )" + hlo("unknown shard_as 1")),
            "[a, -]");
}

TEST(Alike, PlacementOutsideMayBeOfAGroup) {
  // w arrives as x does, and is used whole.
  EXPECT_EQ(liesWith(R"("inputs": {"x": )" + hlo("devices=[2,1]<=[2] shard_as 1") +
                     R"(, "w": {"arrives": )" + hlo("unknown shard_as 1") + R"(, "used": []}})"),
            "[a, -]");
}

TEST(Alike, ResultsOfFunctionsMayBeOfAGroup) {
  const auto lies = [](const std::string &group) {
    const Compiled c = compile(
        "module @m attributes {mhlo.num_partitions = 2 : i32} {\n  func.func public @main(%x: "
        "tensor<4x6xf32> {mhlo.sharding = \"{devices=[2,1]<=[2]}\"}, %w: tensor<4x6xf32>) -> "
        "(tensor<4x6xf32> {mhlo.sharding = \"{unknown shard_as 1}\"}, tensor<4x6xf32> "
        "{mhlo.sharding = \"{unknown shard_like " +
            group +
            "}\"}) {\n    %0 = call @f(%x) : (tensor<4x6xf32>) -> tensor<4x6xf32>\n"
            "    return %0, %w : tensor<4x6xf32>, tensor<4x6xf32>\n  }\n"
            "  func.func private @f(%v: tensor<4x6xf32>) -> (tensor<4x6xf32> {mhlo.sharding = "
            "\"{unknown shard_as 7}\"}) {\n    return %v : tensor<4x6xf32>\n  }\n}\n",
        R"({"shardc": 1, "kind": "sharding"})");
    return c.plan ? c.plan->inputs[1].sharding : c.messages();
  };
  EXPECT_EQ(lies("1"), "[_axis_0, -]");
  EXPECT_EQ(lies("7"), "[_axis_0, -]");
  EXPECT_EQ(lies("2"), "[-, -]");
}

} // namespace
} // namespace shardc::test

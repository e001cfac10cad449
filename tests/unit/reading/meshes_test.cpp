// SPDX-License-Identifier: Apache-2.0
// Which mesh a program is about, and what is refused.
#include "tests/support/compile.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace shardc::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A program of two inputs with these meshes and shardings.
std::string program(const std::string &meshes, const std::string &x, const std::string &y) {
  return "module @m {\n" + meshes +
         "\n  func.func public @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<" + x +
         ">}, %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<" + y +
         ">}) -> (tensor<8xf32>, tensor<8xf32>) {\n    return %x, %y : tensor<8xf32>, "
         "tensor<8xf32>\n  }\n}\n";
}

Compiled compiled(const std::string &text) {
  return compile(text, R"({"shardc": 1, "kind": "sharding"})");
}

/// The mesh that is planned, or what is wrong.
std::string meshOf(const std::string &meshes, const std::string &x, const std::string &y) {
  const Compiled c = compiled(program(meshes, x, y));
  if (!c.plan) return c.messages();
  return c.plan->meshes.empty() ? "none" : c.plan->meshes.front().str();
}

constexpr const char *kTwo = "sdy.mesh @a = <[\"x\"=2]>\n sdy.mesh @b = <[\"x\"=4]>";

TEST(Meshes, TheOneThatShardingsNameCounts) {
  EXPECT_EQ(meshOf(kTwo, "@b, [{\"x\"}]", "@b, [{}]"), "x=4");
  EXPECT_EQ(meshOf(kTwo, "@a, [{\"x\"}]", "@a, [{}]"), "x=2");
}

TEST(Meshes, SeveralAreRefusedAndNamed) {
  const Compiled c = compiled(program(kTwo, "@b, [{\"x\"}]", "@a, [{\"x\"}]"));
  EXPECT_THAT(c.ids(), ElementsAre("several-meshes"));
  EXPECT_EQ(c.messages(),
            "error 3:2 [several-meshes] the program has 2 meshes, and several are not "
            "supported yet: '@b' is 'x=4'\nnote 2:1 [] '@a' is 'x=2'\n");
}

TEST(Meshes, OtherOrdersOfDevicesAreBroughtToTheFirst) {
  const std::string meshes = "sdy.mesh @a = <[\"x\"=2, \"y\"=2]>\n"
                             "sdy.mesh @b = <[\"x\"=2, \"y\"=2], device_ids=[0, 2, 1, 3]>";
  const Compiled c = compiled(program(meshes, "@a, [{\"x\"}]", "@b, [{\"x\"}]"));
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(c.plan->meshes.front().str(), "x=2, y=2");
  EXPECT_EQ(c.plan->inputs[0].sharding, "[x]");
  EXPECT_EQ(c.plan->inputs[1].sharding, "[y]");
}

TEST(Meshes, OrdersThatTheAxesCannotSayAreOtherMeshes) {
  EXPECT_THAT(meshOf("sdy.mesh @a = <[\"x\"=2]>\nsdy.mesh @b = <[\"x\"=2], device_ids=[1, 0]>",
                     "@a, [{\"x\"}]", "@b, [{\"x\"}]"),
              HasSubstr("[several-meshes]"));
}

TEST(Meshes, OneUnderTwoNamesIsOne) {
  EXPECT_EQ(meshOf("sdy.mesh @a = <[\"x\"=2]>\nsdy.mesh @b = <[\"x\"=2], device_ids=[0, 1]>",
                   "@a, [{\"x\"}]", "@b, [{\"x\"}]"),
            "x=2");
  EXPECT_EQ(meshOf("", "mesh<[\"x\"=2]>, [{\"x\"}]", "mesh<[\"x\"=2]>, [{}]"), "x=2");
}

TEST(Meshes, EmptyOnesHoldEverythingEverywhere) {
  const std::string meshes = "sdy.mesh @none = <[]>\nsdy.mesh @a = <[\"x\"=2]>";
  EXPECT_EQ(meshOf(meshes, "@a, [{\"x\"}]", "@none, [{}]"), "x=2");
  EXPECT_EQ(meshOf("sdy.mesh @none = <[]>", "@none, [{}]", "@none, [{}]"), "none");
}

TEST(Meshes, OneDeviceOfManyIsOneOfTheMesh) {
  const std::string meshes = "sdy.mesh @one = <[], device_ids=[3]>\nsdy.mesh @a = <[\"x\"=";
  EXPECT_EQ(meshOf(meshes + "4]>", "@one, []", "@a, [{\"x\"}]"), "x=4");
  EXPECT_EQ(meshOf(meshes + "2]>", "@one, []", "@a, [{\"x\"}]"),
            "error 4:3 [wrong-mesh] the sharding of a value is device 3 alone, and the mesh 'x=2' "
            "has 2 devices\n");
  EXPECT_EQ(meshOf(meshes + "4]>", "@one, [{}]", "@a, [{\"x\"}]"),
            "error 4:26 [wrong-count] a sharding over a mesh that is device 3 alone lists no "
            "dimensions and no axes; write '[]'\n");
  EXPECT_EQ(meshOf("sdy.mesh @two = <[], device_ids=[0, 1]>\nsdy.mesh @a = <[\"x\"=2]>", "@a, [{}]",
                   "@a, [{\"x\"}]"),
            "error 2:1 [wrong-mesh] mesh '@two': without axes it is one device, and 'device_ids' "
            "lists 2\n");
}

TEST(Meshes, NamesHaveToBeThere) {
  EXPECT_EQ(meshOf("sdy.mesh @mesh = <[\"x\"=2]>", "@mehs, [{}]", "@mesh, [{}]"),
            "error 3:3 [wrong-mesh] the program declares no mesh '@mehs'; did you mean 'mesh'?\n");
}

TEST(Meshes, LimitsAreThoseOfConfigs) {
  const auto problem = [](const std::string &axes) {
    return meshOf("sdy.mesh @mesh = <" + axes + ">", "@mesh, [{}]", "@mesh, [{}]");
  };
  EXPECT_EQ(problem("[\"x\"=92233720368547758, \"y\"=9223372036854775]"),
            "error 2:1 [wrong-mesh] mesh '@mesh': the mesh has more than 65536 devices\n");
  EXPECT_EQ(problem("[\"x\"=2, \"x\"=2]"),
            "error 2:1 [wrong-mesh] mesh '@mesh': axis 'x' occurs twice\n");
  EXPECT_EQ(problem("[\"x\"=2], device_ids=[0, 0]"),
            "error 2:1 [wrong-mesh] mesh '@mesh': device 0 occurs twice\n");
  EXPECT_EQ(problem("[\"x\"=2], device_ids=[0, 1, 2]"),
            "error 2:1 [wrong-mesh] mesh '@mesh': 'device_ids' lists 3 devices, and the mesh has "
            "2\n");
  EXPECT_EQ(problem("[\"x\"=65536]"), "x=65536");
}

TEST(Meshes, OtherNumbersOfDevicesAreToldOfOnce) {
  const std::string made = "module @m attributes {mhlo.num_partitions = 8 : i32} {\n"
                           "  func.func public @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n"
                           "    return %x : tensor<8xf32>\n  }\n}\n";
  EXPECT_EQ(compiled(made).messages(),
            "warning 1:1 [partitions-differ] the program was made for 8 devices "
            "(mhlo.num_partitions), and 1 device is planned\n");
  const auto with = [&](const std::string &rest) {
    return compile(made, R"({"shardc": 1, "kind": "sharding", )" + rest + "}").messages();
  };
  EXPECT_THAT(with(R"("mesh": "a=4")"), HasSubstr("and 4 are planned"));
  EXPECT_EQ(with(R"("mesh": "a=4, b=2")"), "");
  EXPECT_EQ(with(R"("inputs": {"arg0": {"0": ["0:4", "4:8"]}})"), "");
}

} // namespace
} // namespace shardc::test

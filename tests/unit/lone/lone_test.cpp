// SPDX-License-Identifier: Apache-2.0
// Values that one device of many has all of: what moves, what is computed where, what is refused.
#include "codegen/bundle.h"
#include "codegen/check/check.h"
#include "tests/support/compile.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace shardc::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::string config(const std::string &members) {
  return R"({"shardc": 1, "kind": "sharding")" + members + "}";
}

/// y f32[8, 6] = tanh(x w), on a=2, b=2.
Compiled product(const std::string &members) {
  return compile(R"({"shardc": 1, "kind": "program", "name": "p",
      "inputs": [{"name": "x", "shape": [8, 4], "dtype": "f32"},
                 {"name": "w", "shape": [4, 6], "dtype": "f32"}],
      "ops": [{"name": "h", "op": "dot_general", "in": ["x", "w"],
               "lhs_contracting_dimensions": [1], "rhs_contracting_dimensions": [0]},
              {"name": "y", "op": "tanh", "in": ["h"]}],
      "outputs": ["y"]})",
                 config(R"(, "mesh": "a=2, b=2", )" + members));
}

std::string moves(const std::string &members) {
  const Compiled c = product(members);
  return c.plan ? movesOf(*c.plan) : c.messages();
}

TEST(Lone, InputGoesFromItsDeviceToWhereItIsNeeded) {
  EXPECT_EQ(moves(R"("inputs": {"x": ["a"], "w": {"device": 2}})"),
            "broadcast over a b, 72 bytes; ");
  // Only halves of it are needed.
  EXPECT_EQ(moves(R"("inputs": {"x": [], "w": {"device": 2}}, "outputs": {"y": [null, "a"]})"),
            "broadcast over a b, 36 bytes; ");
}

TEST(Lone, OutputIsGatheredOnItsDevice) {
  EXPECT_EQ(moves(R"("inputs": {"x": ["a"]}, "outputs": {"y": {"device": 3}})"),
            "exchange over a, 24 bytes; ");
  EXPECT_EQ(moves(R"("inputs": {"x": [], "w": []}, "outputs": {"y": {"device": 3}})"), "");
}

TEST(Lone, OtherDevicesHoldNothing) {
  const Compiled c =
      product(R"("inputs": {"x": ["a"], "w": {"device": 2}}, "outputs": {"y": {"device": 3}})");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(shardsText(*c.plan), "0: x[0:4, 0:4] w[0:0, 0:6] -> y[0:0, 0:6]\n"
                                 "1: x[0:4, 0:4] w[0:0, 0:6] -> y[0:0, 0:6]\n"
                                 "2: x[4:8, 0:4] w[0:4, 0:6] -> y[0:0, 0:6]\n"
                                 "3: x[4:8, 0:4] w[0:0, 0:6] -> y[0:8, 0:6]\n");
}

TEST(Lone, OpOfOneDeviceReadsAllThere) {
  EXPECT_EQ(
      moves(R"("inputs": {"x": [null, "a"], "w": ["a"]}, "values": {"h": {"device": 1}})"),
      "exchange over a, 16 bytes; exchange over a, 12 bytes; broadcast over a b, 144 bytes; ");
}

TEST(Lone, PartialSumsAreCombinedOnTheOneDevice) {
  const Compiled c = compile(R"({"shardc": 1, "kind": "program", "name": "p",
      "inputs": [{"name": "x", "shape": [2, 64], "dtype": "f32"}],
      "ops": [{"name": "y", "op": "sum", "in": ["x"], "dimensions": [1]}], "outputs": ["y"]})",
                             config(R"(, "mesh": "a=2, b=2", "inputs": {"x": [null, ["a", "b"]]},
                                         "outputs": {"y": {"device": 1}})"));
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(movesOf(*c.plan), "reduce_scatter over a b, 6 bytes; ");
}

/// A program over x f32[8, 4] that gives %r, on x=2, y=2.
Compiled program(const std::string &lines) {
  return compile("sdy.mesh @mesh = <[\"x\"=2, \"y\"=2]>\nsdy.mesh @two = <[], device_ids=[2]>\n"
                 "func.func public @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, "
                 "[{\"x\"}, {}]>}) -> tensor<8x4xf32> {\n" +
                     lines + "\n  return %r : tensor<8x4xf32>\n}\n",
                 config(""));
}

TEST(Lone, OpRunsOnItsDeviceAlone) {
  const Compiled c = program("  %t = stablehlo.tanh %x {sdy.sharding = #sdy.sharding_per_value<["
                             "<@two, []>]>} : tensor<8x4xf32>\n"
                             "  %r = stablehlo.negate %t : tensor<8x4xf32>");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(movesOf(*c.plan), "exchange over x, 16 bytes; broadcast over x y, 96 bytes; ");
  const auto tanh = llvm::find_if(c.partitioned->placed, [](const Placed &placed) {
    return placed.kind == Placed::Kind::computed && placed.sharding.onlyOn.has_value();
  });
  ASSERT_NE(tanh, c.partitioned->placed.end());
  for (int64_t device = 0; device < 4; ++device)
    EXPECT_EQ(volume((*tanh->boxes)[device]), device == 2 ? 32 : 0);
}

TEST(Lone, ConstraintMovesThereAndBack) {
  const Compiled c = program("  %t = sdy.sharding_constraint %x <@two, []> : tensor<8x4xf32>\n"
                             "  %r = stablehlo.negate %t : tensor<8x4xf32>");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(movesOf(*c.plan), "exchange over x, 16 bytes; broadcast over x y, 96 bytes; ");
}

/// The moves of r = -t, where t is x on device 2 alone, and r lies as `result` says.
std::string movesOfWhole(const std::string &result) {
  const Compiled c = compile(
      "sdy.mesh @mesh = <[\"x\"=2, \"y\"=2]>\nsdy.mesh @two = <[], device_ids=[2]>\n"
      "func.func public @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, "
      "{}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<" +
          result +
          ">}) {\n  %t = sdy.sharding_constraint %x <@two, []> : tensor<8x4xf32>\n"
          "  %r = stablehlo.negate %t : tensor<8x4xf32>\n  return %r : tensor<8x4xf32>\n}\n",
      config(""));
  if (!c.plan) return c.messages();
  EXPECT_EQ(check(*c.plan), std::nullopt);
  const HostTensor x = iota({ElementType::f32, {8, 4}}, -16);
  std::vector<double> negated = valuesOf(x);
  for (double &each : negated)
    each = -each;
  EXPECT_EQ(valuesOf(runOn(*c.plan, {x})[0]), negated);
  return movesOf(*c.plan) + std::to_string(c.plan->functions[0].kernels.size()) + " kernels";
}

TEST(Lone, WhatAllDevicesHaveIsThereWithoutACopy) {
  EXPECT_EQ(movesOfWhole("@mesh, [{}, {}]"), "1 kernels");
  EXPECT_EQ(movesOfWhole("@mesh, [{\"x\"}, {\"y\"}]"), "1 kernels");
  EXPECT_EQ(movesOfWhole("@two, []"), "1 kernels");
  EXPECT_EQ(moves(R"("inputs": {"x": {"arrives": [], "used": {"device": 1}}, "w": []},
                     "outputs": {"y": {"made": {"device": 3}, "leaves": ["a", "b"]}})"),
            "");
}

TEST(Lone, NothingIsPropagated) {
  const Compiled c = product(R"("inputs": {"w": {"device": 2}}, "outputs": {"y": ["a", "b"]})");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_THAT(propagatedText(*c.program, *c.propagation),
              HasSubstr("%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, "
                        "[{\"a\", ?}, {?}]>}"));
}

TEST(Lone, ValuesAreThoseOfOneDevice) {
  const std::vector<HostTensor> inputs = {iota({ElementType::f32, {8, 4}}, -16),
                                          iota({ElementType::f32, {4, 6}}, -12)};
  const auto expected = runOn(*product(R"("inputs": {"x": []})").plan, inputs);
  for (const char *members :
       {R"("inputs": {"x": {"device": 0}, "w": {"device": 3}})",
        R"("inputs": {"x": ["a", "b"], "w": ["b"]}, "outputs": {"y": {"device": 1}})",
        R"("inputs": {"x": [null, "a"], "w": ["a"]}, "values": {"h": {"device": 1}})",
        R"("inputs": {"x": {"arrives": {"device": 1}, "used": ["b"]}},
           "outputs": {"y": {"made": ["a"], "leaves": {"device": 2}}})"}) {
    const Compiled c = product(members);
    ASSERT_TRUE(c.plan) << c.messages();
    EXPECT_EQ(check(*c.plan), std::nullopt) << members;
    EXPECT_EQ(valuesOf(runOn(*c.plan, inputs)[0]), valuesOf(expected[0])) << members;
  }
}

TEST(Lone, DeviceIsSaidByItsIdAndByItsPosition) {
  const auto lies = [](const std::string &entry) {
    const Compiled c = compile(R"({"shardc": 1, "kind": "program", "name": "p",
        "inputs": [{"name": "x", "shape": [3], "dtype": "f32"}], "ops": [], "outputs": ["x"]})",
                               config(R"(, "mesh": {"axes": [["a", 3]], "device_ids": [2, 0, 1]},
                                         "inputs": {"x": )" +
                                      entry + "}"));
    return c.plan ? c.plan->inputs[0].sharding : c.messages();
  };
  EXPECT_EQ(lies(R"({"device": 0})"), "on device 0");
  EXPECT_EQ(lies(R"({"hlo": "{maximal device=2}"})"), "on device 0");
  EXPECT_EQ(lies(R"({"shardy": "<mesh<[], device_ids=[1]>, []>"})"), "on device 2");
}

TEST(Lone, ConfigNamesMeshesOfTheProgram) {
  const auto lies = [](const std::string &entry) {
    const Compiled c = compile("sdy.mesh @mesh = <[\"x\"=2, \"y\"=2]>\n"
                               "sdy.mesh @turned = <[\"a\"=2, \"b\"=2], device_ids=[0, 2, 1, 3]>\n"
                               "sdy.mesh @maximal_mesh_2 = <[], device_ids=[2]>\n"
                               "sdy.mesh @empty_mesh = <[]>\n"
                               "func.func public @main(%x: tensor<8x4xf32>, %y: tensor<4xf32> "
                               "{sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}]>}) -> "
                               "tensor<8x4xf32> {\n  return %x : tensor<8x4xf32>\n}\n",
                               config(R"(, "inputs": {"arg0": )" + entry + "}"));
    return c.plan ? c.plan->inputs[0].sharding : c.messages();
  };
  EXPECT_EQ(lies(R"({"shardy": "<@maximal_mesh_2, []>"})"), "on device 2");
  EXPECT_EQ(lies(R"({"mesh": "maximal_mesh_2"})"), "on device 2");
  EXPECT_EQ(lies(R"({"shardy": "<@empty_mesh, [{}, {}]>"})"), "[-, -]");
  EXPECT_EQ(lies(R"({"shardy": "<@mesh, [{\"x\"}, {}]>"})"), "[x, -]");
  EXPECT_EQ(lies(R"({"mesh": "turned", "dims": ["a"]})"), "[y, -]");
  EXPECT_EQ(lies(R"({"shardy": "<@turned, [{\"a\"}, {}]>"})"), "[y, -]");
  EXPECT_EQ(lies(R"({"mesh": "maximal_mesh_2", "dims": ["x"]})"),
            "error 1:90 [unknown-axis] the mesh has no axis 'x'\n");
  EXPECT_EQ(lies(R"({"shardy": "<@maximal_mesh_3, []>"})"),
            "error 1:65 [wrong-notation] 'shardy' of input 'arg0': there is no mesh "
            "'@maximal_mesh_3'; it is '@mesh'\n");
}

TEST(Lone, MeshOfOneDeviceIsNamedWhereTheConfigHasTheMesh) {
  const std::string program = "sdy.mesh @maximal_mesh_1 = <[], device_ids=[1]>\n"
                              "func.func public @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n"
                              "  return %x : tensor<8xf32>\n}\n";
  const std::string inputs = R"(, "inputs": {"arg0": {"shardy": "<@maximal_mesh_1, []>"}})";
  const Compiled c = compile(program, config(R"(, "mesh": "x=2")" + inputs));
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(c.plan->inputs[0].sharding, "on device 1");
  EXPECT_EQ(compile(program, config(inputs)).ids(), std::vector<std::string>{"wrong-mesh"});
}

TEST(Lone, TablesOfBundlesDoNotGrowWithDevices) {
  const Compiled c = product(R"("inputs": {"x": ["a"], "w": {"device": 2}})");
  ASSERT_TRUE(c.plan) << c.messages();
  std::string devices;
  for (const BundleFile &file : bundleFiles(*c.plan, {}))
    if (file.path == "src/p.devices.cpp") devices = file.text;
  EXPECT_THAT(devices, HasSubstr(".a_b_4 = number == 2 ? Range<int>{0, 4} : Range<int>{}"));
  EXPECT_THAT(devices, Not(HasSubstr("ranges_")));
}

TEST(Lone, CausesNameTheDevice) {
  const Compiled c =
      product(R"("inputs": {"x": ["a"], "w": {"device": 2}}, "outputs": {"y": {"device": 3}})");
  ASSERT_TRUE(c.plan) << c.messages();
  std::vector<std::string> causes;
  for (const Collective &collective : c.plan->functions[0].collectives)
    causes.push_back(collective.cause.text);
  EXPECT_THAT(causes, ElementsAre("dot_general needs {}, which device 2 alone has",
                                  "return needs {} on device 3"));
}

TEST(Lone, SaysWhatCannotBe) {
  const std::string scalar =
      "sdy.mesh @mesh = <[\"x\"=2]>\nsdy.mesh @one = <[], device_ids=[1]>\nfunc.func public "
      "@main(%x: tensor<f32> {sdy.sharding = #sdy.sharding<@one, []>}, %y: tensor<2xf32> "
      "{sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}]>}) -> tensor<f32> {\n  return %x : "
      "tensor<f32>\n}\n";
  EXPECT_EQ(
      compile(scalar, config("")).messages(),
      "error 3:24 [unsupported-sharding] the sharding of a value is device 1 alone, and a "
      "scalar is on all devices or none; give it a dimension of size 1, or leave the sharding "
      "out\n");
  const std::string alone =
      "sdy.mesh @one = <[], device_ids=[1]>\nfunc.func public @main(%x: tensor<2xf32> "
      "{sdy.sharding = #sdy.sharding<@one, []>}) -> tensor<2xf32> {\n  return %x : "
      "tensor<2xf32>\n}\n";
  EXPECT_EQ(compile(alone, config("")).messages(),
            "error 2:1 [missing-mesh] a value is on device 1 alone, and no mesh says how many "
            "devices there are; give a config with \"mesh\"\n");
  EXPECT_EQ(compile(alone, config(R"(, "inputs": {"arg0": {"0": ["0:1", "1:2"]}})")).ids(),
            std::vector<std::string>{"missing-mesh"});
  const Compiled given = compile(alone, config(R"(, "mesh": "x=2")"));
  ASSERT_TRUE(given.plan) << given.messages();
  EXPECT_EQ(given.plan->inputs[0].sharding, "on device 1");
  EXPECT_EQ(compile(alone, config(R"(, "mesh": "x=1")")).ids(),
            std::vector<std::string>{"wrong-mesh"});
  const Compiled manual =
      program("  %r = sdy.manual_computation(%x) in_shardings=[<@two, []>] out_shardings=[<@mesh, "
              "[{\"x\"}, {}]>] manual_axes={\"x\"} (%p: tensor<4x4xf32>) {\n    sdy.return %p : "
              "tensor<4x4xf32>\n  } : (tensor<8x4xf32>) -> tensor<8x4xf32>");
  EXPECT_THAT(
      manual.messages(),
      HasSubstr("[unsupported-sharding] a sharding of a manual region is one device alone"));
}

} // namespace
} // namespace shardc::test

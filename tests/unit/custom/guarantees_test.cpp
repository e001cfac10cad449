// SPDX-License-Identifier: Apache-2.0
// What JAX's custom_partitioning guarantees or refuses (C1 to C7), and what sharded programs that
// are no formula are known to get wrong: sorts (R11, 13), top-k (11) and transforms (22) along a
// dimension that devices split.
#include "tests/unit/custom/own_op.h"

#include "gmock/gmock.h"

#include <numeric>

namespace shardc::test {
namespace {

using testing::HasSubstr;

/// A config whose op "own" is a program of this text, in StableHLO.
std::string withReference(const std::string &text, const std::string &members = "") {
  std::ofstream(Folder().path + "/reference.mlir") << text;
  return config(R"("reference": "reference.mlir")", members);
}
const std::string kMesh = "sdy.mesh @mesh = <[\"p\"=2]>\n";
/// What each of two devices does with its rows; `local` is the type of what it makes.
std::string onRows(const std::string &mesh, const std::string &local) {
  return mesh +
         "func.func @main(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {\n"
         "  %y = sdy.manual_computation(%x) in_shardings=[<@mesh, [{\"p\"}, {}]>] "
         "out_shardings=[<@mesh, [{\"p\"}, {}]>] manual_axes={\"p\"} (%a: "
         "tensor<4x6xf32>) {\n"
         "    %b = stablehlo.reshape %a : (tensor<4x6xf32>) -> " +
         local + "\n    sdy.return %b : " + local +
         "\n  } : (tensor<8x6xf32>) -> tensor<8x6xf32>\n  return %y : tensor<8x6xf32>\n}\n";
}

TEST(Guarantees, C1_WhatADeviceMakesHasTheShapeOfItsTile) {
  const std::string members = R"("mesh": "p=2", )";
  EXPECT_TRUE(compileOwn(withReference(onRows(kMesh, "tensor<4x6xf32>"), members)).plan);
  EXPECT_THAT(compileOwn(withReference(onRows(kMesh, "tensor<6x4xf32>"), members)).messages(),
              HasSubstr("[shape-mismatch] sdy.manual_computation: a result is declared as "
                        "'tensor<8x6xf32>', but what devices return makes 'tensor<12x4xf32>'"));
}

TEST(Guarantees, C2_ShardingsThatAreNoneOrOfOtherValuesAreRefused) {
  const std::string members = R"("mesh": "p=2", )";
  EXPECT_THAT(moves(placed(R"({"operands": ["p"], "results": [["p", null]]})"), members),
              HasSubstr("a sharding must be a list"));
  EXPECT_THAT(moves(placed(R"({"operands": [["z", null]], "results": [["z", null]]})"), members),
              HasSubstr("[unknown-axis] the mesh has no axis 'z'"));
  EXPECT_THAT(moves(placed(R"({"operands": [], "results": [["p", null]]})"), members),
              HasSubstr("[wrong-count]"));
}

/// JAX refuses it (jax#24390); a reference is part of the program.
TEST(Guarantees, C3_AnArrayOfConstantsInTheBodyIsTaken) {
  const Compiled c = compileOwn(withReference(
      "func.func @main(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {\n"
      "  %c = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>\n"
      "  %b = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<6xf32>) -> tensor<8x6xf32>\n"
      "  %y = stablehlo.add %x, %b : tensor<8x6xf32>\n  return %y : tensor<8x6xf32>\n}\n",
      R"("mesh": "p=2", "inputs": [[null, "p"]], )"));
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(valuesOf(runOn(*c.plan, {iota(c.plan->inputs[0].type)})[0])[9], 9 + 4);
}

TEST(Guarantees, C4_StaticArgumentsAreNumbersAndWords) {
  const auto program = [](const std::string &given) {
    return "func.func @main(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {\n"
           "  %y = stablehlo.custom_call @own(%x) {mhlo.backend_config = " +
           given + "} : (tensor<8x6xf32>) -> tensor<8x6xf32>\n  return %y : tensor<8x6xf32>\n}\n";
  };
  const std::string entry = config(R"("rule": "b n -> b n", )" + kKernel);
  EXPECT_TRUE(compileOwn(entry, program("{a = 1 : i64, b = \"w\", c = 0.5 : f32}")).plan);
  EXPECT_THAT(compileOwn(entry, program("{a = [1, 2]}")).messages(),
              HasSubstr("[unsupported-attribute] custom_call @own: what is in "
                        "'mhlo.backend_config' has to be numbers and strings"));
}

TEST(Guarantees, C5_OnOneDeviceTheBodyIsDone) {
  const Compiled c = compileOwn(config(R"("reference": "double.mlir")"));
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_TRUE(c.plan->functions[0].collectives.empty());
  EXPECT_EQ(valuesOf(runOn(*c.plan, {iota(c.plan->inputs[0].type)})[0])[5], 10);
}

TEST(Guarantees, C6_ACallOfAProcessIsCompiledAheadOfTime) {
  const std::string program =
      "func.func @main(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {\n"
      "  %y = stablehlo.custom_call @CustomSPMDPartitioning(%x) {backend_config = "
      "\"140123456789\"} : (tensor<8x6xf32>) -> tensor<8x6xf32>\n"
      "  return %y : tensor<8x6xf32>\n}\n";
  EXPECT_THAT(compileOwn(config(R"("reference": "double.mlir")"), program).messages(),
              HasSubstr("'stablehlo.custom_call' of 'CustomSPMDPartitioning'"));
  const Compiled c = compileOwn(
      R"({"shardc": 1, "kind": "sharding", "custom_ops":
          {"CustomSPMDPartitioning": {"reference": "double.mlir"}}})",
      program);
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(valuesOf(runOn(*c.plan, {iota(c.plan->inputs[0].type)})[0])[5], 10);
}

TEST(Guarantees, C7_TheMeshIsThePrograms) {
  const std::string program = kMesh + kProgram;
  EXPECT_TRUE(compileOwn(withReference(onRows(kMesh, "tensor<4x6xf32>")), program).plan);
  EXPECT_THAT(compileOwn(withReference(
                             onRows("sdy.mesh @mesh = <[\"p\"=2, \"q\"=2]>\n", "tensor<4x6xf32>")),
                         program)
                  .messages(),
              HasSubstr("[several-meshes] the reference of 'own' is over another mesh"));
}

// Along a dimension that devices split.

Compiled compileSplit(const std::string &program, int devices, const char *dims) {
  return compile(program, R"({"shardc": 1, "kind": "sharding", "mesh": "p=)" +
                              std::to_string(devices) + R"(", "inputs": )" + dims + "}");
}

TEST(Guarantees, R11_And13_ASortIsStableWhateverSplitsIt) {
  const std::string program =
      "func.func @main(%k: tensor<10xi32>, %v: tensor<10xi32>) -> (tensor<10xi32>, "
      "tensor<10xi32>) {\n"
      "  %0:2 = \"stablehlo.sort\"(%k, %v) ({\n"
      "  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):\n"
      "    %1 = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
      "    stablehlo.return %1 : tensor<i1>\n"
      "  }) {dimension = 0 : i64, is_stable = true} : (tensor<10xi32>, tensor<10xi32>) -> "
      "(tensor<10xi32>, tensor<10xi32>)\n"
      "  return %0#0, %0#1 : tensor<10xi32>, tensor<10xi32>\n}\n";
  const std::vector<double> keys = {2, 1, 2, 0, 1, 2, 0, 1, 0, 2};
  std::vector<double> order(keys.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](double a, double b) {
    return keys[static_cast<size_t>(a)] < keys[static_cast<size_t>(b)];
  });
  for (int devices : {1, 2, 4, 10}) {
    const Compiled c = compileSplit(program, devices, R"([["p"], ["p"]])");
    ASSERT_TRUE(c.plan) << c.messages();
    const TensorSpec type = c.plan->inputs[0].type;
    EXPECT_EQ(valuesOf(runOn(*c.plan, {tensor(type, keys), iota(type)})[1]), order) << devices;
  }
}

TEST(Guarantees, Class11_TopKAcrossShardsHasTheLargestFirst) {
  const std::string program =
      "func.func @main(%x: tensor<10xf32>) -> (tensor<4xf32>, tensor<4xi32>) {\n"
      "  %v, %i = chlo.top_k(%x, k = 4) : tensor<10xf32> -> (tensor<4xf32>, tensor<4xi32>)\n"
      "  return %v, %i : tensor<4xf32>, tensor<4xi32>\n}\n";
  for (int devices : {1, 3, 5}) {
    const Compiled c = compileSplit(program, devices, R"([["p"]])");
    ASSERT_TRUE(c.plan) << c.messages();
    const auto made =
        runOn(*c.plan, {tensor(c.plan->inputs[0].type, {3, 9, -1, 7, 9, 0, 8, -5, 7, 2})});
    EXPECT_EQ(valuesOf(made[0]), (std::vector<double>{9, 9, 8, 7})) << devices;
    EXPECT_EQ(valuesOf(made[1]), (std::vector<double>{1, 4, 6, 3})) << devices;
  }
}

TEST(Guarantees, Class22_ATransformAlongASplitAxisIsThatOfOneDevice) {
  const std::string program =
      "func.func @main(%x: tensor<16xf32>) -> (tensor<9xf32>, tensor<9xf32>) {\n"
      "  %y = stablehlo.fft %x, type = RFFT, length = [16] : (tensor<16xf32>) -> "
      "tensor<9xcomplex<f32>>\n"
      "  %r = stablehlo.real %y : (tensor<9xcomplex<f32>>) -> tensor<9xf32>\n"
      "  %i = stablehlo.imag %y : (tensor<9xcomplex<f32>>) -> tensor<9xf32>\n"
      "  return %r, %i : tensor<9xf32>, tensor<9xf32>\n}\n";
  const Compiled one = compileSplit(program, 1, R"([["p"]])");
  ASSERT_TRUE(one.plan) << one.messages();
  const auto expected = runOn(*one.plan, {iota(one.plan->inputs[0].type)});
  EXPECT_EQ(valuesOf(expected[0])[0], 120); // 0 + 1 + ... + 15
  for (int devices : {2, 4, 8}) {
    const Compiled c = compileSplit(program, devices, R"([["p"]])");
    ASSERT_TRUE(c.plan) << c.messages();
    const auto made = runOn(*c.plan, {iota(c.plan->inputs[0].type)});
    for (int part : {0, 1})
      for (size_t k = 0; k < 9; ++k)
        EXPECT_NEAR(valuesOf(made[part])[k], valuesOf(expected[part])[k], 1e-4) << devices;
  }
}

} // namespace
} // namespace shardc::test

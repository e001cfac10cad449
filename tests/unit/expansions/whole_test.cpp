// SPDX-License-Identifier: Apache-2.0
// Dimensions that ops need whole, and that arrive split: what moves for them, and what is warned
// of.
#include "tests/support/compile.h"

#include "codegen/check/check.h"

#include "gtest/gtest.h"

#include <algorithm>

namespace shardc::test {
namespace {

std::string config(const std::string &members) {
  return R"({"shardc": 1, "kind": "sharding", )" + members + "}";
}

/// A plan that is right: its moves, then what is warned of.
std::string movesAndWarnings(const std::string &program, const std::string &members) {
  const Compiled c = compile(program, config(members));
  if (!c.plan) return c.messages();
  EXPECT_EQ(check(*c.plan), std::nullopt);
  return movesOf(*c.plan) + c.messages();
}

/// Rows of `shape`, sorted along the last dimension; with more operands in the order of the first.
std::string sortOf(const std::string &shape, int operands = 1) {
  std::string parameters, types, values, scalars, returned;
  for (int k = 0; k < operands; ++k) {
    const std::string n = std::to_string(k), comma = k ? ", " : "";
    parameters += comma + "%x" + n + ": tensor<" + shape + "xf32>";
    types += comma + "tensor<" + shape + "xf32>";
    values += comma + "%x" + n;
    scalars += comma + "%a" + n + ": tensor<f32>, %b" + n + ": tensor<f32>";
    returned += comma + "%y#" + n;
  }
  return "func.func @main(" + parameters + ") -> (" + types +
         ") {\n  %y:" + std::to_string(operands) + " = \"stablehlo.sort\"(" + values +
         ") <{dimension = -1 : i64, is_stable = true}> ({\n  ^bb0(" + scalars +
         "):\n    %c = stablehlo.compare LT, %a0, %b0 : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
         "    stablehlo.return %c : tensor<i1>\n  }) : (" +
         types + ") -> (" + types + ")\n  return " + returned + " : " + types + "\n}\n";
}

std::string fftOf(const std::string &shape, const std::string &lengths) {
  const std::string type = "tensor<" + shape + "xcomplex<f32>>";
  return "func.func @main(%x: " + type + ") -> " + type +
         " {\n  %y = stablehlo.fft %x, type = FFT, " + "length = [" + lengths + "] : (" + type +
         ") -> " + type + "\n  return %y : " + type + "\n}\n";
}

const std::string kTopK =
    "func.func @main(%x: tensor<8x16xf32>) -> (tensor<8x4xf32>, tensor<8x4xi32>) {\n"
    "  %y:2 = chlo.top_k(%x, k = 4) : tensor<8x16xf32> -> (tensor<8x4xf32>, tensor<8x4xi32>)\n"
    "  return %y#0, %y#1 : tensor<8x4xf32>, tensor<8x4xi32>\n}\n";

const std::string kLast = R"("mesh": "p=4", "inputs": [[null, "p"]], "outputs": [[null, "p"]])";

TEST(WholeDimension, OfASortIsExchangedForItsBatch) {
  EXPECT_EQ(movesAndWarnings(sortOf("8x16"), kLast),
            "all_to_all over p, 96 bytes; all_to_all over p, 96 bytes; ");
}

TEST(WholeDimension, OfASortOfSeveralOperandsIsExchangedOnceForEach) {
  EXPECT_EQ(movesAndWarnings(sortOf("8x16", 2),
                             R"("mesh": "p=4", "inputs": [[null, "p"], [null, "p"]],
                                "outputs": [[null, "p"], [null, "p"]])"),
            "all_to_all over p, 96 bytes; all_to_all over p, 96 bytes; "
            "all_to_all over p, 96 bytes; all_to_all over p, 96 bytes; ");
}

TEST(WholeDimension, OfTopKIsExchangedAndOnlyWhatIsKeptMovesBack) {
  EXPECT_EQ(
      movesAndWarnings(kTopK, R"("mesh": "p=4", "inputs": [[null, "p"]],
                                       "outputs": [[null, "p"], [null, "p"]])"),
      "all_to_all over p, 96 bytes; all_to_all over p, 24 bytes; all_to_all over p, 24 bytes; ");
}

TEST(WholeDimension, OfATransformIsExchangedForItsBatch) {
  EXPECT_EQ(movesAndWarnings(fftOf("8x16", "16"), kLast),
            "all_to_all over p, 192 bytes; all_to_all over p, 192 bytes; ");
}

TEST(WholeDimension, OfATransformOfTwoIsExchangedForItsBatch) {
  EXPECT_EQ(movesAndWarnings(fftOf("4x4x8", "4, 8"),
                             R"("mesh": "p=2, q=2", "inputs": [[null, "p", "q"]],
                                "outputs": [[null, "p", "q"]])"),
            "all_to_all over p q, 192 bytes; all_to_all over p q, 192 bytes; ");
}

TEST(WholeDimension, StaysExchangedWhereNobodyAsksForTheResult) {
  EXPECT_EQ(movesAndWarnings(sortOf("8x16"), R"("mesh": "p=4", "inputs": [[null, "p"]])"),
            "all_to_all over p, 96 bytes; ");
}

TEST(WholeDimension, IsExchangedInUnevenParts) {
  const Compiled c = compile(sortOf("7x13"), config(kLast));
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(check(*c.plan), std::nullopt);
  std::vector<double> values, sorted;
  for (int k = 0; k < 7 * 13; ++k)
    values.push_back(k * 37 % 91);
  sorted = values;
  for (int row = 0; row < 7; ++row)
    std::sort(sorted.begin() + row * 13, sorted.begin() + (row + 1) * 13);
  EXPECT_EQ(valuesOf(runOn(*c.plan, {tensor({ElementType::f32, {7, 13}}, values)}).front()),
            sorted);
}

TEST(WholeDimension, IsGatheredOnceWithoutABatch) {
  EXPECT_EQ(
      movesAndWarnings(sortOf("16"), R"("mesh": "p=4", "inputs": [["p"]],
                                              "outputs": [["p"]])"),
      "all_gather over p, 48 bytes; warning 2:10 [gathered-dimension] sort needs all of "
      "dimension 0 of arg0, split over p, and cannot be done in parts along it: 48 bytes to each "
      "device; leave it whole where it comes from\n");
}

TEST(WholeDimension, IsGatheredWhereItsBatchHasNoRoom) {
  EXPECT_EQ(movesAndWarnings(sortOf("3x16"), kLast),
            "all_gather over p, 144 bytes; warning 2:10 [gathered-dimension] sort needs all of "
            "dimension 1 of arg0, split over p, and cannot be done in parts along it: 144 bytes to "
            "each device; split dimension 0 instead\n");
}

TEST(WholeDimension, IsWarnedOfOnceForAllOperandsOfAnOp) {
  const Compiled c = compile(sortOf("16", 2), config(R"("mesh": "p=4",
      "inputs": [["p"], ["p"]])"));
  EXPECT_EQ(c.ids(), std::vector<std::string>{"gathered-dimension"}) << c.messages();
}

TEST(WholeDimension, IsWarnedOfWhereTheOpThatReadsItComputesWhere) {
  const std::string update =
      "func.func @main(%x: tensor<16x8xf32>, %u: tensor<4x8xf32>, %i: tensor<i32>) -> "
      "tensor<16x8xf32> {\n  %zero = stablehlo.constant dense<0> : tensor<i32>\n"
      "  %y = stablehlo.dynamic_update_slice %x, %u, %i, %zero : (tensor<16x8xf32>, "
      "tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<16x8xf32>\n"
      "  return %y : tensor<16x8xf32>\n}\n";
  const Compiled c = compile(update, config(R"("mesh": "p=4", "inputs": [["p"], ["p"], null])"));
  EXPECT_EQ(c.ids(), std::vector<std::string>{"gathered-dimension"}) << c.messages();
}

/// A row of each of 4 caches is replaced, as JAX prints a `dynamic_update_slice` under `vmap`: an
/// index has a number for each dimension; `last` says what the last two are made of.
std::string caches(const std::string &last) {
  return R"(func.func @main(%x: tensor<4x8x4x2xf32>, %i: tensor<4x1xi32>, %j: tensor<4x1xi32>,
    %u: tensor<4x1x4x2xf32>) -> tensor<4x8x4x2xf32> {
  %zero = stablehlo.constant dense<0> : tensor<4x1xi32>
  %three = stablehlo.concatenate %i, )" +
         last +
         R"(, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x3xi32>
  %least = stablehlo.constant dense<0> : tensor<4x3xi32>
  %most = stablehlo.constant dense<[7, 3, 1]> : tensor<3xi32>
  %all = stablehlo.broadcast_in_dim %most, dims = [1] : (tensor<3xi32>) -> tensor<4x3xi32>
  %at = stablehlo.clamp %least, %three, %all : tensor<4x3xi32>
  %y = "stablehlo.scatter"(%x, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1, 2, 3], input_batching_dims = [0], scatter_indices_batching_dims = [0],
      scatter_dims_to_operand_dims = [1, 2, 3], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4x8x4x2xf32>, tensor<4x3xi32>, tensor<4x1x4x2xf32>) -> tensor<4x8x4x2xf32>
  return %y : tensor<4x8x4x2xf32>
})";
}
constexpr const char *kHeads = R"("mesh": "h=2",
    "inputs": [[null, null, "h"], [], [], [null, null, "h"]], "outputs": [[null, null, "h"]])";

TEST(WholeDimension, OfAWindowThatIsNotMovedIsSplit) {
  EXPECT_EQ(movesAndWarnings(caches("%zero, %zero"), kHeads), "");
  const Compiled c = compile(caches("%zero, %zero"), config(kHeads));
  ASSERT_TRUE(c.plan) << c.messages();
  const HostTensor x = iota(c.plan->inputs[0].type), u = iota(c.plan->inputs[3].type, 1000);
  const std::vector<double> rows = {2, 0, 9, 7}; // 9 is clamped
  std::vector<double> expected = valuesOf(x);
  for (int cache = 0; cache < 4; ++cache)
    for (int k = 0; k < 8; ++k)
      expected[cache * 64 + static_cast<int>(std::min(rows[cache], 7.0)) * 8 + k] =
          1000 + cache * 8 + k;
  const HostTensor i = tensor(c.plan->inputs[1].type, rows), j = iota(c.plan->inputs[2].type);
  EXPECT_EQ(valuesOf(runOn(*c.plan, {x, i, j, u})[0]), expected);
}

TEST(WholeDimension, OfAWindowThatMayBeMovedIsGathered) {
  const std::string told = movesAndWarnings(caches("%j, %zero"), kHeads);
  EXPECT_NE(told.find("scatter needs all of dimension 2"), std::string::npos) << told;
}

/// What the user asks for, and what moves less so, is nobody's defect.
TEST(WholeDimension, IsNotWarnedOfWhereAGatherIsAChoice) {
  const std::string product =
      "func.func @main(%x: tensor<512x16xf32>, %w: tensor<16x8xf32>) -> tensor<512x8xf32> {\n"
      "  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<512x16xf32>, "
      "tensor<16x8xf32>) -> tensor<512x8xf32>\n  return %y : tensor<512x8xf32>\n}\n";
  EXPECT_EQ(movesAndWarnings(product, R"("mesh": "p=4", "inputs": [["p"], ["p"]])"),
            "all_gather over p, 384 bytes; ");
  const std::string negate =
      "func.func @main(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {\n"
      "  %y = stablehlo.negate %x : tensor<8x16xf32>\n  return %y : tensor<8x16xf32>\n}\n";
  EXPECT_EQ(movesAndWarnings(negate, R"("mesh": "p=4", "inputs": [[null, "p"]],
                                        "outputs": [[null, null]])"),
            "all_gather over p, 384 bytes; ");
}

/// What a collective of a manual region gathers is asked for; what an op beside it needs is not.
TEST(WholeDimension, IsNotWarnedOfWhereAManualRegionGathersIt) {
  const std::string before = R"(sdy.mesh @mesh = <["p"=4]>
    func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"p"}]>}) -> tensor<8xf32> {
      %y = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"p"}]>] out_shardings=[<@mesh, [)";
  const std::string begin = R"(]>] manual_axes={"p"} (%a: tensor<2xf32>) {
        )";
  const std::string end = R"(
      } : (tensor<8xf32>) -> tensor<8xf32>
      )";
  const std::string gather = R"(%g = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64,
          replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>,
          channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids
        }> : (tensor<2xf32>) -> tensor<8xf32>
        )";
  const auto sorted = [](const std::string &to, const std::string &from) {
    return "%" + to + " = \"stablehlo.sort\"(%" + from + R"() <{dimension = 0 : i64}> ({
      ^bb0(%c: tensor<f32>, %d: tensor<f32>):
        %less = stablehlo.compare LT, %c, %d : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %less : tensor<i1>
      }) : (tensor<8xf32>) -> tensor<8xf32>
      )";
  };
  const std::string returned = "return %y : tensor<8xf32>\n}";
  Compiled inside = readOnly(before + "{}" + begin + gather + sorted("s", "g") +
                             "sdy.return %s : tensor<8xf32>" + end + returned);
  compileRead(inside, "");
  ASSERT_TRUE(inside.plan) << inside.messages();
  EXPECT_EQ(movesOf(*inside.plan), "all_gather over p, 24 bytes; ");
  EXPECT_EQ(inside.messages(), "");
  Compiled behind = readOnly(before + "{\"p\"}" + begin + "sdy.return %a : tensor<2xf32>" + end +
                             sorted("z", "y") + "return %z : tensor<8xf32>\n}");
  compileRead(behind, "");
  EXPECT_EQ(behind.ids(), std::vector<std::string>{"gathered-dimension"}) << behind.messages();
}

TEST(WholeDimension, OfOneIndexIsNotWarnedOf) {
  const std::string row = "func.func @main(%x: tensor<4x8xf32>) -> tensor<8xf32> {\n"
                          "  %r = stablehlo.slice %x [0:1, 0:8] : (tensor<4x8xf32>) -> "
                          "tensor<1x8xf32>\n  %y = stablehlo.reshape %r : (tensor<1x8xf32>) -> "
                          "tensor<8xf32>\n  return %y : tensor<8xf32>\n}\n";
  EXPECT_EQ(movesAndWarnings(row, R"("mesh": "p=4", "inputs": [["p"]], "outputs": [[null]])"),
            "broadcast over p, 24 bytes; ");
}

TEST(WholeDimension, OfACumulativeSumNeedsNoGather) {
  const std::string scan =
      "func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {\n"
      "  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
      "  %y = \"stablehlo.reduce_window\"(%x, %zero) <{window_dimensions = array<i64: 64>, "
      "padding = dense<[[63, 0]]> : tensor<1x2xi64>}> ({\n  ^bb0(%a: tensor<f32>, %b: "
      "tensor<f32>):\n    %c = stablehlo.add %a, %b : tensor<f32>\n    stablehlo.return %c : "
      "tensor<f32>\n  }) : (tensor<64xf32>, tensor<f32>) -> tensor<64xf32>\n"
      "  return %y : tensor<64xf32>\n}\n";
  const std::string told =
      movesAndWarnings(scan, R"("mesh": "p=4", "inputs": [["p"]], "outputs": [["p"]])");
  EXPECT_EQ(told.find("gathered-dimension"), std::string::npos) << told;
}

} // namespace
} // namespace shardc::test

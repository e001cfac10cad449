// SPDX-License-Identifier: Apache-2.0
// Small programs over a mesh make what they make on one device; and what moves for it.
#include "tests/support/compile.h"

#include "codegen/check/check.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstring>

using namespace shardc;
using namespace shardc::test;
using testing::HasSubstr;

namespace {

/// What moves, in order: "v5 all_gather over x; ".
std::string movesOf(const Plan &plan) {
  std::string text;
  for (const Collective &collective : plan.functions[0].collectives) {
    text += collective.value + " " + name(collective.pattern) + " over";
    for (int coordinate : collective.over)
      text += " " + plan.functions[0].coordinates[coordinate].name;
    text += "; ";
  }
  return text;
}

/// Compiles, runs on both, compares; what moves.
std::string run(const std::string &program, const std::string &config) {
  const Compiled whole = compile(program, "", false);
  EXPECT_TRUE(whole.plan) << whole.messages();
  const Compiled cut = compile(program, R"({"shardc": 1, "kind": "sharding", )" + config + "}");
  EXPECT_TRUE(cut.plan) << cut.messages();
  if (!whole.plan || !cut.plan) return "nothing";
  if (const auto wrong = check(*cut.plan)) ADD_FAILURE() << *wrong;
  std::vector<HostTensor> inputs;
  for (const PlanTensor &input : whole.plan->inputs)
    inputs.push_back(iota(input.type, 1));
  const auto expected = runOn(*whole.plan, inputs), got = runOn(*cut.plan, inputs);
  for (size_t output = 0; output < expected.size(); ++output)
    EXPECT_EQ(valuesOf(expected[output]), valuesOf(got[output]));
  return movesOf(*cut.plan);
}

std::string oneOp(const std::string &inputs, const std::string &op) {
  return R"({"shardc": 1, "kind": "program", "name": "p", "inputs": [)" + inputs +
         R"(], "ops": [)" + op + R"(], "outputs": ["y"]})";
}

std::string reduction(const std::string &init, const std::string &fn) {
  return "func.func public @main(%x: tensor<8xi32>, %i: tensor<i32>) -> tensor<i32> {\n"
         "  %c = stablehlo.constant dense<5> : tensor<i32>\n"
         "  %r = stablehlo.reduce(%x init: " +
         init + ") applies stablehlo." + fn +
         " across dimensions = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<i32>\n"
         "  return %r : tensor<i32>\n}\n";
}

TEST(OverAMesh, StartOfAReductionCountsOnce) {
  const char *config = R"("mesh": "a=4", "inputs": {"arg0": ["a"]}, "outputs": {"out0": []})";
  for (const char *init : {"%c", "%i"})
    for (const char *fn : {"add", "multiply", "maximum", "minimum", "xor"})
      EXPECT_NE(run(reduction(init, fn), config).find("all_reduce over a"), std::string::npos)
          << init << " " << fn;
}

/// The start of the sums is used by two kernels, so that fusion leaves it a value of its own.
TEST(OverAMesh, StartThatIsANumberIsReadByNoPart) {
  const Compiled c = compile(R"(
func.func public @main(%x: tensor<16x32xf32>, %t: tensor<16x32xf32>, %u: tensor<32x0xf32>,
    %v: tensor<0x32xf32>, %h: tensor<16x0xf32>, %a: tensor<16x32xf32>, %b: tensor<16x32xf32>,
    %n: tensor<f32>, %s: tensor<32xf32>, %w: tensor<32xf32>) -> (tensor<32xf32>, tensor<f32>) {
  %0 = stablehlo.dot_general %x, %u, contracting_dims = [1] x [0] : (tensor<16x32xf32>, tensor<32x0xf32>) -> tensor<16x0xf32>
  %1 = stablehlo.add %0, %h : tensor<16x0xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.maximum %1, %h : tensor<16x0xf32>
  %3 = stablehlo.dot_general %2, %v, contracting_dims = [1] x [0] : (tensor<16x0xf32>, tensor<0x32xf32>) -> tensor<16x32xf32>
  %4 = stablehlo.add %3, %a : tensor<16x32xf32>
  %5 = stablehlo.subtract %4, %t : tensor<16x32xf32>
  %6 = stablehlo.multiply %5, %5 : tensor<16x32xf32>
  %7 = stablehlo.multiply %a, %5 : tensor<16x32xf32>
  %8 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32xf32>, tensor<f32>) -> tensor<f32>
  %9 = stablehlo.divide %8, %n : tensor<f32>
  %10 = stablehlo.multiply %b, %7 : tensor<16x32xf32>
  %11 = stablehlo.reduce(%10 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<16x32xf32>, tensor<f32>) -> tensor<32xf32>
  %12 = stablehlo.reshape %11 : (tensor<32xf32>) -> tensor<1x32xf32>
  %13 = stablehlo.reduce(%12 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1x32xf32>, tensor<f32>) -> tensor<32xf32>
  %14 = stablehlo.multiply %s, %13 : tensor<32xf32>
  %15 = stablehlo.subtract %w, %14 : tensor<32xf32>
  return %15, %9 : tensor<32xf32>, tensor<f32>
})",
                             R"({"shardc": 1, "kind": "sharding", "mesh": "x=3, y=1, z=2",
                                 "inputs": [[["z", "?"], "y"], ["x", ["y", "z", "?"]], {}, {}, {},
                                            {}, {}, {}, {}, {}]})");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(check(*c.plan), std::nullopt);
}

/// What is picked is 0 wherever it is, so that no device has to know whether it holds it.
TEST(OverAMesh, PicksFromZerosAddUp) {
  const std::string program = oneOp(
      R"({"name": "i", "shape": [], "dtype": "i32"})",
      R"({"name": "v", "op": "iota", "in": [], "shape": [1, 4], "dtype": "f32", "iota_dimension": 0},
               {"name": "y", "op": "dynamic_slice", "in": ["v", "i", "i"], "slice_sizes": [1, 2]})");
  run(program, R"("mesh": "a=2", "values": {"v": [null, "a"]})");
}

/// Zeros around: two conditions in one.
TEST(OverAMesh, PicksFromWhatIsPaddedAddUp) {
  const std::string program = oneOp(
      R"({"name": "x", "shape": [3], "dtype": "f32"}, {"name": "i", "shape": [], "dtype": "i32"})",
      R"({"name": "v", "op": "pad", "in": ["x", 0], "edge_padding_low": [1],
                "edge_padding_high": [2], "interior_padding": [0]},
               {"name": "y", "op": "dynamic_slice", "in": ["v", "i"], "slice_sizes": [1]})");
  run(program, R"("mesh": "a=2", "values": {"v": ["a"]})");
}

TEST(OverAMesh, SumsAreCombinedWhereTheyAreWanted) {
  const std::string program =
      oneOp(R"({"name": "x", "shape": [4, 6], "dtype": "i32"})",
            R"({"name": "y", "op": "reduce", "in": ["x"], "dimensions": [1], "reducer": "add"})");
  EXPECT_EQ(run(program, R"("mesh": "a=2", "inputs": {"x": [null, "a"]},
                            "outputs": {"y": ["a"]})"),
            "y reduce_scatter over a; ");
  EXPECT_EQ(run(program, R"("mesh": "a=2", "inputs": {"x": [null, "a"]}, "outputs": {"y": []})"),
            "y all_reduce over a; ");
}

TEST(OverAMesh, DimensionOfOneElementIsNoPartialSum) {
  EXPECT_EQ(run(oneOp(R"({"name": "x", "shape": [1, 4], "dtype": "i32"})",
                      R"({"name": "y", "op": "reduce", "in": ["x"], "dimensions": [0],
                          "reducer": "add"})"),
                R"("mesh": "a=2", "inputs": {"x": ["a"]}, "outputs": {"y": []})"),
            "x broadcast over a; ");
}

TEST(OverAMesh, OutputThatIsAnInputMayHaveEmptyParts) {
  EXPECT_EQ(run(R"({"shardc": 1, "kind": "program", "name": "p",
                    "inputs": [{"name": "x", "shape": [1], "dtype": "i32"}],
                    "ops": [{"name": "v", "op": "negate", "in": ["x"]}],
                    "outputs": {"y": "v", "z": "x"}})",
                R"("mesh": "a=2", "inputs": {"x": ["a"]}, "outputs": {"y": ["a"], "z": ["a"]})"),
            "");
}

TEST(OverAMesh, ConstantsOfManyNumbersLieWhereTheyAreNamed) {
  const std::string program = oneOp(R"({"name": "x", "shape": [2, 3], "dtype": "f32"})", R"(
      {"name": "k", "op": "constant", "value": {"value": [[1, 2, 3], [4, 5, 6]], "dtype": "f32"}},
      {"name": "y", "op": "add", "in": ["x", "k"]})");
  const std::string on = R"("mesh": "a=2", "inputs": {"x": ["a"]}, "values": {"k": )";
  EXPECT_EQ(run(program, on + R"(["a"]})"), "");
  EXPECT_EQ(run(program, on + R"([null, "a"]})"), "k all_to_all over a; ");
}

TEST(OverAMesh, ReshapeWhoseDigitsCrossIsRight) {
  run(oneOp(R"({"name": "x", "shape": [5, 4], "dtype": "i32"})",
            R"({"name": "y", "op": "reshape", "in": ["x"], "shape": [4, 5]})"),
      R"("mesh": "a=2", "outputs": {"y": ["a"]})");
}

TEST(OverAMesh, PiecesOfAReshapeNarrowTheLoopsThatTheyShare) {
  EXPECT_EQ(run(oneOp(R"({"name": "x", "shape": [2, 3, 4], "dtype": "f32"})",
                      R"({"name": "y", "op": "reshape", "in": ["x"], "shape": [3, 4, 1, 2]})"),
                R"("mesh": "a=2, b=3", "inputs": {"x": [["b"], "a"]}, "outputs": {"y": ["a"]})"),
            "x exchange over a b; ");
}

TEST(OverAMesh, HalfAnAxisMayFitWhereTheWholeDoesNot) {
  // 2 of 6 parts divide the major factor 10: the parts of x are devices in pairs of three.
  for (const char *sizes : {"[10, 3]", "[3, 10]"})
    run(oneOp(std::string(R"({"name": "x", "shape": )") + sizes + R"(, "dtype": "i32"})",
              R"({"name": "v", "op": "reshape", "in": ["x"], "shape": [30]},
                 {"name": "y", "op": "reverse", "in": ["v"], "dimensions": [0]})"),
        R"("mesh": "a=6", "values": {"v": ["a"]}, "outputs": {"y": ["a"]})");
}

std::string copied(const std::string &from, const std::string &to) {
  return run(oneOp(R"({"name": "x", "shape": [7], "dtype": "i32"})",
                   R"({"name": "y", "op": "negate", "in": ["x"]})"),
             R"("mesh": "a=12", "inputs": {"x": [)" + from + R"(]}, "values": {"y": [)" + to +
                 R"(]}, "outputs": {"y": [)" + to + "]}");
}

TEST(OverAMesh, PartsOfAnAxisThatDoNotNestExchange) {
  // What several devices hold alike, each gives a share of: so all are in the group.
  EXPECT_EQ(copied(R"("a:(1)2")", R"("a:(1)3")"), "x all_gather over a:(3)4; ");
  EXPECT_EQ(copied(R"("a:(1)4")", R"("a:(2)3")"), "y exchange over a:(1)2 a:(2)3 a:(6)2; ");
  EXPECT_EQ(copied(R"("a:(2)3")", R"("a:(1)4")"), "x exchange over a:(1)4 a:(4)3; ");
  EXPECT_EQ(copied(R"("a:(3)2")", R"(["a:(2)2", "a:(1)2"])"),
            "x exchange over a:(1)2 a:(2)2 a:(4)3; ");
  EXPECT_EQ(copied(R"(["a:(2)3", "a:(1)2"])", R"("a:(3)4")"), "y exchange over a:(1)3 a:(3)4; ");
}

TEST(OverAMesh, ReshapeMayCutAnAxisOtherThanTheUserDoes) {
  // Propagation cuts the axis in 3 by 2, the user in 2 by 3.
  const std::string program = R"({"shardc": 1, "kind": "program", "name": "p",
      "inputs": [{"name": "x", "shape": [6], "dtype": "i32"},
                 {"name": "w", "shape": [4, 3, 2], "dtype": "i32"}],
      "ops": [{"name": "v", "op": "reshape", "in": ["x"], "shape": [3, 2]},
              {"name": "all", "op": "broadcast_in_dim", "in": ["v"], "shape": [4, 3, 2],
               "broadcast_dimensions": [1, 2]},
              {"name": "y", "op": "add", "in": ["all", "w"]}],
      "outputs": ["y", "v"]})";
  EXPECT_EQ(
      run(program, R"("mesh": "a=6", "inputs": {"x": ["a"], "w": [["a:(1)2", "?"], "?", "?"]})"),
      "v all_gather over a:(1)2 a:(2)3; ");
}

TEST(OverAMesh, HaloComesFromNeighbours) {
  EXPECT_EQ(run(oneOp(R"({"name": "x", "shape": [8], "dtype": "i32"})",
                      R"({"name": "y", "op": "pad", "in": ["x", 0], "edge_padding_low": [1],
                          "edge_padding_high": [-1], "interior_padding": [0]})"),
                R"("mesh": "a=4", "inputs": {"x": ["a"]}, "outputs": {"y": ["a"]})"),
            "x exchange over a; ");
}

// Picks.

const char *const kTake =
    R"({"shardc": 1, "kind": "program", "name": "p",
        "inputs": [{"name": "table", "shape": [40], "dtype": "f32"},
                   {"name": "ids", "shape": [5], "dtype": "i32"}],
        "ops": [{"name": "y", "op": "take", "in": [{"op": "FN", "in": ["table"]}, "ids"]}],
        "outputs": ["y"]})";

Compiled compileTake(const std::string &fn) {
  std::string program = kTake;
  program.replace(program.find("FN"), 2, fn);
  return compile(program, R"({"shardc": 1, "kind": "sharding", "mesh": "a=3",
                              "inputs": {"table": ["a"]}, "outputs": {"y": []}})");
}

TEST(OverAMesh, PickedBitsStayAsTheyAre) {
  const Compiled c = compileTake("negate");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(check(*c.plan), std::nullopt);
  EXPECT_EQ(movesOf(*c.plan), "y all_reduce over a; ");
  HostTensor table = iota(c.plan->inputs[0].type),
             ids = tensor(c.plan->inputs[1].type, {0, 1, 2, 39, 1});
  const uint32_t bits[] = {0x00000000, 0x7fc12345, 0xff800000}, last = 0x80000000;
  std::memcpy(table.data.data(), bits, sizeof(bits));
  std::memcpy(table.data.data() + 39 * sizeof(last), &last, sizeof(last));
  const HostTensor y = runOn(*c.plan, {table, ids}).front();
  uint32_t got[5];
  std::memcpy(got, y.data.data(), sizeof(got));
  EXPECT_THAT(got, testing::ElementsAre(0x80000000, 0xffc12345, 0x7f800000, 0, 0xffc12345));
}

TEST(OverAMesh, WhatIsComputedBeforeAPickIsNotComputedOfZeros) {
  const Compiled c = compileTake("exponential");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(c.plan->functions[0].kernels.size(), 1) << "the exponential is taken in the pick";
  const std::vector<double> ids = {-1, 13, 14, 27, 99};
  const HostTensor table = HostTensor::zeros(c.plan->inputs[0].type);
  const auto y = runOn(*c.plan, {table, tensor(c.plan->inputs[1].type, ids)});
  EXPECT_EQ(valuesOf(y.front()), (std::vector<double>{1, 1, 1, 1, 1}));
}

TEST(OverAMesh, CheckSeesThatEachPickIsMadeOnce) {
  Compiled c = compileTake("negate");
  ASSERT_TRUE(c.plan) << c.messages();
  Function &function = c.plan->functions[0];
  Collective &sum = function.collectives[0];
  sum.asBits = false;
  EXPECT_THAT(check(*c.plan).value_or(""), HasSubstr("does not combine 'y_part' as its partial sums are"));
  sum.asBits = true;
  for (Span &loop : function.kernels[0].loops)
    if (!loop.isUniform()) loop.lo = boundOf(function, {0, 14, 28}); // none picks row 27
  EXPECT_THAT(check(*c.plan).value_or(""), HasSubstr("do not do each index of loop 'j' once"));
}

// What is done at once.

/// Sums of x over `a` and of z over `axis`, each combined, and their product.
static Compiled compileSums(const std::string &axis) {
  const std::string sum = R"(, "dimensions": [1], "reducer": "add"})";
  return compile(R"({"shardc": 1, "kind": "program", "name": "p",
                     "inputs": [{"name": "x", "shape": [3, 8], "dtype": "f32"},
                                {"name": "z", "shape": [3, 8], "dtype": "f32"}],
                     "ops": [{"name": "s", "op": "reduce", "in": ["x"])" +
                     sum + R"(, {"name": "t", "op": "reduce", "in": ["z"])" + sum +
                     R"(, {"name": "u", "op": "multiply", "in": ["s", "t"]}], "outputs": ["u"]})",
                 R"({"shardc": 1, "kind": "sharding", "mesh": "a=2, b=2", "outputs": [[]],
                     "inputs": {"x": [null, "a"], "z": [null, ")" +
                     axis + R"("]}})");
}

TEST(OverAMesh, SumsOverTheSameAxesAreCombinedAtOnce) {
  const Compiled c = compileSums("a");
  ASSERT_TRUE(c.plan) << c.messages();
  const std::vector<Step> &steps = c.plan->functions[0].steps;
  ASSERT_EQ(steps.size(), 5u);
  EXPECT_FALSE(steps[2].together);
  EXPECT_TRUE(steps[3].together);
  EXPECT_EQ(check(*c.plan), std::nullopt);
  const Compiled other = compileSums("b");
  ASSERT_TRUE(other.plan) << other.messages();
  for (const Step &step : other.plan->functions[0].steps)
    EXPECT_FALSE(step.together) << step.label;
}

TEST(OverAMesh, CheckSeesThatNothingDoneAtOnceDependsOnAnother) {
  Compiled c = compileSums("a");
  ASSERT_TRUE(c.plan) << c.messages();
  std::vector<Step> &steps = c.plan->functions[0].steps;
  const Step before = steps[3];
  steps[3].ins = steps[2].outs;
  EXPECT_THAT(check(*c.plan).value_or(""), HasSubstr("at once with step '3 s', which it depends"));
  steps[3] = before;
  c.plan->functions[0].collectives[1].over = {1};
  EXPECT_THAT(check(*c.plan).value_or(""), HasSubstr("at once with a step that has other groups"));
  c.plan->functions[0].collectives[1].over = {0};
  EXPECT_EQ(check(*c.plan), std::nullopt);
  steps[0].together = true;
  EXPECT_THAT(check(*c.plan).value_or(""), HasSubstr("it is done at once with nothing"));
}

} // namespace

// SPDX-License-Identifier: Apache-2.0
// What Nx's proof of concept did: programs, slices, shards, values. Source: elixir-nx/nx#1544,
// #1545, #1557 and the maintainer's blog. N: its tests; G: the tests of what came after it.
#include "tests/unit/independent/programs.h"

using namespace shardc;
using namespace shardc::test;

namespace {

const char *kNxOps = R"(
  {"name": "l1", "op": "add", "in": ["l", [[1]]]},
  {"name": "x", "op": "transpose", "in": ["l1"], "permutation": [0, 2, 1]},
  {"name": "r1", "op": "subtract", "in": ["r", 1]},
  {"name": "y", "op": "squeeze", "in": ["r1"], "dimensions": [0, 1]},
  {"name": "yf", "op": "convert", "in": ["y"], "dtype": "f32"},
  {"name": "z", "op": "dot_general", "in": ["x", "yf"],
   "lhs_contracting_dimensions": [2, 1], "rhs_contracting_dimensions": [1, 0]})";

std::string nxDot() {
  return program(input("l", "[2, 2, 3]") + "," + input("r", "[1, 1, 3, 2, 2]", "i32"), kNxOps,
                 R"("z")");
}

std::vector<HostTensor> nxInputs() {
  return {iota({ElementType::f32, {2, 2, 3}}), iota({ElementType::i32, {1, 1, 3, 2, 2}}, 10)};
}

} // namespace

TEST(Independent, SeedHasFourShardsWithTheirSlices) {
  const Compiled c = compile(nxDot(), config(R"("r": {"4": ["0..0", "1..1"]})"));
  expectRun(c, nxInputs(), {{319, 340, 823, 880}});
  EXPECT_EQ(shardsText(*c.plan), "0: l[0:1, 0:2, 0:3] r[0:1, 0:1, 0:3, 0:2, 0:1] -> z[0:1, 0:1]\n"
                                 "1: l[0:1, 0:2, 0:3] r[0:1, 0:1, 0:3, 0:2, 1:2] -> z[0:1, 1:2]\n"
                                 "2: l[1:2, 0:2, 0:3] r[0:1, 0:1, 0:3, 0:2, 0:1] -> z[1:2, 0:1]\n"
                                 "3: l[1:2, 0:2, 0:3] r[0:1, 0:1, 0:3, 0:2, 1:2] -> z[1:2, 1:2]\n");
  ASSERT_EQ(c.plan->functions.size(), 1u);
  EXPECT_EQ(c.plan->functions[0].kernels.size(), 1u) << "nx_dot is one kernel";
}

TEST(Independent, SeedBothDefaultIsTheSame) {
  const Compiled c = compile(nxDot(), kDefault);
  expectRun(c, nxInputs(), {{319, 340, 823, 880}});
  EXPECT_EQ(c.plan->devices(), 4);
}

TEST(Independent, SlicesOfContractedDimensionsChangeNothing) {
  const Compiled c = compile(
      nxDot(),
      config(R"("l": {"1": ["0:1", "1:2"], "2": ["0:2", "2:3"]}, "r": {"4": {"length": 1}})"));
  expectRun(c, nxInputs(), {{319, 340, 823, 880}});
  EXPECT_EQ(c.plan->devices(), 4);
}

TEST(Independent, N1_WholeFirstInputLeavesTwoShards) {
  const Compiled c = compile(
      nxDot(), config(R"("l": {"0": ["0..1"], "1": ["0..1"]}, "r": {"4": ["0..0", "1..1"]})"));
  expectRun(c, nxInputs(), {{319, 340, 823, 880}});
  EXPECT_EQ(shardsText(*c.plan), "0: l[0:2, 0:2, 0:3] r[0:1, 0:1, 0:3, 0:2, 0:1] -> z[0:2, 0:1]\n"
                                 "1: l[0:2, 0:2, 0:3] r[0:1, 0:1, 0:3, 0:2, 1:2] -> z[0:2, 1:2]\n");
}

TEST(Independent, N2_EachCellIsAShard) {
  const Compiled c = compile(
      program(input("a", "[3, 3]", "i32") + "," + input("b", "[3, 3]", "i32"),
              R"({"name": "y", "op": "add", "in": ["a", "b"]})", R"("y")"),
      config(R"("a": {"0": ["0..0", "1..1", "2..2"]}, "b": {"1": ["0..0", "1..1", "2..2"]})"));
  expectRun(c, {iota(i32_33), iota(i32_33)}, {{0, 2, 4, 6, 8, 10, 12, 14, 16}});
  EXPECT_EQ(c.plan->devices(), 9);
  EXPECT_EQ(shardsText(*c.plan).substr(0, 43), "0: a[0:1, 0:1] b[0:1, 0:1] -> y[0:1, 0:1]\n1");
}

TEST(Independent, N3_RowsOfAUnaryOp) {
  const Compiled c = compile(
      program(input("x", "[3, 3]"), R"({"name": "y", "op": "cosine", "in": ["x"]})", R"("y")"),
      config(R"("x": {"0": ["0..0", "1..1", "2..2"], "1": ["0..2"]})"));
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(shardsText(*c.plan), "0: x[0:1, 0:3] -> y[0:1, 0:3]\n"
                                 "1: x[1:2, 0:3] -> y[1:2, 0:3]\n"
                                 "2: x[2:3, 0:3] -> y[2:3, 0:3]\n");
  const auto outputs = runOn(*c.plan, {iota(f32_33)});
  for (int k = 0; k < 9; ++k)
    EXPECT_NEAR(valuesOf(outputs[0])[k], std::cos(k), 1e-6);
}

TEST(Independent, N4_ProductOfRowsAndColumns) {
  const Compiled c = compile(
      program(input("a", "[3, 2]", "i32") + "," + input("b", "[2, 3]", "i32"),
              R"({"name": "y", "op": "dot", "in": ["a", "b"]})", R"("y")"),
      config(R"("a": {"0": ["0..0", "1..1", "2..2"]}, "b": {"1": ["0..0", "1..1", "2..2"]})"));
  expectRun(c, {iota({ElementType::i32, {3, 2}}), iota({ElementType::i32, {2, 3}})},
            {{3, 4, 5, 9, 14, 19, 15, 24, 33}});
  EXPECT_EQ(c.plan->devices(), 9);
  EXPECT_NE(shardsText(*c.plan).find("5: a[1:2, 0:2] b[0:2, 2:3] -> y[1:2, 2:3]"),
            std::string::npos)
      << shardsText(*c.plan);
}

TEST(Independent, N5_N6_N7_LiteralsNeverConstrain) {
  for (const char *literal : {"1", "[1]", "[1, 1, 1, 1]"}) {
    const Compiled c =
        compile(program(input("x", "[4]"),
                        std::string(R"({"name": "y", "op": "add", "in": ["x", )") + literal + "]}",
                        R"("y")"),
                kDefault);
    expectRun(c, {iota({ElementType::f32, {4}})}, {{1, 2, 3, 4}});
    EXPECT_EQ(c.plan->devices(), 4) << literal;
  }
}

TEST(Independent, N7_LiteralIsSliced) {
  const Compiled c =
      compile(program(input("x", "[4]"),
                      R"({"name": "y", "op": "add", "in": ["x", [10, 20, 30, 40]]})", R"("y")"),
              kDefault);
  expectRun(c, {iota({ElementType::f32, {4}})}, {{10, 21, 32, 43}});
  const Function &function = c.plan->functions[0];
  for (const Buffer &buffer : function.buffers)
    if (buffer.role == Role::constant)
      EXPECT_EQ(volume(boxAt(buffer.box, function, coordinatesOf(function, 2))), 1);
}

TEST(Independent, N8_SqueezeKeepsTheCut) {
  const Compiled c = compile(
      program(input("x", "[1, 1, 4]"),
              R"({"name": "y", "op": "squeeze", "in": ["x"], "dimensions": [0, 1]})", R"("y")"),
      kDefault);
  expectRun(c, {iota({ElementType::f32, {1, 1, 4}})}, {{0, 1, 2, 3}});
  EXPECT_EQ(shardsText(*c.plan), "0: x[0:1, 0:1, 0:1] -> y[0:1]\n1: x[0:1, 0:1, 1:2] -> y[1:2]\n"
                                 "2: x[0:1, 0:1, 2:3] -> y[2:3]\n3: x[0:1, 0:1, 3:4] -> y[3:4]\n");
}

TEST(Independent, N9_TransposePermutesSlices) {
  const Compiled c =
      compile(program(input("x", "[2, 3, 4]"),
                      R"({"name": "y", "op": "transpose", "in": ["x"], "permutation": [2, 0, 1]})",
                      R"("y")"),
              kDefault);
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(c.plan->devices(), 24);
  // Shard (a, b, c) = (3, 1, 2) is the last.
  EXPECT_NE(shardsText(*c.plan).find("23: x[1:2, 2:3, 3:4] -> y[3:4, 1:2, 2:3]"),
            std::string::npos);
}

TEST(Independent, N10_DotOverTwoDimensions) {
  const char *dot = R"({"name": "z", "op": "dot_general", "in": ["l", "r"],
      "lhs_contracting_dimensions": [1, 2], "rhs_contracting_dimensions": [1, 0]})";
  const Compiled good =
      compile(program(input("l", "[2, 2, 3]") + "," + input("r", "[3, 2, 2]"), dot, R"("z")"),
              config(R"("r": {"2": ["0..0", "1..1"]})"));
  ASSERT_TRUE(good.plan) << good.messages();
  EXPECT_EQ(good.plan->devices(), 4);
  const Compiled bad = compile(
      program(input("l", "[2, 2, 3]") + "," + input("r", "[1, 1, 3, 2, 2]"), dot, R"("z")"), "");
  EXPECT_FALSE(bad.program) << "2 and 3 do not contract with 1 and 1";
  EXPECT_EQ(bad.ids(), std::vector<std::string>{"shape-mismatch"}) << bad.messages();
}

TEST(Independent, N11_LengthMustDivide) {
  const Compiled c =
      compile(program(input("x", "[3]"), R"({"name": "y", "op": "negate", "in": ["x"]})", R"("y")"),
              config(R"("x": {"0": {"length": 2}})"));
  EXPECT_FALSE(c.plan);
  EXPECT_NE(c.messages().find("3"), std::string::npos) << c.messages();
}

static const char *kG1Ops = R"(
  {"name": "a1", "op": "add", "in": ["a", 1]}, {"name": "b1", "op": "subtract", "in": ["b", 2]},
  {"name": "d", "op": "matmul", "in": ["a1", "b1"]},
  {"name": "e", "op": "multiply", "in": ["d", 3]}, {"name": "y", "op": "divide", "in": ["e", 4]})";

static std::vector<HostTensor> abInputs() {
  return {tensor({ElementType::f32, {2, 3}}, {1, 2, 3, 4, 5, 6}),
          tensor({ElementType::f32, {3, 2}}, {1, 2, 3, 4, 5, 6})};
}

TEST(Independent, G1_WholeContractionNeedsNothingElse) {
  const Compiled c = compile(
      program(input("a", "[2, 3]") + "," + input("b", "[3, 2]"), kG1Ops, R"("y")"),
      config(
          R"("a": {"0": {"length": 1}, "1": {"length": 3}}, "b": {"0": {"length": 3}, "1": {"length": 1}})"));
  expectRun(c, abInputs(), {{9.75, 16.5, 16.5, 30}});
  EXPECT_EQ(c.plan->devices(), 4);
  EXPECT_TRUE(c.plan->functions.front().collectives.empty());
}

TEST(Independent, G4_G6_TransposedOperand) {
  const std::string inputs = input("a", "[2, 3]") + "," + input("b", "[3, 2]");
  const char *ops = R"({"name": "a1", "op": "add", "in": ["a", 1]},
    {"name": "b1", "op": "subtract", "in": ["b", 2]},
    {"name": "t", "op": "transpose", "in": ["b1"], "permutation": [1, 0]},
    {"name": "y", "op": "multiply", "in": ["a1", "t"]})";
  const char *slices =
      R"("a": {"0": {"length": 1}, "1": {"length": 3}}, "b": {"0": {"length": 3}})";
  const Compiled g4 = compile(program(inputs, ops, R"("y")"), config(slices));
  expectRun(g4, abInputs(), {{-2, 3, 12, 0, 12, 28}});
  EXPECT_EQ(shardsText(*g4.plan), "0: a[0:1, 0:3] b[0:3, 0:1] -> y[0:1, 0:3]\n"
                                  "1: a[1:2, 0:3] b[0:3, 1:2] -> y[1:2, 0:3]\n");
  const std::string scalar = std::string(ops) + R"(, {"name": "z", "op": "add", "in": ["y", "s"]})";
  const Compiled g6 =
      compile(program(inputs + "," + input("s", "[]"), scalar, R"("z")"), config(slices));
  auto values = abInputs();
  values.push_back(tensor({ElementType::f32, {}}, {1}));
  expectRun(g6, values, {{-1, 4, 13, 1, 13, 29}});
  EXPECT_EQ(g6.plan->devices(), 2);
}

static std::string g7() {
  return program(input("a", "[3, 3]") + "," + input("b", "[3, 3]"),
                 R"({"name": "x", "op": "add", "in": ["a", "b"]},
                    {"name": "y", "op": "subtract", "in": ["a", "b"]},
                    {"name": "p", "op": "sum", "in": ["x"], "dimensions": [1]},
                    {"name": "q", "op": "sum", "in": ["y"], "dimensions": [0]},
                    {"name": "z", "op": "add", "in": ["p", "q"]})",
                 R"("z")");
}

TEST(Independent, G7_TwoDimensionsOfOneInputMeet) {
  const Compiled c = compile(g7(), kDefault);
  expectRun(c, {iota(f32_33), tensor(f32_33, Values(9, 1))}, {{12, 24, 36}});
  EXPECT_EQ(c.plan->devices(), 3);
  const Compiled bad = compile(g7(), config(R"("a": {"0": ["0:1", "1:3"], "1": ["0:2", "2:3"]})",
                                            R"("unspecified": "whole", )"));
  EXPECT_EQ(bad.ids(), std::vector<std::string>{"cuts-conflict"}) << bad.messages();
}

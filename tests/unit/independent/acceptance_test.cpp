// SPDX-License-Identifier: Apache-2.0
// What Nx's proof of concept did, and what it did wrong: programs, slices, shards, values.
// Source: elixir-nx/nx#1544, #1545, #1557 and the maintainer's blog; the ids are those of our table
// of checks in docs/architecture.md.
#include "tests/support/compile.h"

#include "gtest/gtest.h"

#include <stdexcept>

using namespace shardc;
using namespace shardc::test;

namespace {

using Values = std::vector<double>;

const char *kDefault = R"({"shardc": 1, "kind": "sharding", "unspecified": "sharded"})";

std::string program(const std::string &inputs, const std::string &ops, const std::string &outputs) {
  return R"({"shardc": 1, "kind": "program", "name": "p", "inputs": [)" + inputs +
         R"(], "ops": [)" + ops + R"(], "outputs": [)" + outputs + "]}";
}

std::string config(const std::string &inputs, const std::string &more = "") {
  return R"({"shardc": 1, "kind": "sharding", )" + more + R"("inputs": {)" + inputs + "}}";
}

/// Compiles, runs forwards and backwards, and compares with `expected` and with the unfused
/// program on one device.
void expectRun(const Compiled &c, const std::vector<HostTensor> &inputs,
               const std::vector<Values> &expected) {
  if (!c.plan) throw std::runtime_error(c.messages()); // what follows would read the plan
  for (bool reversed : {false, true}) {
    const auto outputs = runOn(*c.plan, inputs, reversed);
    ASSERT_EQ(outputs.size(), expected.size());
    for (size_t output = 0; output < outputs.size(); ++output)
      EXPECT_EQ(valuesOf(outputs[output]), expected[output]) << shardsText(*c.plan);
  }
}

const TensorSpec f32_33{ElementType::f32, {3, 3}}, i32_33{ElementType::i32, {3, 3}};

std::string input(const char *name, const char *shape, const char *type = "f32") {
  return std::string(R"({"name": ")") + name + R"(", "shape": )" + shape + R"(, "dtype": ")" +
         type + R"("})";
}

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

TEST(Independent, R1_SameInputAtTwoPlaces) {
  const Compiled c = compile(
      program(input("x", "[3, 3]"), R"({"name": "y", "op": "matmul", "in": ["x", "x"]})", R"("y")"),
      kDefault);
  expectRun(c, {iota(f32_33)}, {{15, 18, 21, 42, 54, 66, 69, 90, 111}});
  EXPECT_NE(shardsText(*c.plan).find("5: x[1:2, 0:3] x[0:3, 2:3] -> y[1:2, 2:3]"),
            std::string::npos)
      << shardsText(*c.plan);
}

TEST(Independent, R2_Residual) {
  const Compiled c = compile(program(input("x", "[2, 3]") + "," + input("w", "[3, 3]"),
                                     R"({"name": "d", "op": "matmul", "in": ["x", "w"]},
                 {"name": "y", "op": "add", "in": ["x", "d"]})",
                                     R"("y")"),
                             kDefault);
  expectRun(c, {iota({ElementType::f32, {2, 3}}), iota(f32_33)}, {{15, 19, 23, 45, 58, 71}});
}

TEST(Independent, R3_TransposedSumComputesItsCellsOnly) {
  const Compiled c =
      compile(program(input("x", "[3, 3]"),
                      R"({"name": "t", "op": "transpose", "in": ["x"], "permutation": [1, 0]},
                 {"name": "y", "op": "add", "in": ["x", "t"]})",
                      R"("y")"),
              kDefault);
  expectRun(c, {iota(f32_33)}, {{0, 4, 8, 4, 8, 12, 8, 12, 16}});
  EXPECT_NE(shardsText(*c.plan).find("1: x[0:1, 1:2] x[1:2, 0:1] -> y[0:1, 1:2]"),
            std::string::npos)
      << shardsText(*c.plan);
}

TEST(Independent, R4_R5_WholeVectors) {
  const Compiled matrix =
      compile(program(input("a", "[2, 3]") + "," + input("v", "[3]"),
                      R"({"name": "y", "op": "matmul", "in": ["a", "v"]})", R"("y")"),
              kDefault);
  expectRun(matrix, {iota({ElementType::f32, {2, 3}}), iota({ElementType::f32, {3}})}, {{5, 14}});
  EXPECT_EQ(shardsText(*matrix.plan), "0: a[0:1, 0:3] v[0:3] -> y[0:1]\n"
                                      "1: a[1:2, 0:3] v[0:3] -> y[1:2]\n");
  const Compiled vectors =
      compile(program(input("a", "[3]") + "," + input("b", "[3]"),
                      R"({"name": "y", "op": "matmul", "in": ["a", "b"]})", R"("y")"),
              kDefault);
  expectRun(vectors, {iota({ElementType::f32, {3}}), iota({ElementType::f32, {3}})}, {{5}});
  EXPECT_EQ(vectors.plan->devices(), 1);
}

TEST(Independent, R6_BatchedDot) {
  const Compiled c =
      compile(program(input("a", "[2, 3, 4]") + "," + input("b", "[2, 4, 5]"),
                      R"({"name": "y", "op": "matmul", "in": ["a", "b"]})", R"("y")"),
              kDefault);
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(c.plan->devices(), 30);
  const Values y = valuesOf(runOn(
      *c.plan, {iota({ElementType::f32, {2, 3, 4}}), iota({ElementType::f32, {2, 4, 5}})})[0]);
  EXPECT_EQ(Values(y.begin(), y.begin() + 5), (Values{70, 76, 82, 88, 94}));
  EXPECT_EQ(Values(y.end() - 5, y.end()), (Values{2390, 2476, 2562, 2648, 2734}));
}

TEST(Independent, R7_ScalarInputIsOnEveryShard) {
  const Compiled c =
      compile(program(input("x", "[4]") + "," + input("s", "[]"),
                      R"({"name": "y", "op": "multiply", "in": ["x", "s"]})", R"("y")"),
              kDefault);
  expectRun(c, {iota({ElementType::f32, {4}}), tensor({ElementType::f32, {}}, {3})},
            {{0, 3, 6, 9}});
  EXPECT_EQ(c.plan->devices(), 4);
}

TEST(Independent, R8_ConflictIsAnErrorOrIsRefined) {
  const std::string text = program(input("x", "[4]") + "," + input("y", "[4]"),
                                   R"({"name": "z", "op": "add", "in": ["x", "y"]})", R"("z")");
  const char *slices = R"("x": {"0": ["0..1", "2..3"]}, "y": {"0": ["0..0", "1..3"]})";
  const Compiled bad = compile(text, config(slices));
  EXPECT_EQ(bad.ids(), std::vector<std::string>{"cuts-conflict"}) << bad.messages();
  EXPECT_NE(bad.messages().find("0:2 2:4"), std::string::npos) << bad.messages();
  EXPECT_NE(bad.messages().find("0:1 1:4"), std::string::npos) << bad.messages();
  const Compiled refined = compile(text, config(slices, R"("conflict": "refine", )"));
  expectRun(refined, {iota({ElementType::f32, {4}}), iota({ElementType::f32, {4}})},
            {{0, 2, 4, 6}});
  EXPECT_EQ(refined.plan->devices(), 3);
}

TEST(Independent, R9_BadSlicesAreRefused) {
  const std::string text =
      program(input("x", "[4]"), R"({"name": "y", "op": "negate", "in": ["x"]})", R"("y")");
  for (const char *slices : {R"(["0..1"])", R"(["0..2", "2..3"])", R"(["0..1", "2..4"])",
                             R"(["1..0", "2..3"])", R"(["0:4:2", "1:4:2"])"}) {
    const Compiled c = compile(text, config(std::string(R"("x": {"0": )") + slices + "}"));
    EXPECT_FALSE(c.plan) << slices;
    ASSERT_FALSE(c.told.empty()) << slices;
    EXPECT_EQ(c.told[0].file, "config");
    EXPECT_EQ(c.told[0].line, 1u);
  }
}

TEST(Independent, R10_RefusesAMillionShards) {
  const Compiled c = compile(program(input("x", "[1024, 1024]"),
                                     R"({"name": "y", "op": "negate", "in": ["x"]})", R"("y")"),
                             kDefault);
  EXPECT_EQ(c.ids(), std::vector<std::string>{"too-many-shards"}) << c.messages();
  EXPECT_NE(c.messages().find("1048576"), std::string::npos) << c.messages();
  EXPECT_NE(c.messages().find(R"("unspecified": "whole")"), std::string::npos) << c.messages();
}

TEST(Independent, R11_UnevenSlices) {
  const Compiled c =
      compile(program(input("x", "[5]"), R"({"name": "y", "op": "negate", "in": ["x"]})", R"("y")"),
              config(R"("x": {"0": ["0..1", "2..4"]})"));
  expectRun(c, {iota({ElementType::f32, {5}})}, {{-0.0, -1, -2, -3, -4}});
  EXPECT_EQ(shardsText(*c.plan), "0: x[0:2] -> y[0:2]\n1: x[2:5] -> y[2:5]\n");
}

TEST(Independent, R12_UnusedInputChangesNothing) {
  const Compiled c = compile(program(input("x", "[4]") + "," + input("u", "[7, 7]"),
                                     R"({"name": "y", "op": "negate", "in": ["x"]},
                                        {"name": "z", "op": "abs", "in": ["x"]})",
                                     R"("y", "z")"),
                             kDefault);
  expectRun(c, {iota({ElementType::f32, {4}}), iota({ElementType::f32, {7, 7}})},
            {{-0.0, -1, -2, -3}, {0, 1, 2, 3}});
  EXPECT_EQ(c.plan->devices(), 4) << "both outputs come from the same slices";
}

TEST(Independent, R12_ReshapeOfSingleIndices) {
  const Compiled c = compile(
      program(input("x", "[2, 6]"),
              R"({"name": "y", "op": "reshape", "in": ["x"], "shape": [2, 1, 3, 2]})", R"("y")"),
      kDefault);
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(c.plan->devices(), 12);
}

TEST(Independent, R12_BroadcastOperandsKeepTheirSlices) {
  const Compiled c =
      compile(program(input("x", "[4, 1]") + "," + input("y", "[1, 6]"),
                      R"({"name": "z", "op": "add", "in": ["x", "y"]})", R"("z")"),
              config(R"("x": {"0": ["0..1", "2..3"]}, "y": {"1": ["0..2", "3..5"]})"));
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(shardsText(*c.plan), "0: x[0:2, 0:1] y[0:1, 0:3] -> z[0:2, 0:3]\n"
                                 "1: x[0:2, 0:1] y[0:1, 3:6] -> z[0:2, 3:6]\n"
                                 "2: x[2:4, 0:1] y[0:1, 0:3] -> z[2:4, 0:3]\n"
                                 "3: x[2:4, 0:1] y[0:1, 3:6] -> z[2:4, 3:6]\n");
}

TEST(Independent, R14_BroadcastLiteral) {
  const Compiled c = compile(
      program(input("x", "[4]"),
              R"({"name": "o", "op": "full", "in": [], "shape": [4], "value": 1, "dtype": "f32"},
                 {"name": "y", "op": "add", "in": ["x", "o"]})",
              R"("y")"),
      kDefault);
  expectRun(c, {iota({ElementType::f32, {4}})}, {{1, 2, 3, 4}});
  EXPECT_EQ(c.plan->devices(), 4);
}

TEST(Independent, StencilIsCutByItsOutput) {
  const Compiled c =
      compile(program(input("u", "[12]"),
                      R"({"name": "p", "op": "pad", "in": ["u", 0.0], "edge_padding_low": [1],
                  "edge_padding_high": [1], "interior_padding": [0]},
                 {"name": "a", "op": "slice", "in": ["p"], "start_indices": [0], "limit_indices": [12]},
                 {"name": "b", "op": "slice", "in": ["p"], "start_indices": [2], "limit_indices": [14]},
                 {"name": "y", "op": "add", "in": ["a", "b"]})",
                      R"("y")"),
              R"({"shardc": 1, "kind": "sharding", "unspecified": "whole",
          "outputs": {"y": {"0": {"parts": 3}}}})");
  expectRun(c, {iota({ElementType::f32, {12}})}, {{1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 10}});
  EXPECT_EQ(shardsText(*c.plan),
            "0: u[0:5] -> y[0:4]\n1: u[3:9] -> y[4:8]\n2: u[7:12] -> y[8:12]\n");
}

TEST(Independent, SoftmaxIsOneRowKernel) {
  const Compiled c = compile(
      program(input("x", "[8, 16]"),
              R"({"name": "y", "op": "softmax", "in": ["x"], "dimension": 1})", R"("y")"),
      R"({"shardc": 1, "kind": "sharding", "inputs": {"x": {"0": {"parts": 3}, "unspecified": "whole"}}})");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(c.plan->functions[0].kernels.size(), 1u);
  EXPECT_EQ(c.plan->devices(), 3);
}

TEST(Independent, RepeatedWorkIsWarnedOf) {
  const Compiled c = compile(program(input("a", "[8, 8]") + "," + input("b", "[8, 8]"),
                                     R"({"name": "e", "op": "exponential", "in": ["a"]},
                 {"name": "y", "op": "matmul", "in": ["e", "b"]})",
                                     R"("y")"),
                             kDefault);
  EXPECT_EQ(c.ids(), std::vector<std::string>{"repeated-work"}) << c.messages();
}

TEST(Independent, RepeatedInputIsWarnedOfWithoutAdviceThatHelpsNobody) {
  const Compiled c =
      compile(program(input("a", "[4, 64]") + "," + input("b", "[64, 8]"),
                      R"({"name": "y", "op": "matmul", "in": ["a", "b"]})", R"("y")"),
              R"({"shardc": 1, "kind": "sharding", "unspecified": "whole",
          "inputs": {"a": {"0": {"parts": 4}}}})");
  ASSERT_EQ(c.told.size(), 1u) << c.messages();
  EXPECT_EQ(c.told[0].message, "the shards together hold the program's input 3.0 times");
}

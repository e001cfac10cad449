// SPDX-License-Identifier: Apache-2.0
// What Nx's proof of concept did wrong, and is right here. Source: elixir-nx/nx#1544, #1545, #1557.
#include "tests/unit/independent/programs.h"

using namespace shardc;
using namespace shardc::test;

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

TEST(Independent, ASliceForEachOfTooManyIndicesIsRefused) {
  const Compiled c = compile(program(input("x", "[3000000000]"),
                                     R"({"name": "y", "op": "negate", "in": ["x"]})", R"("y")"),
                             kDefault);
  EXPECT_FALSE(c.plan);
  EXPECT_EQ(c.ids(), std::vector<std::string>{"too-many-slices"});
}

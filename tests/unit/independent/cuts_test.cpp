// SPDX-License-Identifier: Apache-2.0
// What slices make of whole programs, and what is warned of.
#include "tests/unit/independent/programs.h"

using namespace shardc;
using namespace shardc::test;

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

TEST(Independent, RepeatedWorkIsOneFigure) {
  // The sum is computed for every element of the quotient: kernels repeat work that ops do not.
  const Compiled c = compile(program(input("a", "[6, 5]"),
                                     R"({"name": "e", "op": "exponential", "in": ["a"]},
                 {"name": "s", "op": "sum", "in": ["e"], "dimensions": [1], "keepdims": true},
                 {"name": "y", "op": "divide", "in": ["e", "s"]})",
                                     R"("y")"),
                             R"({"shardc": 1, "kind": "sharding", "unspecified": "whole",
          "inputs": {"a": {"1": {"parts": 5}}}, "outputs": {"y": {"1": {"parts": 5}}}})");
  ASSERT_TRUE(c.plan) << c.messages();
  ASSERT_EQ(c.told.size(), 1u) << c.messages();
  char figure[32];
  std::snprintf(figure, sizeof figure, "%.2f times", c.plan->repeated.workRatio);
  EXPECT_NE(c.told[0].message.find(figure), std::string::npos)
      << c.told[0].message << "; the plan has " << figure;
}

TEST(Independent, PlansSayWhyDimensionsAreCutOrWhole) {
  const Compiled c =
      compile(program(input("a", "[4, 6]") + "," + input("b", "[6, 8]"),
                      R"({"name": "y", "op": "matmul", "in": ["a", "b"]})", R"("y")"),
              R"({"shardc": 1, "kind": "sharding", "unspecified": "whole",
          "inputs": {"a": {"0": {"parts": 2}, "1": {"parts": 3}}}})");
  ASSERT_TRUE(c.plan) << c.messages();
  const std::vector<std::string> wanted = {
      "dimension 0 of 'y' is cut as dimension 0 of 'a'",
      "dimension 1 of 'y' is whole: no slices of an input reach it",
      "what the config does not name is whole (\"unspecified\")",
      "slices of dimension 1 of 'a' end at 'y': it is summed over, or reduced in another way, by "
      "'dot_general'"};
  ASSERT_EQ(c.plan->whyCut.size(), wanted.size());
  for (const auto &[got, sentence] : llvm::zip(c.plan->whyCut, wanted))
    EXPECT_TRUE(llvm::StringRef(got).starts_with(sentence)) << got;
}

TEST(Independent, RepeatedInputIsWarnedOfWithoutAdviceThatHelpsNobody) {
  const Compiled c =
      compile(program(input("a", "[4, 64]") + "," + input("b", "[64, 8]"),
                      R"({"name": "y", "op": "matmul", "in": ["a", "b"]})", R"("y")"),
              R"({"shardc": 1, "kind": "sharding", "unspecified": "whole",
          "inputs": {"a": {"0": {"parts": 4}}}})");
  ASSERT_EQ(c.told.size(), 1u) << c.messages();
  EXPECT_EQ(c.told[0].message, "the shards together hold the program's input 3.00 times");
}

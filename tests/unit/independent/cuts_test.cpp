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

TEST(Independent, RepeatedInputIsWarnedOfWithoutAdviceThatHelpsNobody) {
  const Compiled c =
      compile(program(input("a", "[4, 64]") + "," + input("b", "[64, 8]"),
                      R"({"name": "y", "op": "matmul", "in": ["a", "b"]})", R"("y")"),
              R"({"shardc": 1, "kind": "sharding", "unspecified": "whole",
          "inputs": {"a": {"0": {"parts": 4}}}})");
  ASSERT_EQ(c.told.size(), 1u) << c.messages();
  EXPECT_EQ(c.told[0].message, "the shards together hold the program's input 3.0 times");
}

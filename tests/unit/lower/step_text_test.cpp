// SPDX-License-Identifier: Apache-2.0
// What the line of a step says.
#include "tests/support/compile.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

/// The step that a program of these ops on x f32[4, 3] and z = 0 is.
std::string stepOf(const std::string &ops, const std::string &type) {
  const Compiled c = compile("func.func public @main(%x: tensor<4x3xf32>) -> " + type + " {\n" +
                                 "  %z = stablehlo.constant dense<0.0> : tensor<f32>\n" + ops +
                                 "  return %y : " + type + "\n}",
                             "");
  EXPECT_TRUE(c.plan) << c.messages();
  if (!c.plan) return "";
  EXPECT_EQ(c.plan->functions.front().steps.size(), 1u);
  return c.plan->functions.front().steps.front().text;
}

TEST(StepText, SaysWhatAReductionDoesAndWhereItBegins) {
  EXPECT_EQ(stepOf("  %y = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = "
                   "[1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>\n",
                   "tensor<4xf32>"),
            "v0 = reduce(arg0, add across [1], init 0)");
  EXPECT_EQ(stepOf("  %y = stablehlo.reduce(%x init: %z) applies stablehlo.maximum across "
                   "dimensions = [0, 1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<f32>\n",
                   "tensor<f32>"),
            "v0 = reduce(arg0, max across [0, 1], init 0)");
}

TEST(StepText, SaysNoDimensionsOfASumOfProducts) {
  EXPECT_EQ(stepOf("  %y = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : "
                   "(tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x4xf32>\n",
                   "tensor<4x4xf32>"),
            "v0 = dot_general(arg0, arg0)");
}

} // namespace
} // namespace shardc::test

// SPDX-License-Identifier: Apache-2.0
// A reduction of several operands is one each where its body does not bring them together.
#include "tests/support/compile.h"

#include "frontend/ir/names.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

/// The rows of two inputs reduced by a body that makes %m and %s.
Compiled reduced(const std::string &body, const std::string &config = "") {
  return compile(R"(func.func public @main(%x: tensor<4x6xf32>, %y: tensor<4x6xf32>)
    -> (tensor<6xf32>, tensor<6xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r:2 = stablehlo.reduce(%x init: %zero), (%y init: %zero) across dimensions = [0] :
      (tensor<4x6xf32>, tensor<4x6xf32>, tensor<f32>, tensor<f32>) -> (tensor<6xf32>, tensor<6xf32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<f32>, %d: tensor<f32>) {
)" + body + R"(
    stablehlo.return %m, %s : tensor<f32>, tensor<f32>
  }
  return %r#0, %r#1 : tensor<6xf32>, tensor<6xf32>
})",
                 config);
}

/// How many operands each reduction has.
std::string reductionsIn(const Compiled &c) {
  EXPECT_TRUE(c.program) << c.messages();
  std::string found;
  if (c.program)
    entryOf(*c.program).walk([&](mlir::Operation *op) {
      if (op->getName().getStringRef() == "stablehlo.reduce")
        found += std::to_string(op->getNumResults()) + ";";
    });
  return found;
}

const std::string kApart = R"(
    %m = stablehlo.maximum %a, %b : tensor<f32>
    %s = stablehlo.add %c, %d : tensor<f32>)";

TEST(SeparateReductions, AreMadeOfABodyThatKeepsOperandsApart) {
  EXPECT_EQ(reductionsIn(reduced(kApart)), "1;1;");
}

TEST(SeparateReductions, AreNotMadeOfABodyThatBringsOperandsTogether) {
  const Compiled c = reduced(R"(
    %m = stablehlo.maximum %a, %b : tensor<f32>
    %t = stablehlo.add %c, %d : tensor<f32>
    %s = stablehlo.maximum %t, %m : tensor<f32>)");
  EXPECT_EQ(reductionsIn(c), "2;");
}

TEST(SeparateReductions, AreDoneInPartsByDevices) {
  const Compiled c = reduced(kApart, R"({"shardc": 1, "kind": "sharding", "mesh": "a=2",
      "inputs": {"arg0": ["a"], "arg1": ["a"]}})");
  ASSERT_TRUE(c.plan) << c.messages();
  for (const Collective &each : c.plan->functions[0].collectives)
    EXPECT_TRUE(each.combine) << each.id;
  EXPECT_EQ(c.plan->functions[0].collectives.size(), 2U);
}

} // namespace
} // namespace shardc::test

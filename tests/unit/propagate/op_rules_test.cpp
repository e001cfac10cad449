// SPDX-License-Identifier: Apache-2.0
#include "analysis/program/op_rules.h"
#include "tests/unit/ir/program.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

/// Numbers of the reductions' rules, whose bodies select these of the two arguments.
std::vector<int> rulesOf(const std::vector<std::string> &selected) {
  std::string text = "func.func public @main(%x: tensor<4x8xf32>) -> tensor<4xf32> {\n"
                     "  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n";
  for (const std::string &body : selected)
    text += "  %v" + std::to_string(text.size()) +
            " = \"stablehlo.reduce\"(%x, %zero) <{dimensions = array<i64: 1>}> ({\n"
            "  ^bb0(%l: tensor<f32>, %r: tensor<f32>):\n"
            "    %c = stablehlo.compare GT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
            "    %s = stablehlo.select %c, " +
            body +
            " : tensor<i1>, tensor<f32>\n"
            "    stablehlo.return %s : tensor<f32>\n"
            "  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>\n";
  text += "  %y = stablehlo.slice %x [0:4, 0:1] : (tensor<4x8xf32>) -> tensor<4x1xf32>\n"
          "  %z = stablehlo.reshape %y : (tensor<4x1xf32>) -> tensor<4xf32>\n"
          "  return %z : tensor<4xf32>\n}\n";
  Program program(text);
  EXPECT_EQ(program.error(), "");
  Pool pool;
  OpRules rules(pool);
  std::vector<int> numbers;
  program.module->walk([&](mlir::Operation *op) {
    if (op->getName().getStringRef() == "stablehlo.reduce") numbers.push_back(rules.numberOf(op));
  });
  return numbers;
}

/// The larger and the smaller one: bodies of the same ops, which are given other operands.
TEST(OpRules, AreOthersWhereBodiesUseTheirArgumentsOtherwise) {
  EXPECT_EQ(rulesOf({"%l, %r", "%r, %l", "%l, %r", "%r, %l"}), (std::vector<int>{0, 1, 0, 1}));
}

} // namespace
} // namespace shardc::test

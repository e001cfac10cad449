// SPDX-License-Identifier: Apache-2.0
// How long expressions are, and how long lines are broken.
#include "formulas.h"
#include "functions.h"

#include "codegen/kernel/tokens.h"
#include "codegen/text/code.h"

#include <gtest/gtest.h>

namespace shardc::test {
namespace {

constexpr ElementType f32 = ElementType::f32;

TEST(Code, LeavesAlineThatFits) {
  const std::string line(98, 'x');
  EXPECT_EQ(codeText({{line}}, 2), "  " + line + "\n");
}

TEST(Code, BreaksOutsideOfParenthesesFirst) {
  const std::string name(28, 'x');
  EXPECT_EQ(codeText({{"y = (" + name + " + " + name + ") * " + name + " - " + name + ";"}}, 2),
            "  y = (" + name + " + " + name + ") * " + name + " -\n" + //
                "      " + name + ";\n");
}

TEST(Code, BreaksWhereOperatorsBindLeast) {
  const std::string name(30, 'x');
  EXPECT_EQ(codeText({{"y = " + name + " + " + name + " * " + name + " * z;"}}, 2),
            "  y = " + name + " +\n" + //
                "      " + name + " * " + name + " * z;\n");
  EXPECT_EQ(codeText({{"y = " + name + " ? " + name + " + 1 : " + name + " * z;"}}, 2),
            "  y = " + name + " ? " + name + " + 1\n" + //
                "      : " + name + " * z;\n");
}

TEST(Code, WhatIsInParenthesesStandsBelowItsStart) {
  const std::string name(40, 'x');
  EXPECT_EQ(codeText({{"sum = fma(" + name + ", " + name + ", sum[i - i_from]);"}}, 4),
            "    sum = fma(" + name + ", " + name + ",\n" + //
                "              sum[i - i_from]);\n");
}

TEST(Code, BreaksAsOftenAsItMust) {
  const std::string name(60, 'x');
  EXPECT_EQ(codeText({{"y = " + name + " + " + name + " + " + name + ";"}}, 0),
            "y = " + name + " +\n    " + name + " +\n    " + name + ";\n");
}

TEST(Code, LeavesAlineThatHasNoPlaceToBreak) {
  const std::string line(200, 'x');
  EXPECT_EQ(codeText({{line}}, 2), "  " + line + "\n");
}

TEST(Code, BreaksTheConditionOfAnIf) {
  const std::string name(50, 'x');
  EXPECT_EQ(codeText({{"if (" + name + " && " + name + ")", true, {{"a = 1;"}, {"b = 1;"}}}}, 0),
            "if (" + name + " &&\n    " + name + ") {\n  a = 1;\n  b = 1;\n}\n");
}

/// The tokens of y[i, j] = `value` for x of [4, 8].
size_t tokensOf(
    llvm::function_ref<Expr(Build &, Expr i, Expr j)> value,
    llvm::function_ref<bool(Expr)> isVariable = [](Expr) { return false; }) {
  Plan plan;
  plan.pool = std::make_unique<Pool>();
  Build b(*plan.pool);
  Expr i = b.loop(4, "i"), j = b.loop(8, "j");
  b.result(f32, {4, 8}, {i, j}, value(b, i, j));
  plan.functions.push_back(functionOf("f", b.formula, {}));
  const DeviceLayout layout = deviceLayout(plan.functions[0]);
  const KernelView view(plan.functions[0].kernels[0], layout);
  return TokenCounter(view, isVariable).of(view.formula.results[0].value);
}

TEST(Tokens, AreNamesNumbersAndOperators) {
  // x[i * 8 + j]
  EXPECT_EQ(tokensOf([](Build &b, Expr i, Expr j) { return b.load(f32, {4, 8}, {i, j}); }), 4u);
  // x[i * 8 + j] + exp(x[i * 8 + j])
  EXPECT_EQ(tokensOf([](Build &b, Expr i, Expr j) {
              Expr x = b.load(f32, {4, 8}, {i, j});
              return b.call(Fn::add, {x, b.call(Fn::exp, {x})});
            }),
            11u);
}

TEST(Tokens, WhatAVariableStandsForIsOne) {
  const auto sum = [](Build &b, Expr i, Expr j) {
    Expr x = b.load(f32, {4, 8}, {i, j});
    return b.call(Fn::add, {x, b.call(Fn::exp, {x})});
  };
  EXPECT_EQ(tokensOf(sum, [](Expr e) { return e->kind == Kind::Load; }), 5u);
}

TEST(Tokens, AreBoundedWhereAnExpressionIsSharedOften) {
  EXPECT_EQ(tokensOf([](Build &b, Expr i, Expr j) {
              Expr x = b.load(f32, {4, 8}, {i, j});
              for (int k = 0; k < 60; ++k)
                x = b.call(Fn::mul, {x, x});
              return x;
            }),
            kUnreadable);
}

} // namespace
} // namespace shardc::test

// SPDX-License-Identifier: Apache-2.0
// Sums that are off by what their order may make of them.
#include "frontend/ir/formula/rewriting/roundoff.h"

#include "codegen/interp/interp.h"
#include "frontend/ir/formula/sum_order.h"

#include <cmath>
#include <gtest/gtest.h>

namespace shardc {
namespace {

constexpr ElementType f32 = ElementType::f32;

/// y[i] = sum over k of x[i, k], or of x[i, k] * x[i, k].
Formula rowSums(Pool &pool, int64_t rows, int64_t terms, bool squares) {
  Formula formula;
  formula.loops = {{"i", rows}, {"k", terms}};
  formula.operands = {{f32, {rows, terms}}};
  const Expr i = pool.loop(0, rows), k = pool.loop(1, terms);
  const Expr x = expr::load(pool, f32, 0, {i, k});
  const Expr value = squares ? expr::scalar(Fn::term, f32, {x, x}) : x;
  const Expr add = expr::scalar(Fn::add, f32, {pool.arg(f32, 0), pool.arg(f32, 1)});
  const SumOrder plain;
  formula.results = {{{f32, {rows}}, {i}, expr::item(expr::reduce({k}, value, add, {}, plain), 0)}};
  return formula;
}

std::vector<float> evaluate(const Formula &formula, const std::vector<float> &x) {
  const int64_t rows = formula.loops[0].extent, terms = formula.loops[1].extent;
  WindowData in{f32, whole({rows, terms}), std::vector<char>(x.size() * sizeof(float))};
  std::memcpy(in.data.data(), x.data(), in.data.size());
  WindowData out{f32, whole({rows}), std::vector<char>(rows * sizeof(float))};
  const auto fault = interpret(formula, wholeLoops(formula), {&in}, {&out});
  EXPECT_FALSE(fault) << fault->what;
  std::vector<float> y(rows);
  std::memcpy(y.data(), out.data.data(), out.data.size());
  return y;
}

TEST(Roundoff, FollowsTheMagnitudesOfTermsThatCancel) {
  Pool pool;
  const Formula sums = rowSums(pool, 1, 4, false);
  const std::vector<float> x = {1000, -1000, 1000, -1000};
  EXPECT_EQ(evaluate(sums, x)[0], 0);
  EXPECT_FLOAT_EQ(std::abs(evaluate(withRoundoff(sums), x)[0]), 4000 * std::sqrt(3.0f) * 0x1p-24f);
}

TEST(Roundoff, GoesUpAndDown) {
  Pool pool;
  const Formula sums = rowSums(pool, 28, 2, false);
  const std::vector<float> halves(56, 0.5f);
  int up = 0, down = 0; // half a last place above one is one again
  for (const float y : evaluate(withRoundoff(sums), halves)) {
    up += y > 1;
    down += y < 1;
  }
  EXPECT_EQ(down, 16);
  EXPECT_EQ(up, 0);
}

TEST(Roundoff, TakesTermsOfProductsAsTheyAre) {
  Pool pool;
  const Formula sums = rowSums(pool, 1, 16, true);
  const std::vector<float> x(16, -3);
  EXPECT_EQ(evaluate(sums, x)[0], 144);
  EXPECT_NEAR(std::abs(evaluate(withRoundoff(sums), x)[0] - 144), 144 * std::sqrt(15.0) * 0x1p-24,
              1e-5);
}

TEST(Roundoff, LeavesOtherReductionsAlone) {
  Pool pool;
  Formula largest = rowSums(pool, 2, 3, false);
  const Expr k = pool.loop(1, 3);
  const Expr x = expr::load(pool, f32, 0, {pool.loop(0, 2), k});
  const Expr max = expr::scalar(Fn::max, f32, {pool.arg(f32, 0), pool.arg(f32, 1)});
  largest.results[0].value = expr::item(expr::reduce({k}, x, max, {}), 0);
  EXPECT_EQ(withRoundoff(largest).results[0].value, largest.results[0].value);
}

} // namespace
} // namespace shardc

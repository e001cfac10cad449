// SPDX-License-Identifier: Apache-2.0
// What loops on CPUs take in vectors, and what they compute once, against the interpreter.
#include "agrees.h"
#include "formulas.h"
#include "functions.h"
#include "harness.h"

#include <gtest/gtest.h>

namespace shardc::test {
namespace {

constexpr ElementType f32 = ElementType::f32;

/// y = softmax(x), along the first dimension or the second.
Formula softmax(Pool &pool, int64_t rows, int64_t columns, int along) {
  Build b(pool);
  Expr i = b.loop(rows, "i"), j = b.loop(columns, "j");
  const int64_t extent = along == 0 ? rows : columns;
  Expr k = b.loop(extent, "k"), l = b.loop(extent, "l");
  const auto at = [&](Expr other) {
    return along == 0 ? SmallVector<Expr, 2>{other, j} : SmallVector<Expr, 2>{i, other};
  };
  Expr x = b.load(f32, {rows, columns}, {i, j});
  Expr largest = b.reduce(Fn::max, {k}, b.again(0, at(k)), -INFINITY);
  const auto e = [&](Expr value) { return b.call(Fn::exp, {b.call(Fn::sub, {value, largest})}); };
  Expr sum = b.reduce(Fn::add, {l}, e(b.again(0, at(l))), 0.0);
  b.result(f32, {rows, columns}, {i, j}, b.call(Fn::div, {e(x), sum}));
  return b.formula;
}

/// y[i, j] = x[i, step * j] - x[i, step * j + 1]
Formula stepped(Pool &pool, int64_t step) {
  Build b(pool);
  Expr i = b.loop(5, "i"), j = b.loop(37, "j");
  Expr at = expr::mul(j, step);
  Expr x = b.load(f32, {5, 37 * step}, {i, at});
  b.result(f32, {5, 37}, {i, j}, b.call(Fn::sub, {x, b.again(0, {i, expr::add(at, 1)})}));
  return b.formula;
}

/// The text of a kernel that has the interpreter's bits.
std::string textOf(llvm::function_ref<Formula(Pool &)> make) {
  Plan plan;
  plan.name = plan.id = "made";
  plan.pool = std::make_unique<Pool>();
  plan.functions.push_back(functionOf("f", make(*plan.pool), {}));
  const CompiledKernels compiled(plan, Target::cpp);
  EXPECT_TRUE(compiled.ok());
  std::mt19937 random(7);
  EXPECT_TRUE(agrees(compiled, plan.functions[0], 0, 0, random));
  return kernelsFile(plan, kernelTexts(plan), Target::cpp);
}

size_t countOf(StringRef part, StringRef text) { return text.count(part); }

TEST(CpuLoops, ComputeTheTermsOfASoftmaxOnce) {
  const std::string columns = textOf([](Pool &pool) { return softmax(pool, 20, 150, 0); });
  EXPECT_EQ(countOf("exp(load(", columns), 1u) << columns;
  const std::string rows = textOf([](Pool &pool) { return softmax(pool, 9, 30, 1); });
  EXPECT_EQ(countOf("exp(load(", rows), 1u) << rows;
}
TEST(CpuLoops, BeginLanesOfTheLargestInVectors) {
  const std::string rows = textOf([](Pool &pool) { return softmax(pool, 9, 50, 1); });
  EXPECT_NE(rows.find("fill_lanes(lanes, -INFINITY);"), std::string::npos) << rows;
}
TEST(CpuLoops, ReadUpToEveryFourthInVectors) {
  for (const int64_t step : {2, 4}) {
    const std::string text = textOf([&](Pool &pool) { return stepped(pool, step); });
    EXPECT_NE(text.find(std::to_string(step) + " * j)"), std::string::npos) << text;
    EXPECT_NE(text.find("in_vectors<float, 37>"), std::string::npos) << text;
  }
  const std::string far = textOf([](Pool &pool) { return stepped(pool, 5); });
  EXPECT_EQ(far.find("in_vectors"), std::string::npos) << far;
}

} // namespace
} // namespace shardc::test

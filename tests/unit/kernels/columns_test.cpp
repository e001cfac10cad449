// SPDX-License-Identifier: Apache-2.0
// Kernels for CPUs that reduce columns for a block of them at a time, and then write rows.
#include "agrees.h"
#include "formulas.h"
#include "functions.h"

#include "frontend/ir/formula/sum_order.h"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace shardc::test {
namespace {

using testing::HasSubstr;

constexpr ElementType f32 = ElementType::f32;

/// y[i, j] = e / sum over i of e, or log(that sum) - x, where e = exp(x - max over i of x).
Formula columnsOf(Pool &pool, int64_t rows, int64_t columns, bool isSoftmax) {
  Build b(pool);
  Expr i = b.loop(rows, "i"), j = b.loop(columns, "j"), k = b.loop(rows, "k"),
       l = b.loop(rows, "l");
  Expr x = b.load(f32, {rows, columns}, {i, j});
  Expr largest = b.reduce(Fn::max, {k}, b.again(0, {k, j}), -INFINITY);
  const auto e = [&](Expr at) { return b.call(Fn::exp, {b.call(Fn::sub, {at, largest})}); };
  const auto order = orderOfSum({rows}, {Along::column});
  Expr sum = b.reduce(Fn::add, {l}, e(b.again(0, {l, j})), 0.0, order);
  Expr value =
      isSoftmax ? b.call(Fn::div, {e(x), sum}) : b.call(Fn::sub, {b.call(Fn::log, {sum}), x});
  b.result(f32, {rows, columns}, {i, j}, value);
  return b.formula;
}

class Columns : public testing::Test {
protected:
  Columns() {
    plan.name = plan.id = "made";
    plan.pool = std::make_unique<Pool>();
  }
  void add(int64_t rows, int64_t columns, bool isSoftmax, ArrayRef<Cut> cuts = {}) {
    plan.functions.push_back(functionOf("f" + std::to_string(plan.functions.size()),
                                        columnsOf(*plan.pool, rows, columns, isSoftmax), cuts));
  }
  std::string text() const { return kernelsFile(plan, kernelTexts(plan), Target::cpp); }

  Plan plan;
};

TEST_F(Columns, KeepTheirTermsUntilRowsAreWritten) {
  add(100, 200, /*isSoftmax=*/true);
  EXPECT_THAT(text(), HasSubstr(R"(
    for (int64_t i = 0; i < 100; ++i)
      in_vectors<float>(j_from, j_to, [&](auto j) {
        store(y0, i * 200 + j, load(y0, i * 200 + j) / load(sum, j - j_from));
      });
)"));
}

TEST_F(Columns, HaveWhatRowsDoNotChangeInAnArray) {
  add(100, 200, /*isSoftmax=*/false);
  EXPECT_THAT(text(), HasSubstr(R"(
    float of_column[64];
    in_vectors<float>(j_from, j_to,
                      [&](auto j) { store(of_column, j - j_from, log(load(sum, j - j_from))); });
    for (int64_t i = 0; i < 100; ++i)
      in_vectors<float>(j_from, j_to, [&](auto j) {
        store(y0, i * 200 + j, load(of_column, j - j_from) - load(x0, i * 200 + j));
      });
)"));
}

TEST_F(Columns, HaveTheInterpretersBits) {
  for (const bool isSoftmax : {true, false}) {
    add(100, 200, isSoftmax);
    add(37, 70, isSoftmax, {{1, {0, 3, 3, 70}}});
    add(300, 20, isSoftmax);
  }
  const CompiledKernels compiled(plan, Target::cpp);
  ASSERT_TRUE(compiled.ok());
  std::mt19937 random(5);
  expectAgreement(compiled, plan.functions, random);
}

/// y[i, j] = (x[i, j] - m) / sqrt(the mean of the squares of such differences): m, the mean of a
/// column, is in the second sum and in the result.
TEST_F(Columns, HaveMeansInArraysBeforeRowsAreWritten) {
  Build b(*plan.pool);
  Expr i = b.loop(60, "i"), j = b.loop(100, "j"), k = b.loop(60, "k"), l = b.loop(60, "l");
  Expr x = b.load(f32, {60, 100}, {i, j});
  const auto order = orderOfSum({60}, {Along::column});
  const auto meanOf = [&](Expr loop, Expr value) {
    return b.call(Fn::div, {b.reduce(Fn::add, {loop}, value, 0.0, order), b.number(f32, 60)});
  };
  Expr mean = meanOf(k, b.again(0, {k, j}));
  Expr apart = b.call(Fn::sub, {b.again(0, {l, j}), mean});
  Expr deviation = b.call(Fn::sqrt, {meanOf(l, b.call(Fn::mul, {apart, apart}))});
  b.result(f32, {60, 100}, {i, j}, b.call(Fn::div, {b.call(Fn::sub, {x, mean}), deviation}));
  plan.functions.push_back(functionOf("f", b.formula, {}));
  const CompiledKernels compiled(plan, Target::cpp);
  ASSERT_TRUE(compiled.ok()) << text();
  std::mt19937 random(5);
  EXPECT_TRUE(agrees(compiled, plan.functions[0], 0, 0, random)) << text();
}

/// y[i, k, j] = exp(x[i, j] - the sum of a column) * w[k]: it is the same for all k.
TEST_F(Columns, HaveWhatAnInnerLoopDoesNotChangeInAnArrayForEachRow) {
  Build b(*plan.pool);
  Expr i = b.loop(60, "i"), k = b.loop(3, "k"), j = b.loop(8, "j"), l = b.loop(60, "l");
  Expr x = b.load(f32, {60, 8}, {i, j}), w = b.load(f32, {3}, {k});
  Expr sum = b.reduce(Fn::add, {l}, b.again(0, {l, j}), 0.0, orderOfSum({60}, {Along::column}));
  Expr e = b.call(Fn::exp, {b.call(Fn::sub, {x, sum})});
  b.result(f32, {60, 3, 8}, {i, k, j}, b.call(Fn::mul, {e, w}));
  plan.functions.push_back(functionOf("f", b.formula, {}));
  EXPECT_THAT(text(), HasSubstr(R"(
  for (int64_t i = 0; i < 60; ++i) {
    float of_column[8];
)"));
  const CompiledKernels compiled(plan, Target::cpp);
  ASSERT_TRUE(compiled.ok()) << text();
  std::mt19937 random(5);
  EXPECT_TRUE(agrees(compiled, plan.functions[0], 0, 0, random)) << text();
}

/// y[i, j] = x[rows[i], j] * w[j]
TEST(Rows, ThatArePickedAreFoundOnce) {
  Plan plan;
  plan.name = plan.id = "made";
  plan.pool = std::make_unique<Pool>();
  Build b(*plan.pool);
  Expr i = b.loop(30, "i"), j = b.loop(100, "j");
  Expr row = expr::at(b.load(ElementType::i32, {30}, {i}), 0, 39);
  Expr x = b.load(f32, {40, 100}, {row, j}), w = b.load(f32, {100}, {j});
  b.result(f32, {30, 100}, {i, j}, b.call(Fn::mul, {x, w}));
  plan.functions.push_back(functionOf("f", b.formula, {}));
  EXPECT_THAT(kernelsFile(plan, kernelTexts(plan), Target::cpp), HasSubstr(R"(
    const int at = min(max(x0[i], 0), 39);
    in_vectors<float, 100>(
)"));
}

} // namespace
} // namespace shardc::test

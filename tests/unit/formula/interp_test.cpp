// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/formula/random_formula.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace shardc;
using namespace shardc::test;

namespace {

class Interp : public testing::Test {
protected:
  Pool pool;
  const ElementType f32 = ElementType::f32;
  Expr i = pool.loop(0, 3), k = pool.loop(1, 4);

  Expr argument(ElementType type, int number) { return pool.arg(type, number); }
  Expr zero(double value = 0) { return pool.literal(Number::of(f32, value)); }

  Formula reduction(ArrayRef<Expr> values, ArrayRef<Expr> combine, ArrayRef<Expr> inits) {
    Formula formula;
    formula.loops = {{"i", 3}, {"k", 4}};
    formula.operands = {{f32, {3, 4}}};
    Expr reduce = expr::reduce({k}, values, combine, inits);
    for (size_t item = 0; item < values.size(); ++item)
      formula.results.push_back(
          {{values[item]->type, {3}}, {i}, expr::item(reduce, static_cast<int>(item))});
    return formula;
  }
  Formula sumOfRows(ArrayRef<Expr> inits) {
    Expr add = expr::scalar(Fn::add, f32, {argument(f32, 0), argument(f32, 1)});
    return reduction({expr::load(pool, f32, 0, {i, k})}, {add}, inits);
  }
  /// The numbers 0, 1, 2, ... scaled.
  WindowData counting(double scale) {
    HostTensor tensor = HostTensor::zeros({f32, {3, 4}});
    for (int element = 0; element < 12; ++element)
      tensor.set(element, Number::of(f32, scale * element));
    return {f32, whole({3, 4}), tensor.data};
  }
  double first(const Formula &formula, const WindowData &x, const Env &env, bool partial = false) {
    WindowData result = emptyWindow(f32, whole({3}));
    const WindowData *in = &x;
    WindowData *out = &result;
    EXPECT_FALSE(interpret(formula, env, in, out, partial));
    return HostTensor{{f32, {3}}, result.data}.at(0).real;
  }
};

TEST_F(Interp, InitsEnterOnceAndNotInPartialResults) {
  const Formula sum = sumOfRows({zero(10)});
  const WindowData x = counting(1);
  EXPECT_EQ(first(sum, x, wholeLoops(sum)), 16);
  EXPECT_EQ(first(sum, x, wholeLoops(sum), true), 6);
}

TEST_F(Interp, InitsEnterOnceWhereThereIsNoOrder) {
  Expr mul = expr::scalar(Fn::mul, f32, {argument(f32, 0), argument(f32, 1)});
  Expr next = expr::scalar(Fn::add, f32, {expr::load(pool, f32, 0, {i, k}), zero(1)});
  const Formula product = reduction({next}, {mul}, {zero(10)});
  EXPECT_EQ(first(product, counting(1), wholeLoops(product)), 10 * 1 * 2 * 3 * 4);
}

TEST_F(Interp, ASumOfNothingIsWhatSumsStartFrom) {
  const Formula sum = sumOfRows({});
  Env env = wholeLoops(sum);
  env.loops[1] = {2, 2, 1};
  const double nothing = first(sum, counting(1), env);
  EXPECT_EQ(nothing, 0);
  EXPECT_FALSE(std::signbit(nothing)); // so no sum is -0, and +0 beside it changes nothing
}

TEST_F(Interp, FloatsRoundAfterEveryOperation) {
  const Formula sum = sumOfRows({});
  const WindowData x = counting(0.1);
  float expected = 0;
  for (int element = 0; element < 4; ++element)
    expected += static_cast<float>(0.1 * element);
  EXPECT_EQ(first(sum, x, wholeLoops(sum)), expected);
}

TEST_F(Interp, ReducesPairsWithAnyCombiner) {
  // The largest of a row, and where it is.
  const ElementType i32 = ElementType::i32;
  Expr larger = expr::scalar(Fn::gt, ElementType::i1, {argument(f32, 2), argument(f32, 0)});
  const Formula formula = reduction({expr::load(pool, f32, 0, {i, k}), expr::cast(i32, k)},
                                    {expr::select(larger, argument(f32, 2), argument(f32, 0)),
                                     expr::select(larger, argument(i32, 3), argument(i32, 1))},
                                    {zero(-INFINITY), pool.literal(Number::of(i32, int64_t{-1}))});
  HostTensor tensor = HostTensor::zeros({f32, {3, 4}});
  tensor.set(2, Number::of(f32, 5.0));
  tensor.set(4 + 1, Number::of(f32, 7.0));
  const auto results = runWhole(formula, {WindowData{f32, whole({3, 4}), tensor.data}});
  const HostTensor largest{{f32, {3}}, results[0].data}, where{{i32, {3}}, results[1].data};
  EXPECT_EQ(largest.at(0).real, 5);
  EXPECT_EQ(where.at(0).integer, 2);
  EXPECT_EQ(largest.at(1).real, 7);
  EXPECT_EQ(where.at(1).integer, 1);
  EXPECT_EQ(where.at(2).integer, 0);
}

TEST_F(Interp, ReadsOutsideAreFaults) {
  const Formula sum = sumOfRows({});
  WindowData x = cutOut(counting(1), {{0, 3, 1}, {0, 3, 1}});
  WindowData result = emptyWindow(f32, whole({3}));
  const WindowData *in = &x;
  WindowData *out = &result;
  auto fault = interpret(sum, wholeLoops(sum), in, out);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->what, "read of operand 0 at [0, 3] outside its window [0:3, 0:3]");
  x = counting(1);
  x.allowed = {{{0, 3, 1}, {0, 2, 1}}};
  EXPECT_TRUE(interpret(sum, wholeLoops(sum), in, out));
  const WindowData *missing = nullptr;
  EXPECT_TRUE(interpret(sum, wholeLoops(sum), missing, out));
}

TEST_F(Interp, WritesAreCountedAndTwoAreAFault) {
  const Formula sum = sumOfRows({});
  const WindowData x = counting(1);
  WindowData result = emptyWindow(f32, whole({3}));
  result.written.resize(3);
  const WindowData *in = &x;
  WindowData *out = &result;
  EXPECT_FALSE(interpret(sum, wholeLoops(sum), in, out));
  EXPECT_EQ(result.written, (std::vector<uint8_t>{1, 1, 1}));
  EXPECT_TRUE(interpret(sum, wholeLoops(sum), in, out));
  WindowData small = emptyWindow(f32, {{0, 2, 1}});
  out = &small;
  EXPECT_TRUE(interpret(sum, wholeLoops(sum), in, out));
}

TEST_F(Interp, PicksOutsideTheirIntervalGiveZeroBits) {
  Formula formula = sumOfRows({});
  Expr picked =
      expr::pick(expr::at(pool.literal(Number::of(ElementType::i32, int64_t{1})), 0, 3), k);
  formula.results[0].value = expr::load(pool, f32, 0, {i, picked});
  const WindowData x = counting(1);
  Env env = wholeLoops(formula);
  EXPECT_EQ(first(formula, x, env), 1);
  env.loops[1] = {2, 4, 1};
  EXPECT_EQ(first(formula, x, env), 0);
}

TEST_F(Interp, ManySharedSelectsStayCheap) {
  Formula formula = sumOfRows({});
  Expr value = expr::load(pool, f32, 0, {i, pool.constant(0)});
  for (int depth = 0; depth < 200; ++depth) {
    Expr less = expr::scalar(Fn::lt, ElementType::i1, {value, zero(depth)});
    value = expr::select(less, expr::scalar(Fn::add, f32, {value, zero(1)}),
                         expr::scalar(Fn::sub, f32, {value, zero(1)}));
  }
  formula.results[0].value = value;
  EXPECT_TRUE(std::isfinite(first(formula, counting(1), wholeLoops(formula))));
}

} // namespace

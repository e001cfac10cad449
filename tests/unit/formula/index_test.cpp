// SPDX-License-Identifier: Apache-2.0
// The constructors of indices and bounds against plain arithmetic, at every point.
#include "tests/unit/formula/random_formula.h"

#include "gtest/gtest.h"

using namespace shardc;
using namespace shardc::test;

namespace {

Formula named(const Generator &from) {
  Formula formula;
  for (int64_t extent : from.extents)
    formula.loops.push_back(
        {std::string(1, static_cast<char>('i' + formula.loops.size())), extent});
  return formula;
}

TEST(Index, EqualsPlainArithmeticAtEveryPoint) {
  for (unsigned seed = 0; seed < 4000; ++seed) {
    Generator make(seed);
    make.makeLoops(make.between(1, 3), 5);
    const SampleIndex sample = make.index(4);
    const Formula formula = named(make);
    forEachPoint(wholeLoops(formula), [&](const Point &point) {
      ASSERT_EQ(evaluate(sample.e, point), sample.value(point))
          << "seed " << seed << ": " << str(sample.e, formula);
    });
    if (HasFailure()) return;
  }
}

TEST(Index, BoundsEqualPlainComparisonsAtEveryPoint) {
  for (unsigned seed = 0; seed < 4000; ++seed) {
    Generator make(seed);
    make.makeLoops(make.between(1, 3), 5);
    const SampleCondition sample = make.condition(2);
    const Formula formula = named(make);
    forEachPoint(wholeLoops(formula), [&](const Point &point) {
      ASSERT_EQ(holds(sample.e, point), sample.value(point))
          << "seed " << seed << ": " << str(sample.e, formula);
    });
    if (HasFailure()) return;
  }
}

class Forms : public testing::Test {
protected:
  Pool pool;
  Expr i = pool.loop(0, 5), j = pool.loop(1, 3), k = pool.loop(2, 4);
  Expr ijk = expr::linear(pool, 0, {{12, i}, {4, j}, {1, k}});
};

TEST_F(Forms, DigitsOfAMixedRadixAreItsLoops) {
  EXPECT_EQ(expr::digit(ijk, 12, 0), i);
  EXPECT_EQ(expr::digit(ijk, 4, 3), j);
  EXPECT_EQ(expr::digit(ijk, 1, 4), k);
  EXPECT_EQ(expr::div(ijk, 4), expr::linear(pool, 0, {{3, i}, {1, j}}));
  EXPECT_EQ(expr::mod(ijk, 12), expr::linear(pool, 0, {{4, j}, {1, k}}));
}

TEST_F(Forms, EachLoopHasANameOfItsOwnInAText) {
  Formula formula;
  for (const char *name : {"i", "j", "i"})
    formula.loops.push_back({name, 4});
  EXPECT_EQ(str(ijk, formula), "12*i + 4*j + i_2");
  EXPECT_EQ(str(k, formula), "i"); // alone it needs no other
}

TEST_F(Forms, DigitsThatBelongTogetherJoin) {
  Expr wide = pool.loop(3, 60);
  Expr high = expr::div(wide, 6), low = expr::mod(wide, 6);
  EXPECT_EQ(expr::linear(pool, 0, {{6, high}, {1, low}}), wide);
  Expr middle = expr::digit(wide, 6, 5);
  EXPECT_EQ(expr::linear(pool, 0, {{6, middle}, {1, low}}), expr::mod(wide, 30));
}

TEST_F(Forms, DivisionRoundsDown) {
  Expr below = expr::add(i, -3);
  EXPECT_EQ(range(expr::div(below, 2), {}), (Interval{-2, 1, 1}));
  EXPECT_EQ(range(expr::mod(below, 2), {}), (Interval{0, 2, 1}));
}

TEST_F(Forms, BoundsLoseConstantsFactorsAndSigns) {
  EXPECT_EQ(expr::within(expr::add(i, 2), 3, 9), expr::within(i, 1, 5));
  EXPECT_EQ(expr::within(expr::mul(i, 3), 2, 7), expr::within(i, 1, 3));
  EXPECT_EQ(expr::within(expr::mul(i, -1), -3, 0), expr::within(i, 1, 4));
  Expr wide = pool.loop(3, 60);
  EXPECT_EQ(expr::within(expr::div(wide, 6), 2, 4), expr::within(wide, 12, 24));
}

TEST_F(Forms, RadixOfResults) {
  EXPECT_EQ(*radix(ijk), (SmallVector<Expr, 2>{i, j, k}));
  EXPECT_EQ(*radix(i), (SmallVector<Expr, 2>{i}));
  EXPECT_TRUE(radix(pool.constant(0))->empty());
  EXPECT_FALSE(radix(pool.constant(1)));
  EXPECT_FALSE(radix(expr::add(i, 1)));
  EXPECT_FALSE(radix(expr::linear(pool, 0, {{5, i}, {1, k}})));
  Expr one = pool.loop(4, 1);
  EXPECT_EQ(radix(expr::linear(pool, 0, {{1, k}, {4, one}}))->size(), 2u);
  EXPECT_EQ(radix(expr::linear(pool, 0, {{1, k}, {1, one}}))->size(), 2u);
}

TEST_F(Forms, EqualExpressionsAreOneNode) {
  EXPECT_EQ(expr::add(i, j), expr::add(j, i));
  EXPECT_EQ(expr::sub(expr::add(i, j), j), i);
  EXPECT_EQ(pool.literal(Number::of(ElementType::f32, 0.1)),
            pool.literal(Number::of(ElementType::f32, static_cast<double>(0.1f))));
  EXPECT_NE(pool.literal(Number::of(ElementType::f32, 0.0)),
            pool.literal(Number::of(ElementType::f32, -0.0)));
}

} // namespace

// SPDX-License-Identifier: Apache-2.0
#include "analysis/reshard/associative.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

/// Combiners of values of these types, over args.
struct Args {
  explicit Args(std::vector<ElementType> types) : types(std::move(types)) {}
  Expr left(int k) { return pool.arg(types[k], k); }
  Expr right(int k) { return pool.arg(types[k], k + static_cast<int>(types.size())); }
  Expr both(Fn fn, int k) { return expr::scalar(fn, types[k], {left(k), right(k)}); }
  Expr is(Fn fn, int k) { return expr::scalar(fn, ElementType::i1, {left(k), right(k)}); }

  Pool pool;
  std::vector<ElementType> types;
};

bool alone(Fn fn, ElementType type) {
  Args a({type});
  return isAssociative({a.both(fn, 0)});
}

TEST(IsAssociative, KnowsFunctions) {
  for (Fn fn : {Fn::add, Fn::mul, Fn::max, Fn::min, Fn::bitAnd, Fn::bitOr, Fn::bitXor})
    EXPECT_TRUE(alone(fn, ElementType::i32));
  EXPECT_FALSE(alone(Fn::sub, ElementType::i32));
  EXPECT_FALSE(alone(Fn::div, ElementType::i32));
  EXPECT_TRUE(alone(Fn::max, ElementType::f32));
  EXPECT_FALSE(alone(Fn::add, ElementType::f32)); // in bits
}

TEST(IsAssociative, ValuesAreCombinedEachByItself) {
  Args a({ElementType::i32, ElementType::f32});
  EXPECT_TRUE(isAssociative({a.both(Fn::add, 0), a.both(Fn::max, 1)}));
  EXPECT_FALSE(isAssociative({a.both(Fn::add, 0), a.both(Fn::sub, 1)}));
}

TEST(IsAssociative, PicksByComparison) {
  Args a({ElementType::f32, ElementType::i32});
  const auto picked = [&](Expr takesLeft) {
    return isAssociative({expr::select(takesLeft, a.left(0), a.right(0)),
                          expr::select(takesLeft, a.left(1), a.right(1))});
  };
  EXPECT_TRUE(picked(a.is(Fn::ltTotal, 0))); // the last of the smallest
  // A NaN on the left loses to anything, and one on the right wins against anything.
  EXPECT_FALSE(picked(a.is(Fn::lt, 0)));
  Expr least = expr::scalar(Fn::bitOr, ElementType::i1,
                            {a.is(Fn::lt, 0), expr::scalar(Fn::bitAnd, ElementType::i1,
                                                           {a.is(Fn::eq, 0), a.is(Fn::lt, 1)})});
  EXPECT_FALSE(picked(least));
  Expr leftIsNan = expr::scalar(Fn::ne, ElementType::i1, {a.left(0), a.left(0)});
  Expr firstNan = expr::scalar(Fn::bitOr, ElementType::i1, {a.is(Fn::lt, 0), leftIsNan});
  Expr asJax = expr::scalar(
      Fn::bitOr, ElementType::i1,
      {firstNan, expr::scalar(Fn::bitAnd, ElementType::i1, {a.is(Fn::eq, 0), a.is(Fn::lt, 1)})});
  EXPECT_TRUE(picked(asJax));
}

TEST(IsCommutative, KnowsWhetherTheFirstIsPicked) {
  Args a({ElementType::i32, ElementType::i32});
  const auto picked = [&](Expr takesLeft) {
    return isCommutative({expr::select(takesLeft, a.left(0), a.right(0)),
                          expr::select(takesLeft, a.left(1), a.right(1))});
  };
  EXPECT_FALSE(picked(a.is(Fn::lt, 0))) << "of equal ones the right one, whatever stands beside it";
  Expr least = expr::scalar(Fn::bitOr, ElementType::i1,
                            {a.is(Fn::lt, 0), expr::scalar(Fn::bitAnd, ElementType::i1,
                                                           {a.is(Fn::eq, 0), a.is(Fn::lt, 1)})});
  EXPECT_TRUE(picked(least)) << "the first of the smallest";
  EXPECT_TRUE(isCommutative({a.both(Fn::add, 0), a.both(Fn::max, 1)}));
  EXPECT_FALSE(isCommutative({a.both(Fn::add, 0), a.both(Fn::sub, 1)}));
}

TEST(IsRepeatable, KnowsWhetherAValueMayComeTwice) {
  Args a({ElementType::i32, ElementType::i32});
  Expr takesLeft = a.is(Fn::gt, 0);
  EXPECT_TRUE(isRepeatable({expr::select(takesLeft, a.left(0), a.right(0)),
                            expr::select(takesLeft, a.left(1), a.right(1))}));
  EXPECT_FALSE(isRepeatable({a.both(Fn::add, 0), a.both(Fn::max, 1)}));
}

TEST(IsAssociative, PicksOfOtherThanCounterpartsAreNotTried) {
  Args a({ElementType::i32, ElementType::i32});
  Expr crossed = expr::scalar(Fn::lt, ElementType::i1, {a.left(0), a.right(1)});
  EXPECT_FALSE(isAssociative({expr::select(crossed, a.left(0), a.right(0)),
                              expr::select(crossed, a.left(1), a.right(1))}));
}

} // namespace
} // namespace shardc::test

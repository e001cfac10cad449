// SPDX-License-Identifier: Apache-2.0
// Ranges, conditions, loops and reads against every point of small formulas.
#include "tests/unit/formula/random_formula.h"

#include "gtest/gtest.h"

using namespace shardc;
using namespace shardc::test;

namespace {

const TensorSpec kOperands[] = {{ElementType::i32, {5}}, {ElementType::i32, {3, 4}}};

TEST(Range, HoldsEveryValue) {
  for (unsigned seed = 0; seed < 4000; ++seed) {
    Generator make(seed);
    make.makeLoops(make.between(1, 3), 6);
    const SampleIndex sample = make.index(4);
    const Env env = make.env(true);
    const Interval v = range(sample.e, env);
    forEachPoint(env, [&](const Point &point) {
      ASSERT_TRUE(v.contains(sample.value(point)))
          << "seed " << seed << ": " << sample.value(point) << " not in " << str({v});
    });
    if (HasFailure()) return;
  }
}

TEST(Refine, KeepsEveryPointWhereTheConditionIsSo) {
  for (unsigned seed = 0; seed < 4000; ++seed) {
    Generator make(seed);
    make.makeLoops(make.between(1, 3), 6);
    const SampleCondition condition = make.condition(2);
    const SampleIndex sample = make.index(3);
    const Env env = make.env(true);
    for (bool is : {true, false}) {
      const Env refined = refine(env, condition.e, is);
      forEachPoint(env, [&](const Point &point) {
        if (condition.value(point) != is) return;
        for (size_t k = 0; k < point.size(); ++k)
          ASSERT_TRUE(refined.loops[k].contains(point[k])) << "seed " << seed << " loop " << k;
        ASSERT_TRUE(range(sample.e, refined).contains(sample.value(point))) << "seed " << seed;
      });
      if (HasFailure()) return;
    }
  }
}

TEST(Refine, NarrowsLoopsBelowConditions) {
  Pool pool;
  Expr i = pool.loop(0, 10), j = pool.loop(1, 10);
  Env env{{{0, 10, 1}, {0, 10, 1}}};
  const Env inside = refine(env, expr::within(expr::sub(i, j), 8, 20), true);
  EXPECT_EQ(inside.loops[0], (Interval{8, 10, 1}));
  EXPECT_EQ(inside.loops[1], (Interval{0, 2, 1}));
  // What is left of a sum without what is one number.
  Env one = env;
  one.loops[1] = {4, 5, 1};
  Expr k = expr::add(expr::mul(i, 3), pool.loop(2, 3));
  one.loops.push_back({0, 3, 1});
  EXPECT_EQ(range(k, refine(one, expr::within(expr::sub(k, j), 1, 9), true)), (Interval{5, 13, 1}));
  EXPECT_EQ(range(k, refine(one, expr::within(expr::sub(j, k), -8, 0), true)),
            (Interval{5, 13, 1}));
  EXPECT_EQ(refine(env, expr::within(i, 3, 10), false).loops[0], (Interval{0, 3, 1}));
  EXPECT_EQ(refine(env, expr::within(expr::mod(i, 3), 1, 2), true).loops[0], (Interval{1, 8, 3}));
}

TEST(Refine, NarrowsWhatIsHeldToTheIntervalOfItsLoop) {
  Pool pool;
  Expr i = pool.loop(0, 10), k = pool.loop(1, 10);
  Expr start = expr::at(expr::load(pool, ElementType::i32, 0, {}), 0, 7), at = expr::add(start, i);
  const Env env{{{0, 3, 1}, {4, 6, 1}}};
  const Env held = refine(env, expr::held(at, k), true);
  EXPECT_EQ(range(at, held), (Interval{4, 6, 1}));
  EXPECT_EQ(range(start, held), (Interval{2, 6, 1}));
  EXPECT_EQ(range(at, refine(env, expr::held(at, k), false)), (Interval{0, 10, 1}));
  EXPECT_TRUE(range(at, refine({{{0, 3, 1}, {4, 4, 1}}}, expr::held(at, k), true)).empty());
}

/// How many points the loops of a result's index have.
int64_t pointsOf(Expr index, const Env &env) {
  const auto digits = radix(index);
  int64_t points = 1;
  for (Expr digit : *digits)
    points *= volume({env.loops[digit->value]});
  return points;
}

TEST(LoopsFor, ComputeAtLeastTheBox) {
  for (unsigned seed = 0; seed < 4000; ++seed) {
    Generator make(seed);
    const Formula formula = make.formula(kOperands);
    Box box;
    for (int64_t extent : formula.results[0].type.shape)
      box.push_back(make.interval(extent, make.upTo(3) == 0));
    const Env env = loopsFor(formula, 0, box);
    const Box made = resultBox(formula, 0, env);
    ASSERT_TRUE(covers(made, box)) << "seed " << seed << " " << str(made) << str(box);
    for (size_t dim = 0; dim < box.size() && !isEmpty(box); ++dim) // no holes
      ASSERT_TRUE(made[dim].step == 1 || made[dim].step == box[dim].step) << "seed " << seed;
    int64_t points = 1;
    for (Expr index : formula.results[0].index)
      points *= pointsOf(index, env);
    if (!isEmpty(box)) ASSERT_EQ(points, volume(made)) << "seed " << seed << str(formula);
  }
}

TEST(LoopsFor, DigitBelowSeveralValuesIsWhole) {
  Pool pool;
  Formula formula;
  formula.loops = {{"i", 4}, {"j", 3}};
  Expr i = pool.loop(0, 4), j = pool.loop(1, 3);
  formula.results = {{{ElementType::f32, {12}},
                      {expr::linear(pool, 0, {{3, i}, {1, j}})},
                      expr::cast(ElementType::f32, i)}};
  Env env = loopsFor(formula, 0, {{4, 6, 1}});
  EXPECT_EQ(env.loops[0], (Interval{1, 2, 1}));
  EXPECT_EQ(env.loops[1], (Interval{1, 3, 1}));
  env = loopsFor(formula, 0, {{5, 7, 1}});
  EXPECT_EQ(env.loops[0], (Interval{1, 3, 1}));
  EXPECT_EQ(env.loops[1], (Interval{0, 3, 1}));
  env = loopsFor(formula, 0, {{5, 5, 1}});
  EXPECT_TRUE(env.loops[0].empty());
  EXPECT_EQ(env.loops[1], (Interval{0, 3, 1}));
}

/// Interprets a part of the result from what it demands and nothing else.
void checkDemand(Generator &make, const Formula &formula, ArrayRef<WindowData> operands,
                 const WindowData &expected, unsigned seed) {
  Box box;
  for (int64_t extent : formula.results[0].type.shape)
    box.push_back(make.interval(extent, false));
  const Env env = loopsFor(formula, 0, box);
  const Demand boxes = demand(formula, env);
  std::vector<WindowData> parts;
  SmallVector<const WindowData *, 4> ins;
  for (size_t k = 0; k < operands.size(); ++k) {
    Box around(operands[k].window.size(), Interval{0, 0, 1});
    for (const Box &one : boxes[k])
      around = hull(around, one);
    parts.push_back(cutOut(operands[k], around));
    parts.back().allowed.assign(boxes[k].begin(), boxes[k].end());
  }
  for (const WindowData &part : parts)
    ins.push_back(&part);
  WindowData result = emptyWindow(ElementType::i32, resultBox(formula, 0, env));
  result.written.resize(volume(result.window));
  WindowData *out = &result;
  const auto fault = interpret(formula, env, ins, out);
  ASSERT_FALSE(fault) << "seed " << seed << ": " << fault->what << "\n" << str(formula);
  ASSERT_EQ(result.data, cutOut(expected, result.window).data) << "seed " << seed;
  for (uint8_t count : result.written)
    ASSERT_EQ(count, 1) << "seed " << seed;
}

TEST(Demand, HoldsEverythingThatAPartReads) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    Generator make(seed);
    const Formula formula = make.formula(kOperands);
    std::mt19937 random(seed);
    const std::vector<WindowData> operands = {randomData(kOperands[0], random),
                                              randomData(kOperands[1], random)};
    const std::vector<WindowData> expected = runWhole(formula, operands);
    for (int part = 0; part < 4; ++part)
      checkDemand(make, formula, operands, expected[0], seed);
    if (HasFailure()) return;
  }
}

TEST(Reads, CorrespondBetweenEnvironments) {
  for (unsigned seed = 0; seed < 1000; ++seed) {
    Generator make(seed);
    const Formula formula = make.formula(kOperands);
    const auto all = reads(formula, wholeLoops(formula));
    Env env = wholeLoops(formula);
    for (Interval &v : env.loops)
      v = make.interval(v.hi, true);
    const auto some = reads(formula, env);
    ASSERT_EQ(all.size(), some.size()) << "seed " << seed;
    for (size_t k = 0; k < all.size(); ++k)
      ASSERT_EQ(all[k].load, some[k].load) << "seed " << seed;
  }
}

/// y = x[index] over one loop of 12.
Formula flatLoad(Pool &pool, ArrayRef<int64_t> shape, ArrayRef<Expr> index) {
  Formula formula;
  formula.loops = {{"i", 12}};
  formula.operands = {{ElementType::f32, SmallVector<int64_t, 4>(shape)}};
  formula.results = {
      {{ElementType::f32, {12}}, {pool.loop(0, 12)}, expr::load(pool, ElementType::f32, 0, index)}};
  return formula;
}

TEST(Demand, SplitsDigitsAtTheirMultiples) {
  Pool pool;
  Expr i = pool.loop(0, 12);
  const Formula formula = flatLoad(pool, {3, 4}, {expr::div(i, 4), expr::mod(i, 4)});
  const Demand boxes = demand(formula, {{{2, 10, 1}}});
  ASSERT_EQ(boxes[0].size(), 3u);
  EXPECT_EQ(str(boxes[0][0]), "[0:1, 2:4]");
  EXPECT_EQ(str(boxes[0][1]), "[1:2, 0:4]");
  EXPECT_EQ(str(boxes[0][2]), "[2:3, 0:2]");
  EXPECT_EQ(str(demand(formula, {{{4, 12, 1}}})[0][0]), "[1:3, 0:4]");
}

TEST(Demand, ConditionsNarrowLoads) {
  Pool pool;
  Expr i = pool.loop(0, 12);
  Formula formula = flatLoad(pool, {12}, {expr::add(i, -3)});
  Expr &value = formula.results[0].value;
  Expr zero = pool.literal(Number::of(ElementType::f32, 0.0));
  value = expr::select(expr::within(i, 6, 12), value, zero);
  EXPECT_EQ(str(demand(formula, {{{4, 9, 1}}})[0][0]), "[3:6]");
  EXPECT_TRUE(isEmpty(demand(formula, {{{0, 5, 1}}})[0][0]));
}

TEST(Demand, SharedSelectsStayCheap) {
  Pool pool;
  Expr i = pool.loop(0, 12);
  Formula formula = flatLoad(pool, {12}, {i});
  Expr &value = formula.results[0].value;
  for (int k = 1; k < 60; ++k) {
    Expr other = expr::scalar(Fn::neg, ElementType::f32, {value});
    value = expr::select(expr::within(i, k % 11, 12), value, other);
  }
  EXPECT_EQ(str(demand(formula, {{{3, 5, 1}}})[0][0]), "[3:5]");
  EXPECT_LT(reads(formula, wholeLoops(formula)).size(), 20u);
  simplify(value, {wholeLoops(formula)});
}

TEST(Boxes, MergeWhereTheHullIsNoLarger) {
  SmallVector<Box, 2> list;
  addBox(list, {{0, 2, 1}, {0, 4, 1}});
  addBox(list, {{1, 2, 1}, {1, 2, 1}}); // contained
  EXPECT_EQ(list.size(), 1u);
  addBox(list, {{2, 3, 1}, {0, 4, 1}}); // beside
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(str(list[0]), "[0:3, 0:4]");
  addBox(list, {{5, 6, 1}, {0, 4, 1}}); // apart
  EXPECT_EQ(list.size(), 2u);
  addBox(list, {{7, 7, 1}, {0, 4, 1}}); // empty
  EXPECT_EQ(list.size(), 2u);
  SmallVector<Box, 2> strided;
  addBox(strided, {{0, 5, 2}});
  addBox(strided, {{6, 11, 2}});
  ASSERT_EQ(strided.size(), 1u);
  EXPECT_EQ(str(strided[0]), "[0:11:2]");
  SmallVector<Box, 2> empty;
  addBox(empty, {{2, 2, 1}, {1, 3, 1}});
  ASSERT_EQ(empty.size(), 1u);
  EXPECT_EQ(str(empty[0]), "[2:2, 1:3]");
}

TEST(Boxes, MergingKeepsExactlyTheElements) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    Generator make(seed);
    SmallVector<Box, 2> list;
    std::vector<Box> given;
    for (int k = 0; k < 4; ++k) {
      given.push_back({make.interval(6, true), make.interval(5, true)});
      addBox(list, given.back());
    }
    const auto isIn = [](ArrayRef<Box> boxes, const Point &p) {
      return llvm::any_of(boxes,
                          [&](const Box &b) { return b[0].contains(p[0]) && b[1].contains(p[1]); });
    };
    forEachPoint({{{0, 6, 1}, {0, 5, 1}}}, [&](const Point &point) {
      ASSERT_EQ(isIn(list, point), isIn(given, point)) << "seed " << seed;
    });
    if (HasFailure()) return;
  }
}

} // namespace

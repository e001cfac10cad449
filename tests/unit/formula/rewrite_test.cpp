// SPDX-License-Identifier: Apache-2.0
// Simplification, substitution and compaction keep every value.
#include "tests/unit/formula/random_formula.h"

#include "frontend/ir/formula/rewriting/loops.h"

#include "gtest/gtest.h"

#include "llvm/ADT/DenseSet.h"

using namespace shardc;
using namespace shardc::test;

namespace {

const TensorSpec kOperands[] = {{ElementType::i32, {5}}, {ElementType::i32, {3, 4}}};

TEST(Simplify, KeepsIndicesInAllEnvironments) {
  for (unsigned seed = 0; seed < 4000; ++seed) {
    Generator make(seed);
    make.makeLoops(make.between(1, 3), 6);
    const SampleIndex sample = make.index(4);
    const SampleCondition condition = make.condition(2);
    std::vector<Env> envs = {make.env(true), make.env(true)};
    if (make.upTo(1) == 0) envs.pop_back();
    Expr simpleIndex = simplify(sample.e, envs), simpleCondition = simplify(condition.e, envs);
    for (const Env &env : envs)
      forEachPoint(env, [&](const Point &point) {
        ASSERT_EQ(evaluate(simpleIndex, point), sample.value(point)) << "seed " << seed;
        ASSERT_EQ(holds(simpleCondition, point), condition.value(point)) << "seed " << seed;
      });
    if (HasFailure()) return;
  }
}

/// What the loops of `env` make, in a window of the whole.
std::vector<char> runIn(const Formula &formula, const Env &env, ArrayRef<WindowData> operands) {
  SmallVector<const WindowData *, 4> ins;
  for (const WindowData &operand : operands)
    ins.push_back(&operand);
  WindowData result = emptyWindow(ElementType::i32, whole(formula.results[0].type.shape));
  WindowData *out = &result;
  const auto fault = interpret(formula, env, ins, out);
  EXPECT_FALSE(fault) << fault->what << "\n" << str(formula);
  return result.data;
}

std::vector<WindowData> operandsFor(const Formula &formula, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<WindowData> operands;
  for (const TensorSpec &type : formula.operands)
    operands.push_back(randomData(type, random));
  return operands;
}

TEST(Simplify, KeepsValuesInAllEnvironments) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    Generator make(seed);
    const Formula formula = make.formula(kOperands);
    std::vector<Env> envs;
    for (int k = make.between(1, 3); k > 0; --k) {
      Env env = wholeLoops(formula);
      for (Interval &v : env.loops)
        v = make.interval(v.hi, true);
      envs.push_back(env);
    }
    Formula simple = formula;
    simple.results[0].value = simplify(formula.results[0].value, envs);
    const auto operands = operandsFor(formula, seed);
    for (const Env &env : envs)
      ASSERT_EQ(runIn(simple, env, operands), runIn(formula, env, operands))
          << "seed " << seed << "\n"
          << str(formula) << "\n"
          << str(simple);
  }
}

TEST(Simplify, EmptyReductionsKeepTheirLoops) {
  Pool pool;
  Formula formula;
  formula.loops = {{"k", 4}};
  formula.operands = {{ElementType::i32, {4}}};
  Expr k = pool.loop(0, 4);
  const ElementType type = ElementType::i32;
  Expr load = expr::load(pool, type, 0, {k});
  Expr add = expr::scalar(Fn::add, type, {pool.arg(type, 0), pool.arg(type, 1)});
  formula.results = {{{type, {}}, {}, expr::item(expr::reduce({k}, {load}, {add}, {}), 0)}};
  Expr simple = simplify(formula.results[0].value, {Env{{{0, 0, 1}}}, Env{{{2, 3, 1}}}});
  EXPECT_TRUE(contains(simple, Kind::Reduce));
  simple = simplify(formula.results[0].value, {Env{{{2, 3, 1}}}});
  EXPECT_EQ(simple, expr::load(pool, type, 0, {pool.constant(2)}));
}

TEST(Simplify, WritesWhatAPersonWould) {
  Pool pool;
  Expr i = pool.loop(0, 12), j = pool.loop(1, 12);
  const ElementType type = ElementType::f32;
  Expr even = expr::within(expr::mod(j, 2), 0, 1);
  Expr doubled = expr::mul(expr::div(j, 2), 2);
  Expr zero = pool.literal(Number::of(type, 0.0));
  Expr value = expr::select(even, expr::cast(type, doubled), zero);
  const Env whole{{{0, 12, 1}, {0, 12, 1}}};
  EXPECT_EQ(simplify(value, {whole}), expr::select(even, expr::cast(type, j), zero));
  // One side of a bound always holds: it is the end of the whole range.
  Expr bound = expr::within(i, 2, 9);
  EXPECT_EQ(simplify(bound, {Env{{{3, 12, 1}}}}), expr::within(i, 0, 9));
  EXPECT_EQ(simplify(bound, {Env{{{3, 9, 1}}}}),
            pool.literal(Number::of(ElementType::i1, int64_t{1})));
  // What every number, and NaN, is larger than.
  Expr least = pool.literal(Number::of(type, -INFINITY)), x = expr::cast(type, i);
  EXPECT_EQ(expr::scalar(Fn::max, type, {least, x}), x);
  EXPECT_EQ(expr::scalar(Fn::max, type, {x, least}), x);
  EXPECT_NE(expr::scalar(Fn::min, type, {x, least}), x);
}

TEST(Simplify, KnowsWhatEqualsItself) {
  Pool pool;
  const auto withItself = [&](Fn fn, ElementType type) {
    Expr x = expr::load(pool, type, 0, {pool.loop(0, 12)});
    return expr::scalar(fn, ElementType::i1, {x, x});
  };
  const Number no = Number::of(ElementType::i1, int64_t{0});
  const Number yes = Number::of(ElementType::i1, int64_t{1});
  EXPECT_EQ(withItself(Fn::lt, ElementType::i64), pool.literal(no));
  EXPECT_EQ(withItself(Fn::ge, ElementType::ui32), pool.literal(yes));
  EXPECT_EQ(withItself(Fn::ne, ElementType::i1), pool.literal(no));
  EXPECT_EQ(withItself(Fn::ne, ElementType::f32)->kind, Kind::Scalar) << "NaN differs from itself";
}

TEST(Select, KeepsReadsUnderTheirCondition) {
  Pool pool;
  const ElementType type = ElementType::i1;
  Expr i = pool.loop(0, 12), no = pool.literal(Number::of(type, int64_t{0}));
  Expr inside = expr::within(i, 2, 9), even = expr::within(expr::mod(i, 2), 0, 1);
  Expr mask = expr::load(pool, type, 0, {expr::add(i, pool.constant(-2))});
  EXPECT_EQ(expr::select(inside, mask, no)->kind, Kind::Select);
  EXPECT_EQ(expr::select(inside, expr::select(mask, even, no), no)->kind, Kind::Select);
  EXPECT_EQ(expr::select(inside, even, no), expr::scalar(Fn::both, type, {inside, even}));
  const Env whole{{{0, 12, 1}}};
  EXPECT_EQ(refine(whole, expr::select(inside, mask, no), true).loops[0],
            (Box::value_type{2, 9, 1}));
}

TEST(Substitute, EqualsOneAfterTheOther) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    Generator make(seed);
    const Formula producer = make.formula(kOperands);
    SmallVector<TensorSpec, 2> types(kOperands, kOperands + 2);
    const int operand = make.upTo(1);
    types[operand] = producer.results[0].type;
    const Formula consumer = make.formula(types);
    const Formula fused = substitute(consumer, operand, producer);

    std::vector<WindowData> operands = operandsFor(consumer, seed);
    const std::vector<WindowData> sources = operandsFor(producer, seed + 1);
    operands[operand] = runWhole(producer, sources)[0];
    const auto expected = runWhole(consumer, operands);
    operands.insert(operands.end(), sources.begin(), sources.end());
    ASSERT_EQ(runWhole(fused, operands)[0].data, expected[0].data) << "seed " << seed << "\n"
                                                                   << str(consumer) << "\n"
                                                                   << str(producer) << "\n"
                                                                   << str(fused);

    SmallVector<int, 4> sameAs, kept;
    for (size_t k = 0; k < operands.size(); ++k)
      sameAs.push_back(static_cast<int>(k));
    const Formula small = compact(fused, sameAs, kept);
    std::vector<WindowData> left;
    for (int number : kept)
      left.push_back(operands[number]);
    ASSERT_LE(small.loops.size(), fused.loops.size());
    ASSERT_EQ(runWhole(small, left)[0].data, expected[0].data) << "seed " << seed << "\n"
                                                               << str(fused) << "\n"
                                                               << str(small);
    Pool other;
    ASSERT_EQ(runWhole(copyInto(other, small), left)[0].data, expected[0].data) << seed;
  }
}

/// No reduction runs over a loop of one around it.
void expectNoShadows(Expr e, llvm::DenseSet<int64_t> around) {
  if (e->kind == Kind::Reduce)
    for (Expr loop : ReduceView(e).loops)
      EXPECT_TRUE(around.insert(loop->value).second);
  for (Expr arg : e->args)
    expectNoShadows(arg, around);
}

class Rows : public testing::Test {
protected:
  Pool pool;
  const ElementType type = ElementType::f32;
  Expr i = pool.loop(0, 3), j = pool.loop(1, 4);

  Formula rows(Expr value, ArrayRef<TensorSpec> operands) {
    Formula formula;
    formula.loops = {{"i", 3}, {"j", 4}};
    formula.operands.assign(operands.begin(), operands.end());
    formula.results = {{{type, {3, 4}}, {i, j}, value}};
    return formula;
  }
  /// Reduces the rows of operand 0.
  Formula reduced(Fn fn) {
    Expr combine = expr::scalar(fn, type, {pool.arg(type, 0), pool.arg(type, 1)});
    Expr load = expr::load(pool, type, 0, {i, j});
    Formula formula =
        rows(expr::item(expr::reduce({j}, {load}, {combine}, {}), 0), {{type, {3, 4}}});
    formula.results[0].type.shape = {3};
    formula.results[0].index = {i};
    return formula;
  }
};

TEST_F(Rows, EqualReductionsBecomeOne) {
  // y = (x - max x) + max x, of two reductions of the same operand.
  Expr x = expr::load(pool, type, 0, {i, j});
  Expr first = expr::load(pool, type, 1, {i}), second = expr::load(pool, type, 2, {i});
  Expr value = expr::scalar(Fn::add, type, {expr::scalar(Fn::sub, type, {x, first}), second});
  Formula fused = rows(value, {{type, {3, 4}}, {type, {3}}, {type, {3}}});
  fused = substitute(fused, 1, reduced(Fn::max));
  fused = substitute(fused, 2, reduced(Fn::max));
  SmallVector<int, 4> kept;
  fused = compact(fused, {0, 1, 2, 0, 0}, kept);
  EXPECT_EQ(kept, (SmallVector<int, 4>{0}));
  EXPECT_EQ(str(fused), "y[i, j] = add(sub(x0[i, j], max[j_2](x0[i, j_2])), max[j_2](x0[i, j_2]))");
  llvm::DenseSet<Expr> reductions;
  forEachExpr(fused, [&](Expr e) {
    if (e->kind == Kind::Reduce) reductions.insert(e);
  });
  EXPECT_EQ(reductions.size(), 1u);
}

TEST_F(Rows, ReductionsInIndicesOfReductionsDoNotShareLoops) {
  // y[i] = p[at(p[i])], where p sums rows.
  Expr index =
      expr::at(expr::scalar(Fn::convert, ElementType::i32, {expr::load(pool, type, 0, {i})}), 0, 2);
  Formula twice = rows(expr::load(pool, type, 0, {index}), {{type, {3}}});
  twice.results[0].type.shape = {3};
  twice.results[0].index = {i};
  const Formula fused = substitute(twice, 0, reduced(Fn::add));
  for (const Result &result : fused.results)
    expectNoShadows(result.value, {});
  WindowData x{type, whole({3, 4}), {}};
  HostTensor data = HostTensor::zeros({type, {3, 4}});
  for (int k = 0; k < 12; ++k)
    data.set(k, Number::of(type, int64_t{k % 4 == 0 ? 2 - k / 4 : 0}));
  x.data = data.data; // rows sum to 2, 1, 0
  const HostTensor result{{type, {3}}, runWhole(fused, {WindowData(), x})[0].data};
  EXPECT_EQ(result.at(0).real, 0);
  EXPECT_EQ(result.at(1).real, 1);
  EXPECT_EQ(result.at(2).real, 2);
}

TEST_F(Rows, FreeLoopsLeaveOutBoundOnesAndPicks) {
  EXPECT_EQ(freeLoops(reduced(Fn::add).results[0].value), (SmallVector<int, 8>{0}));
  Expr picked = expr::load(pool, type, 0, {expr::pick(i, j)});
  EXPECT_EQ(freeLoops(picked), (SmallVector<int, 8>{0}));
  EXPECT_EQ(freeLoops(expr::held(i, j)), (SmallVector<int, 8>{0}));
}

} // namespace

// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/formula/rule.h"

#include "gtest/gtest.h"

using namespace shardc;

namespace {

class RuleOf : public testing::Test {
protected:
  Pool pool;
  const ElementType type = ElementType::f32;

  Expr sum(ArrayRef<Expr> loops, Expr value) {
    Expr add = expr::scalar(Fn::add, type, {pool.arg(type, 0), pool.arg(type, 1)});
    return expr::item(expr::reduce(loops, {value}, {add}, {}), 0);
  }
  Expr load(int operand, ArrayRef<Expr> index) { return expr::load(pool, type, operand, index); }
};

TEST_F(RuleOf, ProductSplitsRowsColumnsAndTheSum) {
  Expr i = pool.loop(0, 2), j = pool.loop(1, 4), k = pool.loop(2, 3);
  Formula dot;
  dot.loops = {{"i", 2}, {"j", 4}, {"k", 3}};
  dot.operands = {{type, {2, 3}}, {type, {3, 4}}};
  Expr product = expr::scalar(Fn::mul, type, {load(0, {i, k}), load(1, {k, j})});
  dot.results = {{{type, {2, 4}}, {i, j}, sum({k}, product)}};
  EXPECT_EQ(ruleOf(dot).str(), "([i, k], [k, j])->([i, j]) {i=2, j=4, k=3} reduction={k}");
}

TEST_F(RuleOf, ReshapeIsACompoundFactor) {
  Expr i = pool.loop(0, 2), j = pool.loop(1, 4);
  Formula reshape;
  reshape.loops = {{"i", 2}, {"j", 4}};
  reshape.operands = {{type, {2, 4}}};
  Expr index = expr::linear(pool, 0, {{4, i}, {1, j}});
  reshape.results = {{{type, {8}}, {index}, load(0, {i, j})}};
  EXPECT_EQ(ruleOf(reshape).str(), "([i, j])->([ij]) {i=2, j=4}");
}

TEST_F(RuleOf, SlicesArePermutationsAndComputedIndicesPicks) {
  Expr i = pool.loop(0, 2), j = pool.loop(1, 4), p = pool.loop(2, 9);
  Formula take;
  take.loops = {{"i", 2}, {"j", 4}, {"p", 9}};
  take.operands = {{type, {9, 6}}, {ElementType::i32, {2}}};
  Expr row = expr::at(expr::load(pool, ElementType::i32, 1, {i}), 0, 8);
  take.results = {{{type, {2, 4}}, {i, j}, load(0, {expr::pick(row, p), expr::add(j, 1)})}};
  EXPECT_EQ(ruleOf(take).str(), "([p, j], [i])->([i, j]) {i=2, j=4, p=9} permutation={j} pick={p}");
}

/// A convolution of x[10] with a kernel of so many elements.
static Formula convolution(Pool &pool, int64_t size) {
  const int64_t count = 10 - size + 1;
  const ElementType type = ElementType::f32;
  Expr i = pool.loop(0, count), r = pool.loop(1, size);
  Formula formula;
  formula.loops = {{"i", count}, {"r", size}};
  formula.operands = {{type, {10}}, {type, {size}}};
  Expr product =
      expr::scalar(Fn::mul, type,
                   {expr::load(pool, type, 0, {expr::add(i, r)}), expr::load(pool, type, 1, {r})});
  Expr add = expr::scalar(Fn::add, type, {pool.arg(type, 0), pool.arg(type, 1)});
  formula.results = {
      {{type, {count}}, {i}, expr::item(expr::reduce({r}, {product}, {add}, {}), 0)}};
  return formula;
}

TEST_F(RuleOf, WindowsBelongToTheLoopThatGoesFarther) {
  EXPECT_EQ(ruleOf(convolution(pool, 3)).str(),
            "([i], [r])->([i]) {i=8, r=3} reduction={r} permutation={i}");
  EXPECT_EQ(ruleOf(convolution(pool, 8)).str(), "([r], [r])->([i]) {i=3, r=8} reduction={r}");
}

TEST_F(RuleOf, LoopThatMovesAlongTwoDimensionsStaysWithOne) {
  // [5, 4] to [4, 5]: both digits of the number of an element move with i.
  Expr i = pool.loop(0, 4), j = pool.loop(1, 5);
  Formula reshape;
  reshape.loops = {{"i", 4}, {"j", 5}};
  reshape.operands = {{type, {5, 4}}};
  Expr number = expr::linear(pool, 0, {{5, i}, {1, j}});
  reshape.results = {
      {{type, {4, 5}}, {i, j}, load(0, {expr::digit(number, 4, 5), expr::digit(number, 1, 4)})}};
  EXPECT_EQ(ruleOf(reshape).str(), "([i, -])->([i, j]) {i=4, j=5} permutation={i}");
  // An exact one comes first.
  Formula shifted;
  shifted.loops = {{"i", 4}};
  shifted.operands = {{type, {6, 4}}};
  shifted.results = {{{type, {4}}, {i}, load(0, {expr::add(i, 1), i})}};
  EXPECT_EQ(ruleOf(shifted).str(), "([-, i])->([i]) {i=4} permutation={i}");
}

TEST_F(RuleOf, NothingFlowsThroughSingleElements) {
  Expr i = pool.loop(0, 3);
  Formula broadcast;
  broadcast.loops = {{"i", 3}};
  broadcast.operands = {{type, {1}}};
  broadcast.results = {{{type, {3}}, {i}, load(0, {pool.constant(0)})}};
  EXPECT_EQ(ruleOf(broadcast).str(), "([-])->([i]) {i=3}");
}

} // namespace

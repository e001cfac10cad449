// SPDX-License-Identifier: Apache-2.0
// The order of a sum: who chooses it, what it gives, and which shards hold whole subtrees.
#include "frontend/ir/formula/sum_order.h"

#include "codegen/interp/interp.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "runtime/box.h"
#include "runtime/device/cpu/lanes_cpu.h"
#include "runtime/device/sum_order.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace shardc {

static bool operator==(const SumOrder &a, const SumOrder &b) {
  return a.leaves == b.leaves && a.lanes == b.lanes;
}

static void PrintTo(const SumOrder &order, std::ostream *out) {
  *out << order.leaves << " leaves, " << order.lanes << " lanes";
}

namespace {

constexpr ElementType f32 = ElementType::f32;
using Order = SmallVector<SumOrder, 2>;

TEST(SumOrder, OfARowHasLanesAndLeavesOfAThousandTerms) {
  const auto row = [](int64_t terms) { return orderOfSum({terms}, {Along::row})[0]; };
  EXPECT_EQ(row(32), (SumOrder{1, 1}));
  EXPECT_EQ(row(33), (SumOrder{1, 64}));
  EXPECT_EQ(row(1024), (SumOrder{1, 128}));
  EXPECT_EQ(row(1025), (SumOrder{2, 128}));
  EXPECT_EQ(row(16384), (SumOrder{16, 128}));
}

TEST(SumOrder, OfAColumnHasLeavesOfThirtyTwoTerms) {
  const auto column = [](int64_t terms) { return orderOfSum({terms}, {Along::column})[0]; };
  EXPECT_EQ(column(63), (SumOrder{1, 1}));
  EXPECT_EQ(column(64), (SumOrder{2, 1}));
  EXPECT_EQ(column(256), (SumOrder{8, 1}));
  EXPECT_EQ(column(4096), (SumOrder{128, 1}));
}

TEST(SumOrder, CountsTheTermsOfLoopsInside) {
  EXPECT_EQ(orderOfSum({16, 256}, {Along::column, Along::row}), (Order{{16, 1}, {1, 128}}));
  EXPECT_EQ(orderOfSum({6, 4}, {Along::column, Along::column}), (Order{{1, 1}, {1, 1}}));
  EXPECT_EQ(orderOfSum({6, 64}, {Along::column, Along::column}), (Order{{4, 1}, {2, 1}}));
}

TEST(SumOrder, OfDevicesIsATreeOverThem) {
  EXPECT_EQ(orderOfSum({8}, {Along::devices}), (Order{{8, 1}}));
  EXPECT_EQ(orderOfSum({6}, {Along::devices}), (Order{{6, 1}}));
}

TEST(SumOrder, OfAProductHasLeavesOfItsFirstLoopAlone) {
  const int64_t kMany = 1 << 16; // results
  EXPECT_EQ(orderOfProduct({63}, kMany), (Order{{1, 1}}));
  EXPECT_EQ(orderOfProduct({64}, kMany), (Order{{2, 1}}));
  EXPECT_EQ(orderOfProduct({256}, kMany), (Order{{8, 1}}));
  EXPECT_EQ(orderOfProduct({4096}, kMany), (Order{{8, 1}}));
  EXPECT_EQ(orderOfProduct({5, 64}, kMany), (Order{{4, 1}, {1, 1}}));
  EXPECT_EQ(orderOfProduct({INT64_C(1) << 40, INT64_C(1) << 40}, kMany), (Order{{8, 1}, {1, 1}}));
  EXPECT_EQ(orderOfProduct({64, 0}, kMany), (Order{{1, 1}, {1, 1}}));
  EXPECT_EQ(orderOfProduct({8191}, {64}), (Order{{8, 1}}));
  EXPECT_EQ(orderOfProduct({8192}, {64}), (Order{{16, 1}})) << "of 512 terms each";
  EXPECT_EQ(orderOfProduct({1 << 20}, {64, 64}), (Order{{128, 1}})) << "2^19 sums";
  EXPECT_EQ(orderOfProduct({32, 1 << 16}, {64}), (Order{{32, 1}, {1, 1}}));
  EXPECT_EQ(orderOfProduct({1 << 20}, {0}), (Order{{2048, 1}}));
}

TEST(SumOrder, OfAConvolutionHasLeavesOfItsWindowWhereFeaturesHaveTheirMost) {
  EXPECT_EQ(orderOfConvolution({8, 56, 56}, {64, 256}), (Order{{8, 1}, {16, 1}, {1, 1}}));
  EXPECT_EQ(orderOfConvolution({8, 56, 56}, {3, 3, 64, 64}), (Order{{8, 1}, {4, 1}, {1, 1}}))
      << "2^21 sums";
  EXPECT_EQ(orderOfConvolution({2, 16, 16}, {27, 8}), (Order{{2, 1}, {2, 1}, {1, 1}}))
      << "of 128 terms each";
  EXPECT_EQ(orderOfConvolution({3, 64, 64}, {64}), (Order{{2, 1}, {32, 1}, {1, 1}}));
  EXPECT_EQ(orderOfConvolution({64, 56, 56}, {64, 256}), (Order{{32, 1}, {1, 1}, {1, 1}}));
  EXPECT_EQ(orderOfConvolution({3, 7, 7}, {8, 112, 112, 64}), (Order{{2, 1}, {1, 1}, {1, 1}}));
  EXPECT_EQ(orderOfConvolution({64}, {64}), (Order{{2, 1}}));
}

TEST(SumOrder, OfAProductWithAVectorIsThatOfASumWithLeavesForEightDevices) {
  const auto row = [](int64_t terms) { return orderOfVectorProduct({terms}, {Along::row})[0]; };
  EXPECT_EQ(row(32), (SumOrder{1, 1}));
  EXPECT_EQ(row(1000), (SumOrder{1, 128}));
  EXPECT_EQ(row(1024), (SumOrder{2, 128}));
  EXPECT_EQ(row(4096), (SumOrder{8, 128}));
  EXPECT_EQ(row(16384), (SumOrder{16, 128}));
  EXPECT_EQ(orderOfVectorProduct({4096}, {Along::column}), (Order{{128, 1}}));
  EXPECT_EQ(orderOfVectorProduct({0}, {Along::row}), (Order{{1, 1}}));
}

/// sum over k of x[k], or of x[k] * w[k].
Formula sumOf(Pool &pool, int64_t terms, ArrayRef<SumOrder> order, bool isProduct) {
  Formula formula;
  formula.loops = {{"k", terms}};
  formula.operands = {{f32, {terms}}, {f32, {terms}}};
  Expr k = pool.loop(0, terms);
  Expr value = expr::load(pool, f32, 0, {k});
  if (isProduct) value = expr::scalar(Fn::term, f32, {value, expr::load(pool, f32, 1, {k})});
  Expr add = expr::scalar(Fn::add, f32, {pool.arg(f32, 0), pool.arg(f32, 1)});
  formula.results = {{{f32, {}}, {}, expr::item(expr::reduce({k}, value, add, {}, order), 0)}};
  return formula;
}

std::vector<float> randomTerms(int64_t count) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> between(-1, 1);
  std::vector<float> terms(count);
  for (float &term : terms)
    term = between(random);
  return terms;
}

float interpreted(const Formula &formula, const std::vector<float> &x, Interval own) {
  WindowData in{f32, {{0, static_cast<int64_t>(x.size())}}, {}, {}, {}};
  in.data.assign(reinterpret_cast<const char *>(x.data()),
                 reinterpret_cast<const char *>(x.data() + x.size()));
  WindowData out{f32, {}, std::vector<char>(4), {}, {}};
  const WindowData *ins[] = {&in, &in};
  WindowData *outs[] = {&out};
  EXPECT_FALSE(interpret(formula, {{own}}, ins, outs));
  float result = 0;
  std::memcpy(&result, out.data.data(), 4);
  return result;
}

/// Neighbours first.
float treeOf(std::vector<float> values) {
  while (values.size() > 1) {
    std::vector<float> pairs;
    for (size_t k = 0; k < values.size(); k += 2)
      pairs.push_back(k + 1 < values.size() ? values[k] + values[k + 1] : values[k]);
    values = pairs;
  }
  return values[0];
}

TEST(SumOrder, IsLeavesOfLanesInATree) {
  const int64_t terms = 1003;
  const std::vector<float> x = randomTerms(terms);
  std::vector<float> leaves;
  for (int64_t leaf = 0; leaf < 4; ++leaf) {
    std::vector<float> lanes(8);
    const int64_t from = (leaf * terms + 3) / 4, to = ((leaf + 1) * terms + 3) / 4;
    for (int64_t k = from; k < to; ++k)
      lanes[(k - from) % 8] += x[k];
    leaves.push_back(treeOf(lanes));
  }
  Pool pool;
  EXPECT_EQ(interpreted(sumOf(pool, terms, {{4, 8}}, false), x, {0, terms}), treeOf(leaves));
}

TEST(SumOrder, RoundsTermsOfProductsOnlyAsTheyAreAdded) {
  const std::vector<float> x = {0x1p-12f, 1 + 0x1p-12f};
  float expected = 0;
  for (float term : x)
    expected = std::fma(term, term, expected);
  float rounded = 0;
  for (float term : x)
    rounded += term * term;
  Pool pool;
  EXPECT_EQ(interpreted(sumOf(pool, 2, {{1, 1}}, true), x, {0, 2}), expected);
  EXPECT_NE(expected, rounded);
}

TEST(SumOrder, GivesDevicesTheBitsOfTheWholeWhereTheyHoldSubtrees) {
  for (const int64_t terms : {256, 1003, 9001}) {
    const std::vector<float> x = randomTerms(terms);
    for (const bool isProduct : {false, true}) {
      Pool pool;
      const Order order =
          isProduct ? orderOfProduct({terms}, {1 << 16}) : orderOfSum({terms}, {Along::column});
      const Formula sum = sumOf(pool, terms, order, isProduct);
      const float whole = interpreted(sum, x, {0, terms});
      for (const int64_t devices : {2, 4, 8}) {
        std::vector<float> parts;
        for (int64_t device = 0; device < devices; ++device) {
          const auto own = runtime::cut(terms, devices, device);
          parts.push_back(interpreted(sum, x, {own.lo, own.hi}));
        }
        EXPECT_EQ(treeOf(parts), whole) << terms << " terms on " << devices << " devices";
      }
    }
  }
}

TEST(SumOrder, KeepsBeyondOneDeviceWhatLeavesAreFor) {
  Pool pool;
  const Formula sum = withLeaves(sumOf(pool, 100, {{1, 1}}, false), 32);
  EXPECT_EQ(ReduceView(sum.results[0].value->args[0]).order[0], (SumOrder{32, 1}));
  const Formula few = withLeaves(sumOf(pool, 5, {{1, 1}}, false), 32);
  EXPECT_EQ(ReduceView(few.results[0].value->args[0]).order[0], (SumOrder{4, 1}));
}

TEST(SumOrder, SurvivesRewriting) {
  Pool pool, other;
  const Formula sum = copyInto(other, sumOf(pool, 100, {{4, 16}}, false));
  EXPECT_EQ(ReduceView(sum.results[0].value->args[0]).order[0], (SumOrder{4, 16}));
  const Expr simple = simplify(sum.results[0].value, Env{{{0, 50}}});
  EXPECT_EQ(ReduceView(simple->args[0]).order[0], (SumOrder{4, 16}));
}

TEST(HeldLeaves, AreWholeNestedAndOfOneSizeWhereShardsHoldSubtrees) {
  const HeldLeaves held = heldLeaves(64, {8, 1}, {{0, 16}, {16, 32}, {48, 64}});
  EXPECT_EQ(held.most, 2);
  EXPECT_EQ(held.size, 8);
  EXPECT_TRUE(held.nest);
  EXPECT_TRUE(held.whole);
}

TEST(HeldLeaves, AreInTheSmallestSubtree) {
  EXPECT_EQ(heldLeaves(64, {8, 1}, {{0, 16}, {16, 32}, {48, 64}}).block, 2);
  EXPECT_EQ(heldLeaves(64, {8, 1}, {{0, 12}, {33, 34}}).block, 2) << "leaves 0 and 1, and 4";
  EXPECT_EQ(heldLeaves(64, {8, 1}, {{24, 40}}).block, 8) << "leaves 3 and 4";
  EXPECT_EQ(heldLeaves(60, {6, 1}, {{30, 60}}).block, 8) << "leaves 3 to 5 of 6";
  EXPECT_EQ(heldLeaves(64, {8, 1}, {{5, 5}}).block, 1);
}

TEST(HeldLeaves, MayBePartsOrBeginAnywhere) {
  const HeldLeaves parts = heldLeaves(64, {8, 1}, {{0, 20}});
  EXPECT_FALSE(parts.whole);
  EXPECT_EQ(parts.size, 0);
  const HeldLeaves shifted = heldLeaves(64, {8, 1}, {{8, 24}});
  EXPECT_TRUE(shifted.whole);
  EXPECT_FALSE(shifted.nest);
  EXPECT_FALSE(heldLeaves(64, {8, 1}, {{0, 32}, {32, 32}}).whole);
  EXPECT_EQ(heldLeaves(1003, {8, 1}, {{0, 1003}}).size, 0);
}

TEST(SumTree, AddsNeighboursFirstHoweverManyThereAre) {
  const std::vector<float> x = randomTerms(13);
  for (size_t count = 1; count <= x.size(); ++count) {
    runtime::SumTree<float, 4> tree;
    for (size_t leaf = 0; leaf < count; ++leaf)
      tree.add(static_cast<int64_t>(leaf), x[leaf]);
    EXPECT_EQ(tree.total(), treeOf({x.begin(), x.begin() + static_cast<long>(count)})) << count;
  }
  runtime::SumTree<float, 1> none;
  EXPECT_EQ(none.total(), 0);
}

TEST(SumTree, AddsUpLanesAsLeaves) {
  const std::vector<float> x = randomTerms(16);
  float lanes[16];
  std::copy(x.begin(), x.end(), lanes);
  EXPECT_EQ(runtime::sum_of_lanes(lanes), treeOf(x));
}

TEST(SumTree, AddsUpArrays) {
  runtime::SumTree<float[2][2], 2> tree;
  for (int leaf = 0; leaf < 3; ++leaf) {
    float sums[2][2] = {{1, 2}, {3, static_cast<float>(leaf)}};
    tree.add(leaf, sums);
  }
  float total[2][2];
  tree.total(total);
  EXPECT_EQ(total[0][1], 6);
  EXPECT_EQ(total[1][1], 3);
}

} // namespace
} // namespace shardc

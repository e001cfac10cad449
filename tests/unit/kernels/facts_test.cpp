// SPDX-License-Identifier: Apache-2.0
// How accesses move through memory, and which neighbours may be one.
#include "formulas.h"
#include "functions.h"

#include "codegen/kernel/view/view.h"

#include <gtest/gtest.h>

namespace shardc::test {
namespace {

using enum ElementType;

class FactsOfAccesses : public testing::Test {
protected:
  Pool pool;
  Build b{pool};
  Expr i = b.loop(600, "i"), j = b.loop(512, "j");

  /// Of y[i, j] = `value`; operands are there as a whole.
  Facts factsOf(Expr value, ArrayRef<Cut> cuts = {}) {
    b.result(f32, {600, 512}, {i, j}, value);
    const SmallVector<Windows, 2> whole(b.formula.operands.size(), Windows::whole);
    const Function function = functionOf("f", b.formula, cuts, whole);
    const DeviceLayout layout = deviceLayout(function);
    return KernelView(function.kernels[0], layout).facts;
  }
  AccessFacts loadOf(ArrayRef<int64_t> shape, ArrayRef<Expr> index, ArrayRef<Cut> cuts = {}) {
    return factsOf(b.load(f32, shape, index), cuts).loads.front();
  }
  static constexpr int kI = 0, kJ = 1;
};

TEST_F(FactsOfAccesses, AreStridesByLoop) {
  const AccessFacts turned = loadOf({512, 600}, {j, i});
  EXPECT_EQ(turned.stride(kI), Stride::one);
  EXPECT_EQ(turned.stride(kJ), Stride::several);
  EXPECT_EQ(turned.walks[kJ].elements, 600);
  EXPECT_FALSE(turned.isAlong(kJ));
}

TEST_F(FactsOfAccesses, SayWhereAnIndexIsComputed) {
  Expr picked = expr::at(b.load(i32, {600}, {i}), 0, 8);
  const Facts facts = factsOf(b.load(f32, {9, 512}, {picked, j}));
  ASSERT_EQ(facts.loads.size(), 2U);
  EXPECT_EQ(facts.loads[0].stride(kI), Stride::unknown);
  EXPECT_TRUE(facts.loads[0].isInFours(kJ)) << "rows begin at multiples wherever they are";
  EXPECT_FALSE(facts.loads[1].always) << "it is read for an address";
}

TEST_F(FactsOfAccesses, HaveWidthsOfAllRows) {
  EXPECT_EQ(loadOf({600, 512}, {i, j}).walks[kJ].width, 16);
}
TEST_F(FactsOfAccesses, HaveWidthsOfOddRows) {
  EXPECT_EQ(loadOf({600, 514}, {i, j}).walks[kJ].width, 2);
}
TEST_F(FactsOfAccesses, HaveWidthsFromWhereLoopsStart) {
  EXPECT_EQ(loadOf({600, 520}, {i, expr::add(j, 4)}).walks[kJ].width, 4);
}
TEST_F(FactsOfAccesses, HaveWidthsBesideMultiplesOfOthers) {
  EXPECT_EQ(loadOf({5304}, {expr::linear(pool, 0, {{8, i}, {1, j}})}).walks[kJ].width, 8);
}
TEST_F(FactsOfAccesses, HaveNoWidthBesideOddMultiplesOfOthers) {
  EXPECT_EQ(loadOf({2312}, {expr::linear(pool, 0, {{3, i}, {1, j}})}).walks[kJ].width, 0);
}
TEST_F(FactsOfAccesses, HaveWidthsOfAllDevices) {
  EXPECT_EQ(loadOf({600, 512}, {i, j}, {{kJ, {0, 200, 512}}}).walks[kJ].width, 8);
}

TEST_F(FactsOfAccesses, SayWhatAConditionMayLeaveOut) {
  Expr left = b.load(f32, {600, 256}, {i, j}), always = b.load(f32, {600, 512}, {i, j});
  const Facts facts = factsOf(
      b.call(Fn::add, {expr::select(expr::within(j, 0, 256), left, b.number(f32, 0)), always}));
  ASSERT_EQ(facts.loads.size(), 2U);
  EXPECT_EQ(facts.loads[0].load->value, always->value) << "what is always read comes first";
  EXPECT_TRUE(facts.loads[0].always);
  EXPECT_FALSE(facts.loads[1].always);
}

} // namespace
} // namespace shardc::test

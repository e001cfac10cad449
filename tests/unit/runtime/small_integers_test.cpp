// SPDX-License-Identifier: Apache-2.0
// Integers of 2 and 4 bits: every pair of numbers, beside what ints have.
#include "runtime/collectives/combine.h"
#include "runtime/device/powers.h"
#include "runtime/device/small_functions.h"

#include <gtest/gtest.h>

namespace shardc::runtime {
namespace {

template <typename T>
class SmallIntegers : public testing::Test {
protected:
  static constexpr int all = 1 << T::width, least = T::hasSign ? -all / 2 : 0;

  static int wrapped(int x) { return ((x - least) % all + all) % all + least; }

  template <typename Check>
  void forEachPair(Check check) {
    for (int x = least; x < least + all; ++x)
      for (int y = least; y < least + all; ++y)
        check(x, y);
  }
};
using Types = testing::Types<int2_t, int4_t, uint2_t, uint4_t>;
TYPED_TEST_SUITE(SmallIntegers, Types);

TYPED_TEST(SmallIntegers, WrapAround) {
  for (int x = -1000; x <= 1000; ++x) {
    EXPECT_EQ(int(TypeParam(x)), this->wrapped(x));
    EXPECT_EQ(int(TypeParam(int64_t{x} << 32 | (x & 15))), this->wrapped(x & 15));
  }
  this->forEachPair([&](int x, int y) {
    const TypeParam a(x), b(y);
    EXPECT_EQ(int(TypeParam(a * b + a - b)), this->wrapped(x * y + x - y));
    TypeParam sum = a;
    sum += b;
    EXPECT_EQ(int(sum), this->wrapped(x + y));
    EXPECT_EQ(int(combine(Combine::add, a, b)), this->wrapped(x + y));
    EXPECT_EQ(int(combine(Combine::bit_xor, a, b)), this->wrapped(x ^ y));
    EXPECT_EQ(int(max(a, b)), std::max(x, y));
    EXPECT_EQ(a < b, x < y);
  });
}

TYPED_TEST(SmallIntegers, DivideAsStableHloSays) {
  this->forEachPair([&](int x, int y) {
    const TypeParam a(x), b(y);
    EXPECT_EQ(int(quotient(a, b)), this->wrapped(y == 0 ? -1 : x / y)) << x << " / " << y;
    EXPECT_EQ(int(remainder(a, b)), y == 0 ? x : this->wrapped(x % y)) << x << " % " << y;
  });
}

TYPED_TEST(SmallIntegers, ShiftWithinTheirWidth) {
  constexpr int width = TypeParam::width;
  this->forEachPair([&](int x, int y) {
    const TypeParam a(x), b(y);
    const bool isInside = y >= 0 && y < width;
    const int bits = x & (this->all - 1), sign = bits >= this->all / 2 ? bits - this->all : bits;
    EXPECT_EQ(int(shiftLeft(a, b)), isInside ? this->wrapped(bits << y) : 0);
    EXPECT_EQ(int(shiftRightLogical(a, b)), isInside ? this->wrapped(bits >> y) : 0);
    EXPECT_EQ(int(shiftRight(a, b)), this->wrapped(sign >> (isInside ? y : width - 1)));
  });
}

TYPED_TEST(SmallIntegers, CountTheirOwnBits) {
  this->forEachPair([&](int x, int y) {
    const TypeParam a(x);
    const unsigned bits = unsigned(x) & (this->all - 1);
    EXPECT_EQ(int(popcount(a)), this->wrapped(__builtin_popcount(bits)));
    const int zeros = bits == 0 ? TypeParam::width : __builtin_clz(bits) - (32 - TypeParam::width);
    EXPECT_EQ(int(leadingZeros(a)), this->wrapped(zeros));
    EXPECT_EQ(int(mulHigh(a, TypeParam(y))), (x * y) >> TypeParam::width);
    EXPECT_EQ(int(pow(a, TypeParam(y))), this->wrapped(pow(x, y)));
    EXPECT_EQ(int(abs(a)), this->wrapped(std::abs(x)));
    EXPECT_EQ(int(sign(a)), this->wrapped((x > 0) - (x < 0)));
  });
}

TYPED_TEST(SmallIntegers, AreTheNearestEndOfFloatsOutOfRange) {
  const int most = this->least + this->all - 1;
  EXPECT_EQ(int(convert<TypeParam>(1e9f)), most);
  EXPECT_EQ(int(convert<TypeParam>(-1e300)), this->least);
  EXPECT_EQ(int(convert<TypeParam>(f16(1.75f))), 1);
  EXPECT_EQ(int(convert<TypeParam>(NAN)), 0);
  EXPECT_EQ(convert<float>(TypeParam(most)), float(most));
  EXPECT_EQ(int(convert<int4_t>(TypeParam(most))), int(int4_t(most)));
  EXPECT_TRUE(convert<bool>(TypeParam(most)));
}

} // namespace
} // namespace shardc::runtime

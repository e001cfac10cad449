// SPDX-License-Identifier: Apache-2.0
// Floats of 16 bits: every number that there is, and what lies between two of them.
#include "runtime/device/exponentials.h"
#include "runtime/device/scalar.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

namespace shardc::runtime {
namespace {

template <typename T>
T ofBits(int bits) {
  T number = {};
  number.bits = static_cast<uint16_t>(bits);
  return number;
}

template <typename T>
class NarrowFloats : public testing::Test {};
using Types = testing::Types<bf16, f16>;
TYPED_TEST_SUITE(NarrowFloats, Types);

TYPED_TEST(NarrowFloats, AreFloatsExactly) {
  for (int bits = 0; bits < 1 << 16; ++bits) {
    const TypeParam x = ofBits<TypeParam>(bits);
    if (x != x)
      EXPECT_TRUE(std::isnan(float(x)));
    else
      EXPECT_EQ(TypeParam(float(x)).bits, bits);
  }
}

/// Numbers in order, from zero to the largest; `visit` gets each and the one above it.
template <typename T, typename Visit>
void forEachPair(Visit visit) {
  for (int bits = 0; isFinite(ofBits<T>(bits + 1)); ++bits)
    visit(ofBits<T>(bits), ofBits<T>(bits + 1));
}

TYPED_TEST(NarrowFloats, AreTheNearestOfWhatIsRoundedAndEvenBetweenTwo) {
  forEachPair<TypeParam>([](TypeParam low, TypeParam high) {
    const double middle = (double(float(low)) + double(float(high))) / 2;
    const TypeParam even = low.bits % 2 == 0 ? low : high;
    ASSERT_EQ(TypeParam(middle).bits, even.bits);
    ASSERT_EQ(TypeParam(-middle).bits, (-even).bits);
    ASSERT_EQ(TypeParam(std::nextafter(middle, 0.0)).bits, low.bits) << "doubles are rounded once";
    ASSERT_EQ(TypeParam(std::nextafter(middle, INFINITY)).bits, high.bits);
    const float near = static_cast<float>(middle);
    if (near != middle) return; // it is no float
    ASSERT_EQ(TypeParam(near).bits, even.bits);
    ASSERT_EQ(TypeParam(std::nextafter(near, 0.0f)).bits, low.bits);
    ASSERT_EQ(TypeParam(std::nextafter(near, INFINITY)).bits, high.bits);
  });
}

TEST(NarrowFloats, BeyondTheLargestAreInfinite) {
  EXPECT_EQ(float(f16(65519.996f)), 65504);
  EXPECT_EQ(float(f16(65520.0f)), INFINITY);
  EXPECT_EQ(float(f16(-1e30)), -INFINITY);
  EXPECT_EQ(bf16(3.4e38f).bits, 0x7f80);
  EXPECT_EQ(bf16(-1e300).bits, 0xff80);
  EXPECT_EQ(bf16(INFINITY).bits, 0x7f80);
}

TEST(NarrowFloats, KeepSignsOfZerosAndBitsOfNotANumber) {
  EXPECT_EQ(f16(-1e-20f).bits, 0x8000);
  EXPECT_EQ(f16(-0.0).bits, 0x8000);
  EXPECT_EQ(f16(bitcast<float>(0xff812345u)).bits, 0xfe09) << "quiet";
  EXPECT_EQ(bf16(bitcast<float>(0x7f800001u)).bits, 0x7fc0) << "not infinite";
}

TEST(NarrowFloats, OfIntegersAreRoundedOnce) {
  EXPECT_EQ(bf16(uint64_t(0x8080000000000000)).bits, 0x5f00) << "halfway";
  EXPECT_EQ(bf16(uint64_t(0x8080000000000001)).bits, 0x5f01);
  EXPECT_EQ(bf16(int64_t(-0x4040000000000001)).bits, 0xde81);
  EXPECT_EQ(f16(2049).bits, f16(2048).bits);
  EXPECT_EQ(f16(true).bits, 0x3c00);
}

TEST(NarrowFloats, AreRoundedByEachOperator) {
  const bf16 one(1.0f), small(0x1p-8f);
  EXPECT_EQ(float(one + small + small), 1) << "half of the last digit, twice";
  EXPECT_EQ(float(one + (small + small)), 1 + 0x1p-7f);
  EXPECT_EQ(float(one / bf16(3.0f)), 0.333984375f);
  bf16 product(1.0078125f);
  product *= product;
  EXPECT_EQ(float(product), 1.015625f) << "rounded, as x * x is";
  EXPECT_EQ(float(exp(bf16(1.0f))), 2.71875f);
  EXPECT_EQ(float(-f16(0.0f)), 0);
  EXPECT_TRUE(std::signbit(float(-f16(0.0f))));
}

TYPED_TEST(NarrowFloats, HaveNeighboursAndATotalOrder) {
  const TypeParam far(INFINITY), none(0.0f);
  forEachPair<TypeParam>([&](TypeParam low, TypeParam high) {
    ASSERT_EQ(nextAfter(low, far).bits, high.bits);
    ASSERT_EQ(nextAfter(high, none).bits, low.bits);
    ASSERT_LT(totalOrder(low), totalOrder(high));
    ASSERT_LT(totalOrder(-high), totalOrder(-low));
  });
  EXPECT_LT(totalOrder(-none), totalOrder(none));
}

TEST(NarrowFloats, HaveTheirPrecisionReducedInTheirOwnRange) {
  EXPECT_EQ(reducePrecision(ofBits<f16>(0x0001), f16(65504)).bits, 1) << "a denormal stays";
  EXPECT_EQ(float(reducePrecision(bf16(1.0078125f), bf16(1.5f * 0x1p127f))), 1);
  EXPECT_EQ(float(reducePrecision(f16(65504), f16(61440))), INFINITY) << "three digits";
}

} // namespace
} // namespace shardc::runtime

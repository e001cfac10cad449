// SPDX-License-Identifier: Apache-2.0
// Floats of 8 bits: what each of the 256 bytes is, and what every number is rounded to, by the
// definitions of the formats.
#include "runtime/device/scalar.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <vector>

namespace shardc::runtime {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// A format as its definition has it.
struct Format {
  int exponent, mantissa, bias;
  char specials; // as the end of its name says: "" i, FN n, FNUZ z, E8M0 s
};

template <typename T>
Format formatOf();
template <>
Format formatOf<f8E5M2>() {
  return {5, 2, 15, 'i'};
}
template <>
Format formatOf<f8E4M3>() {
  return {4, 3, 7, 'i'};
}
template <>
Format formatOf<f8E3M4>() {
  return {3, 4, 3, 'i'};
}
template <>
Format formatOf<f8E4M3FN>() {
  return {4, 3, 7, 'n'};
}
template <>
Format formatOf<f8E5M2FNUZ>() {
  return {5, 2, 16, 'z'};
}
template <>
Format formatOf<f8E4M3FNUZ>() {
  return {4, 3, 8, 'z'};
}
template <>
Format formatOf<f8E4M3B11FNUZ>() {
  return {4, 3, 11, 'z'};
}
template <>
Format formatOf<f8E8M0FNU>() {
  return {8, 0, 127, 's'};
}

float valueOf(const Format &f, int bits) {
  const int exponent = bits >> f.mantissa & ((1 << f.exponent) - 1);
  const int digits = bits & ((1 << f.mantissa) - 1);
  if (f.specials == 's') return bits == 255 ? NAN : std::ldexp(1.0f, exponent - f.bias);
  const float sign = bits >= 128 ? -1.0f : 1.0f;
  if (f.specials == 'z' && bits == 128) return NAN;
  if (f.specials == 'n' && (bits & 127) == 127) return NAN;
  if (f.specials == 'i' && exponent == (1 << f.exponent) - 1)
    return digits == 0 ? sign * kInfinity : NAN;
  const float whole = exponent == 0 ? 0.0f : 1.0f;
  const float fraction = whole + std::ldexp(float(digits), -f.mantissa);
  return sign * std::ldexp(fraction, std::max(exponent, 1) - f.bias);
}

/// What a number is rounded to, by looking at all that there are.
class Rounding {
public:
  explicit Rounding(const Format &format) : f(format) {
    for (int bits = 0; bits < 256; ++bits)
      if (const float value = valueOf(f, bits); std::isfinite(value) && !std::signbit(value))
        sizes[value] = bits;
  }

  int of(double x) const {
    if (f.specials == 's') return ofScale(x);
    const int sign = std::signbit(x) ? 128 : 0;
    if (std::isnan(x)) return f.specials == 'z' ? 128 : sign | quietNan();
    const int size = sizeOf(std::fabs(x));
    if (size < 0)
      return f.specials == 'i' ? sign | infinite() : f.specials == 'z' ? 128 : sign | 127;
    return size == 0 && f.specials == 'z' ? 0 : sign | size;
  }

private:
  const Format f;
  std::map<double, int> sizes;

  int infinite() const { return ((1 << f.exponent) - 1) << f.mantissa; }
  int quietNan() const { return f.specials == 'n' ? 127 : infinite() | 1 << (f.mantissa - 1); }

  /// -1: beyond the largest, by half a digit at least.
  int sizeOf(double x) const {
    const auto above = sizes.upper_bound(x);
    const auto below = std::prev(above);
    const double last = below->first, before = std::prev(sizes.end(), 2)->first;
    if (above == sizes.end()) {
      const double half = (sizes.rbegin()->first - before) / 2;
      const bool isEven = sizes.rbegin()->second % 2 == 0;
      return x - last < half || (x - last == half && isEven) ? below->second : -1;
    }
    const double down = x - last, up = above->first - x;
    if (down != up) return down < up ? below->second : above->second;
    return below->second % 2 == 0 ? below->second : above->second;
  }

  /// Powers of two alone; halves go up.
  int ofScale(double x) const {
    if (!(x > 0) || x >= 0x1.8p127) return 255;
    if (x <= 0x1p-127) return 0;
    if (x < 0x1p-126) return 1;
    const int power = std::ilogb(x);
    return power + 127 + int(std::ldexp(x, -power) >= 1.5);
  }
};

template <typename T>
T ofBits(int bits) {
  return bitcast<T>(static_cast<uint8_t>(bits));
}

template <typename T>
class Floats8 : public testing::Test {};
using Types = testing::Types<f8E5M2, f8E4M3, f8E3M4, f8E4M3FN, f8E5M2FNUZ, f8E4M3FNUZ,
                             f8E4M3B11FNUZ, f8E8M0FNU>;
TYPED_TEST_SUITE(Floats8, Types);

TYPED_TEST(Floats8, AreTheFloatsOfTheirFormat) {
  for (int bits = 0; bits < 256; ++bits) {
    const float value = float(ofBits<TypeParam>(bits)),
                expected = valueOf(formatOf<TypeParam>(), bits);
    if (std::isnan(expected))
      EXPECT_TRUE(std::isnan(value)) << bits;
    else
      EXPECT_EQ(std::bit_cast<uint32_t>(value), std::bit_cast<uint32_t>(expected)) << bits;
  }
}

TYPED_TEST(Floats8, AreTheNearestOfEveryFloatOf16Bits) {
  const Rounding rounding(formatOf<TypeParam>());
  for (int bits = 0; bits < 1 << 16; ++bits)
    for (const float x :
         {float(bitcast<f16>(uint16_t(bits))), float(bitcast<bf16>(uint16_t(bits)))})
      ASSERT_EQ(TypeParam(x).bits, rounding.of(x)) << x;
}

TYPED_TEST(Floats8, AreTheNearestOfWhatLiesAroundHalvesOfTheirDigits) {
  const Rounding rounding(formatOf<TypeParam>());
  for (int bits = 0; bits < 255; ++bits) {
    const double low = float(ofBits<TypeParam>(bits)), high = float(ofBits<TypeParam>(bits + 1));
    if (!std::isfinite(low + high)) continue;
    const double middle = (low + high) / 2;
    for (const double x :
         {low, middle, std::nextafter(middle, 0), std::nextafter(middle, 2 * middle)})
      ASSERT_EQ(TypeParam(x).bits, rounding.of(x)) << x << ", a double is rounded once";
    const auto near = static_cast<float>(middle);
    for (const float x : {near, std::nextafter(near, 0.0f), std::nextafter(near, 2 * near)})
      ASSERT_EQ(TypeParam(x).bits, rounding.of(x)) << x;
  }
}

TYPED_TEST(Floats8, AreTheNearestOfAnyFloatAndInteger) {
  const Rounding rounding(formatOf<TypeParam>());
  std::mt19937 random(1);
  for (int k = 0; k < 200000; ++k) {
    const float x = std::bit_cast<float>(static_cast<uint32_t>(random()));
    ASSERT_EQ(TypeParam(x).bits, rounding.of(x)) << x;
  }
  for (int x = -70000; x <= 70000; ++x)
    ASSERT_EQ(TypeParam(x).bits, rounding.of(x)) << x;
}

TYPED_TEST(Floats8, HaveNeighboursAndATotalOrder) {
  using Limits = std::numeric_limits<TypeParam>;
  for (int bits = 0; bits < int(TypeParam::largest); ++bits) {
    const auto low = ofBits<TypeParam>(bits), high = ofBits<TypeParam>(bits + 1);
    ASSERT_EQ(nextAfter(low, Limits::max()).bits, high.bits);
    ASSERT_EQ(nextAfter(high, Limits::lowest()).bits, low.bits);
    ASSERT_LT(totalOrder(low), totalOrder(high));
    if (!Limits::is_signed) continue;
    ASSERT_EQ(nextAfter(-high, Limits::max()).bits, (-low).bits) << "0 where there is no -0";
    ASSERT_LT(totalOrder(-high), totalOrder(low));
  }
  const auto nan = totalOrder(Limits::quiet_NaN());
  if (TypeParam::hasSign && !TypeParam::hasMinusZero)
    EXPECT_LT(nan, totalOrder(Limits::lowest())) << "its sign is set";
  else
    EXPECT_GT(nan, totalOrder(Limits::max()));
}

TYPED_TEST(Floats8, AreRoundedByEachOperator) {
  const Rounding rounding(formatOf<TypeParam>());
  for (int i = 0; i < 256; ++i)
    for (int j = 0; j < 256; ++j) {
      const auto x = ofBits<TypeParam>(i), y = ofBits<TypeParam>(j);
      const double a = float(x), b = float(y);
      const auto isRight = [&](TypeParam got, double exact) {
        if (!TypeParam::hasSign) exact = static_cast<float>(exact); // what is no float's is zero
        const int wanted = rounding.of(exact);
        return got.bits == wanted ||
               (got != got && std::isnan(valueOf(formatOf<TypeParam>(), wanted)));
      };
      ASSERT_TRUE(isRight(x + y, a + b)) << a << " + " << b;
      ASSERT_TRUE(isRight(x - y, a - b)) << a << " - " << b;
      ASSERT_TRUE(isRight(x * y, a * b)) << a << " * " << b;
      ASSERT_TRUE(isRight(x / y, a / b)) << a << " / " << b;
    }
}

} // namespace
} // namespace shardc::runtime

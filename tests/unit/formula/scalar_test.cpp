// SPDX-License-Identifier: Apache-2.0
// The edges of the scalar functions, and how they read.
#include "frontend/ir/formula/expressions/scalars.h"
#include "runtime/device/exponentials.h"
#include "runtime/device/scalar.h"

#include "gtest/gtest.h"

#include <bit>
#include <cmath>
#include <random>

using namespace shardc;

namespace {

constexpr ElementType i1 = ElementType::i1, i32 = ElementType::i32, i64 = ElementType::i64;
constexpr ElementType ui32 = ElementType::ui32, f32 = ElementType::f32, f64 = ElementType::f64;
constexpr int64_t kMin = INT32_MIN, kMax = INT32_MAX;

int64_t ints(Fn fn, ElementType type, int64_t x, int64_t y = 0) {
  SmallVector<Number, 2> args = {Number::of(type, x), Number::of(type, y)};
  args.truncate(info(fn).arity);
  return apply(fn, resultOf(fn, type), args).integer;
}
double floats(Fn fn, double x, double y = 0, ElementType type = f64) {
  SmallVector<Number, 2> args = {Number::of(type, x), Number::of(type, y)};
  args.truncate(info(fn).arity);
  return apply(fn, resultOf(fn, type), args).asDouble();
}
int64_t converted(double x, ElementType to) {
  return apply(Fn::convert, to, {Number::of(f64, x)}).integer;
}

TEST(Scalars, IntegersWrapAround) {
  EXPECT_EQ(ints(Fn::add, i32, kMax, 1), kMin);
  EXPECT_EQ(ints(Fn::mul, i32, 65537, 65537), 131073);
  EXPECT_EQ(ints(Fn::neg, i32, kMin), kMin);
  EXPECT_EQ(ints(Fn::abs, i32, kMin), kMin);
  EXPECT_EQ(ints(Fn::add, i64, INT64_MAX, 1), INT64_MIN);
  EXPECT_EQ(ints(Fn::sub, ui32, 0, 1), 0xffffffff);
  EXPECT_EQ(ints(Fn::mul, ui32, 0x80000001, 2), 2);
  EXPECT_EQ(ints(Fn::pow, i32, 3, 21), static_cast<int32_t>(10460353203));
}

TEST(Scalars, IntegerDivisionIsDefinedEverywhere) {
  EXPECT_EQ(ints(Fn::div, i32, -7, 2), -3);
  EXPECT_EQ(ints(Fn::rem, i32, -7, 2), -1);
  EXPECT_EQ(ints(Fn::div, i32, 7, 0), -1);
  EXPECT_EQ(ints(Fn::rem, i32, 7, 0), 7);
  EXPECT_EQ(ints(Fn::div, i32, kMin, -1), kMin);
  EXPECT_EQ(ints(Fn::rem, i32, kMin, -1), 0);
  EXPECT_EQ(ints(Fn::div, ui32, 7, 0), 0xffffffff);
  EXPECT_EQ(ints(Fn::div, ui32, 0xffffffff, 2), 0x7fffffff);
  EXPECT_EQ(ints(Fn::pow, i32, 2, -1), 0);
  EXPECT_EQ(ints(Fn::pow, i32, -1, -3), -1);
  EXPECT_EQ(ints(Fn::pow, i32, 0, 0), 1);
}

TEST(Scalars, ShiftsBeyondTheWidthAreDefined) {
  EXPECT_EQ(ints(Fn::shiftLeft, i32, 1, 31), kMin);
  EXPECT_EQ(ints(Fn::shiftLeft, i32, 1, 32), 0);
  EXPECT_EQ(ints(Fn::shiftLeft, i32, 1, -1), 0);
  EXPECT_EQ(ints(Fn::shiftRight, i32, -8, 1), -4);
  EXPECT_EQ(ints(Fn::shiftRight, i32, -8, 40), -1);
  EXPECT_EQ(ints(Fn::shiftRight, i32, 8, 40), 0);
  EXPECT_EQ(ints(Fn::shiftRightLogical, i32, -1, 28), 15);
  EXPECT_EQ(ints(Fn::shiftRightLogical, i32, -1, 32), 0);
  EXPECT_EQ(ints(Fn::shiftRightLogical, i64, -1, 60), 15);
}

TEST(Scalars, CountsBits) {
  EXPECT_EQ(ints(Fn::popcnt, i32, -1), 32);
  EXPECT_EQ(ints(Fn::popcnt, i64, -1), 64);
  EXPECT_EQ(ints(Fn::clz, i32, 0), 32);
  EXPECT_EQ(ints(Fn::clz, i32, 1), 31);
  EXPECT_EQ(ints(Fn::clz, ui32, 0x80000000), 0);
  EXPECT_EQ(ints(Fn::clz, i64, 1), 63);
}

TEST(Scalars, UpperHalvesOfProductsKnowSigns) {
  EXPECT_EQ(ints(Fn::mulHigh, i32, kMin, kMin), 1 << 30);
  EXPECT_EQ(ints(Fn::mulHigh, i32, -1, 1), -1);
  EXPECT_EQ(ints(Fn::mulHigh, i32, kMax, -3), -2);
  EXPECT_EQ(ints(Fn::mulHigh, ui32, 0xffffffff, 0xffffffff), 0xfffffffe);
  EXPECT_EQ(ints(Fn::mulHigh, i64, INT64_MIN, INT64_MIN), int64_t{1} << 62);
  EXPECT_EQ(ints(Fn::mulHigh, i64, INT64_MAX, -3), -2);
  EXPECT_EQ(ints(Fn::mulHigh, i64, 0x123456789abcdef0, 0x0fedcba987654321), 0x0121fa00ad77d742);
}

TEST(Scalars, BooleansAreLogic) {
  EXPECT_EQ(ints(Fn::add, i1, 1, 1), 1);
  EXPECT_EQ(ints(Fn::mul, i1, 1, 0), 0);
  EXPECT_EQ(ints(Fn::max, i1, 0, 1), 1);
  EXPECT_EQ(ints(Fn::bitNot, i1, 1), 0);
  EXPECT_EQ(ints(Fn::bitXor, i1, 1, 1), 0);
  EXPECT_EQ(ints(Fn::lt, i1, 0, 1), 1);
  EXPECT_FALSE(supports(Fn::exp, i1));
  EXPECT_FALSE(supports(Fn::exp, i32));
  EXPECT_FALSE(supports(Fn::bitAnd, f32));
}

TEST(Scalars, MaximumKnowsNanAndSignedZeros) {
  for (ElementType type : {f32, f64}) {
    EXPECT_TRUE(std::isnan(floats(Fn::max, NAN, 1, type)));
    EXPECT_TRUE(std::isnan(floats(Fn::max, 1, NAN, type)));
    EXPECT_TRUE(std::isnan(floats(Fn::min, 1, NAN, type)));
    EXPECT_FALSE(std::signbit(floats(Fn::max, -0.0, 0.0, type)));
    EXPECT_FALSE(std::signbit(floats(Fn::max, 0.0, -0.0, type)));
    EXPECT_TRUE(std::signbit(floats(Fn::min, 0.0, -0.0, type)));
    EXPECT_TRUE(std::signbit(floats(Fn::min, -0.0, 0.0, type)));
  }
}

TEST(Scalars, RoundsAndSigns) {
  EXPECT_EQ(floats(Fn::roundAway, 2.5), 3);
  EXPECT_EQ(floats(Fn::roundEven, 2.5), 2);
  EXPECT_EQ(floats(Fn::roundEven, 3.5), 4);
  EXPECT_EQ(floats(Fn::roundAway, -0.5), -1);
  EXPECT_TRUE(std::signbit(floats(Fn::sign, -0.0)));
  EXPECT_TRUE(std::isnan(floats(Fn::sign, NAN)));
  EXPECT_EQ(floats(Fn::sign, -3), -1);
  EXPECT_EQ(floats(Fn::rem, -7.5, 2), -1.5);
  EXPECT_EQ(floats(Fn::isFinite, INFINITY), 0);
  EXPECT_EQ(floats(Fn::isFinite, NAN), 0);
  EXPECT_EQ(floats(Fn::isFinite, 1e308), 1);
  EXPECT_EQ(floats(Fn::logistic, -INFINITY), 0);
  EXPECT_EQ(floats(Fn::erf, -INFINITY), -1);
  EXPECT_NEAR(floats(Fn::erf, 0.5), 0.5204998778130465, 1e-7);
}

TEST(Scalars, TotalOrderHasZerosAndNans) {
  EXPECT_EQ(floats(Fn::ltTotal, -0.0, 0.0), 1);
  EXPECT_EQ(floats(Fn::lt, -0.0, 0.0), 0);
  EXPECT_EQ(floats(Fn::ltTotal, INFINITY, NAN), 1);
  EXPECT_EQ(floats(Fn::ltTotal, -NAN, -INFINITY), 1);
  EXPECT_EQ(floats(Fn::eqTotal, NAN, NAN), 1);
  EXPECT_EQ(floats(Fn::eq, NAN, NAN), 0);
  EXPECT_EQ(floats(Fn::geTotal, -2, -1, f32), 0);
}

TEST(Scalars, FloatsToIntegersSaturate) {
  EXPECT_EQ(converted(NAN, i32), 0);
  EXPECT_EQ(converted(1e10, i32), kMax);
  EXPECT_EQ(converted(-1e10, i32), kMin);
  EXPECT_EQ(converted(2147483647.5, i32), kMax);
  EXPECT_EQ(converted(-2.9, i32), -2);
  EXPECT_EQ(converted(INFINITY, i64), INT64_MAX);
  EXPECT_EQ(converted(-1, ui32), 0);
  EXPECT_EQ(converted(4294967295.0, ui32), 0xffffffff);
  EXPECT_EQ(converted(NAN, i1), 1);
  EXPECT_EQ(apply(Fn::convert, i32, {Number::of(ui32, int64_t{0xffffffff})}).integer, -1);
  EXPECT_EQ(apply(Fn::convert, f32, {Number::of(i32, int64_t{16777217})}).real, 16777216);
  EXPECT_EQ(apply(Fn::bitcast, i32, {Number::of(f32, 1.0)}).integer, 0x3f800000);
  EXPECT_EQ(apply(Fn::bitcast, f64, {Number::of(i64, int64_t{1} << 63)}).bits(), INT64_MIN);
}

TEST(Scalars, SingleFloatsRoundOnce) {
  EXPECT_EQ(floats(Fn::add, 0.1, 0.2, f32), static_cast<double>(0.1f + 0.2f));
  EXPECT_EQ(floats(Fn::exp, 1, 0, f32), static_cast<double>(std::exp(1.0f)));
}

/// Of units in the last place of what `want` rounds to.
double unitsApart(double got, double want) {
  const float nearest = std::abs(static_cast<float>(want));
  if (std::isinf(nearest)) return got == static_cast<float>(want) ? 0 : INFINITY;
  return std::abs(got - want) / (std::nextafterf(nearest, INFINITY) - nearest);
}

// The figures of docs/numerics.md, which are of all floats.
TEST(Scalars, FunctionsOfSingleFloatsAreAsNearAsIsSaid) {
  for (uint32_t bits = 0; bits < 0xfff00000; bits += 19991) {
    const float x = std::bit_cast<float>(bits);
    if (std::isnan(x)) continue;
    const double real = x;
    ASSERT_LT(unitsApart(floats(Fn::exp, x, 0, f32), std::exp(real)), 0.98) << x;
    ASSERT_LT(unitsApart(floats(Fn::tanh, x, 0, f32), std::tanh(real)), 1.05) << x;
    ASSERT_LT(unitsApart(floats(Fn::erf, x, 0, f32), std::erf(real)), 1.04) << x;
    ASSERT_LT(unitsApart(floats(Fn::logistic, x, 0, f32), 1 / (1 + std::exp(-real))), 2.41) << x;
    ASSERT_LT(unitsApart(floats(Fn::expm1, x, 0, f32), std::expm1(real)), 1.34) << x;
    ASSERT_LT(unitsApart(floats(Fn::cbrt, x, 0, f32), std::cbrt(real)), 0.51) << x;
    ASSERT_LT(unitsApart(floats(Fn::sinh, x, 0, f32), std::sinh(real)), 1.62) << x;
    ASSERT_LT(unitsApart(floats(Fn::cosh, x, 0, f32), std::cosh(real)), 1.45) << x;
    ASSERT_LT(unitsApart(floats(Fn::asinh, x, 0, f32), std::asinh(real)), 1.78) << x;
    ASSERT_LT(unitsApart(floats(Fn::atan, x, 0, f32), std::atan(real)), 1.22) << x;
    ASSERT_LT(unitsApart(floats(Fn::erfc, x, 0, f32), std::erfc(real)), 4.21) << x;
    if (std::abs(real) <= 1) {
      ASSERT_LT(unitsApart(floats(Fn::asin, x, 0, f32), std::asin(real)), 1.11) << x;
      ASSERT_LT(unitsApart(floats(Fn::acos, x, 0, f32), std::acos(real)), 1.10) << x;
      ASSERT_LT(unitsApart(floats(Fn::atanh, x, 0, f32), std::atanh(real)), 2.01) << x;
      ASSERT_LT(unitsApart(floats(Fn::erfInv, x, 0, f32), floats(Fn::erfInv, real)), 3.16) << x;
    }
    if (x >= 1) ASSERT_LT(unitsApart(floats(Fn::acosh, x, 0, f32), std::acosh(real)), 2.42) << x;
    if (!std::isinf(x)) {
      ASSERT_LT(unitsApart(floats(Fn::sin, x, 0, f32), std::sin(real)), 0.93) << x;
      ASSERT_LT(unitsApart(floats(Fn::cos, x, 0, f32), std::cos(real)), 0.93) << x;
      ASSERT_LT(unitsApart(floats(Fn::tan, x, 0, f32), std::tan(real)), 1.40) << x;
    }
    if (x > -1) ASSERT_LT(unitsApart(floats(Fn::log1p, x, 0, f32), std::log1p(real)), 0.93) << x;
    if (x <= 0) continue;
    ASSERT_LT(unitsApart(floats(Fn::log, x, 0, f32), std::log(real)), 0.83) << x;
  }
}

// The first four are those nearest to multiples of pi / 2, by a billionth: most bits of it count.
TEST(Scalars, AnglesOfSingleFloatsMayBeOfAnySize) {
  for (float x : {0x1.f37c8ap+95f, 0x1.47d0fep+34f, 0x1.f9cbe2p+7f, 0x1.32ede2p+85f,
                  0x1.fffffep+127f, 0x1p+126f, 0x1.921fb6p+1f, 0x1.921fb6p+0f}) {
    EXPECT_LT(unitsApart(floats(Fn::sin, x, 0, f32), std::sin(static_cast<double>(x))), 0.93) << x;
    EXPECT_LT(unitsApart(floats(Fn::cos, -x, 0, f32), std::cos(static_cast<double>(x))), 0.93) << x;
    EXPECT_LT(unitsApart(floats(Fn::tan, -x, 0, f32), std::tan(-static_cast<double>(x))), 1.40)
        << x;
  }
}

/// Any float that is one, of any size.
float anyFloat(std::mt19937 &random) {
  for (;;) {
    const float x = std::bit_cast<float>(static_cast<uint32_t>(random()));
    if (x != 0 && std::isfinite(x)) return x;
  }
}
float between(float low, float high, std::mt19937 &random) {
  return low + (high - low) * static_cast<float>(random()) * 0x1p-32f;
}

TEST(Scalars, PowersOfSingleFloatsAreAsNearAsIsSaid) {
  std::mt19937 random(5);
  for (int n = 0; n < 100000; ++n) {
    const float x = n % 2 == 0 ? std::abs(anyFloat(random)) : between(0.5, 2, random);
    const double real = x, power = between(-149, 127.9F, random) / std::log2(real);
    const float y = static_cast<float>(power);
    if (std::isinf(y)) continue;
    ASSERT_LT(unitsApart(floats(Fn::pow, x, y, f32), std::pow(real, static_cast<double>(y))), 0.84)
        << x << ", " << y;
  }
  for (int x = -300; x <= 300; ++x)
    for (int y = 0; std::abs(std::pow(x, y)) <= 0x1p24 && y < 24; ++y)
      ASSERT_EQ(floats(Fn::pow, x, y, f32), std::pow(x, y)) << x << ", " << y;
}

constexpr float kEdges[] = {0,
                            0x1p-149f,
                            0x1p-126f,
                            0x1p-24f,
                            0.5f,
                            1.0f - 0x1p-24f,
                            1,
                            1.0f + 0x1p-23f,
                            2,
                            2.5f,
                            3,
                            0x1p+23f - 0.5f,
                            0x1p+23f + 1,
                            0x1p+24f,
                            0x1p+24f + 2,
                            0x1.fffffep+127f,
                            INFINITY,
                            NAN};

/// `want` at all edges with both signs, the sign of zeros too.
void expectEdges(Fn fn, double (*want)(double)) {
  for (float size : kEdges)
    for (double x : {size, -size}) {
      SCOPED_TRACE(testing::Message() << info(fn).name << ": " << x);
      const double got = floats(fn, x, 0, f32);
      EXPECT_EQ(std::isnan(got), std::isnan(want(x)));
      if (std::isnan(got)) continue;
      EXPECT_LT(unitsApart(got, want(x)), 1.6);
      EXPECT_EQ(std::signbit(got), std::signbit(want(x)));
    }
}
void expectEdges(Fn fn, double (*want)(double, double)) {
  for (float first : kEdges)
    for (float second : kEdges)
      for (double x : {first, -first})
        for (double y : {second, -second}) {
          SCOPED_TRACE(testing::Message() << info(fn).name << ": " << x << ", " << y);
          const double got = floats(fn, x, y, f32);
          EXPECT_EQ(std::isnan(got), std::isnan(want(x, y)));
          if (std::isnan(got)) continue;
          EXPECT_LT(unitsApart(got, want(x, y)), 1.6);
          EXPECT_EQ(std::signbit(got), std::signbit(want(x, y)));
        }
}

TEST(Scalars, RootsAndPowersOfSingleFloatsHaveEdges) {
  expectEdges(Fn::cbrt, std::cbrt);
  expectEdges(Fn::pow, std::pow);
}

TEST(Scalars, PointsOfSingleFloatsHaveAnglesAsNearAsIsSaid) {
  std::mt19937 random(7);
  for (int n = 0; n < 100000; ++n) {
    const float y = anyFloat(random);
    const float x = n % 2 == 0 ? y * between(-8, 8, random) : anyFloat(random);
    if (std::isinf(x)) continue;
    const double up = y, right = x;
    ASSERT_LT(unitsApart(floats(Fn::atan2, y, x, f32), std::atan2(up, right)), 1.6)
        << y << ", " << x;
  }
}

TEST(Scalars, AnglesOfSingleFloatsHaveEdges) {
  expectEdges(Fn::sin, std::sin);
  expectEdges(Fn::cos, std::cos);
  expectEdges(Fn::tan, std::tan);
  expectEdges(Fn::atan2, std::atan2);
}

TEST(Scalars, MultiplyAddsOfSingleFloatsAreRoundedOnce) {
  std::mt19937 random(3);
  for (int n = 0; n < 200000; ++n) {
    const float x = std::bit_cast<float>(static_cast<uint32_t>(random()));
    const float y = std::bit_cast<float>(static_cast<uint32_t>(random()));
    // As large as the product, about, or anything.
    float z = std::bit_cast<float>(static_cast<uint32_t>(random()));
    if (n % 2 == 0) z = -x * y * (1 + static_cast<float>(random() % 64) * 0x1p-23f);
    const float got = runtime::fma(x, y, z), want = std::fma(x, y, z);
    if (std::isnan(want)) continue;
    ASSERT_EQ(std::bit_cast<uint32_t>(got), std::bit_cast<uint32_t>(want))
        << x << " * " << y << " + " << z;
  }
}

TEST(Scalars, ExponentialsOfSingleFloatsHaveEdges) {
  EXPECT_EQ(floats(Fn::exp, 0, 0, f32), 1);
  EXPECT_EQ(floats(Fn::exp, INFINITY, 0, f32), INFINITY);
  EXPECT_EQ(floats(Fn::exp, -INFINITY, 0, f32), 0);
  EXPECT_TRUE(std::isnan(floats(Fn::exp, NAN, 0, f32)));
  EXPECT_EQ(floats(Fn::tanh, INFINITY, 0, f32), 1);
  EXPECT_EQ(floats(Fn::tanh, -INFINITY, 0, f32), -1);
  EXPECT_TRUE(std::signbit(floats(Fn::tanh, -0.0, 0, f32)));
  EXPECT_TRUE(std::isnan(floats(Fn::tanh, NAN, 0, f32)));
  EXPECT_EQ(floats(Fn::erf, -INFINITY, 0, f32), -1);
  EXPECT_TRUE(std::signbit(floats(Fn::erf, -0.0, 0, f32)));
  EXPECT_EQ(floats(Fn::log, 0, 0, f32), -INFINITY);
  EXPECT_EQ(floats(Fn::log, -0.0, 0, f32), -INFINITY);
  EXPECT_EQ(floats(Fn::log, INFINITY, 0, f32), INFINITY);
  EXPECT_TRUE(std::isnan(floats(Fn::log, -1, 0, f32)));
  EXPECT_EQ(floats(Fn::logistic, -INFINITY, 0, f32), 0);
  EXPECT_EQ(floats(Fn::logistic, INFINITY, 0, f32), 1);
  EXPECT_EQ(floats(Fn::expm1, 0x1p-149, 0, f32), 0x1p-149);
  expectEdges(Fn::expm1, std::expm1);
  expectEdges(Fn::log1p, std::log1p);
}

/// A value that was computed with 200 bits.
struct Known {
  Fn fn;
  double x, y, value;
};
constexpr Known kKnown[] = {
    {Fn::erfInv, 0.5, 0, 0x1.e861fbb24c00ap-2},
    {Fn::erfInv, -0.75, 0, -0x1.a07890f6b2ba1p-1},
    {Fn::erfInv, 0.001, 0, 0x1.d0a36543e1fd3p-11},
    {Fn::erfInv, 0.999, 0, 0x1.29d311405cdb4p+1},
    {Fn::erfInv, -0.9999999, 0, -0x1.e21eb9013cbe7p+1},
    {Fn::erfInv, 0.25, 0, 0x1.cd70681d5ff70p-3},
    {Fn::erfInv, 0.9, 0, 0x1.29c0146770651p+0},
    {Fn::lgamma, 1e-10, 0, 0x1.7069e2aa26ae4p+4},
    {Fn::lgamma, 0.3, 0, 0x1.188637a6c4196p+0},
    {Fn::lgamma, 1.25, 0, -0x1.92857d38caf41p-4},
    {Fn::lgamma, 2.75, 0, 0x1.e69eac73eab05p-2},
    {Fn::lgamma, 9.5, 0, 0x1.760f04f64ba68p+3},
    {Fn::lgamma, 10.5, 0, 0x1.be199a0f64394p+3},
    {Fn::lgamma, 1e10, 0, 0x1.9a43710f467c1p+37},
    {Fn::lgamma, -0.5, 0, 0x1.43f89a3f0edd6p+0},
    {Fn::lgamma, -3.75, 0, -0x1.513878cce057fp+0},
    {Fn::digamma, 1e-10, 0, -0x1.2a05f20049e23p+33},
    {Fn::digamma, 0.3, 0, -0x1.c052b6b5e6118p+1},
    {Fn::digamma, 1.25, 0, -0x1.d1d32879af85dp-3},
    {Fn::digamma, 1.4616321449683622, 0, -0x1.aa2d9b3ce29e0p-54},
    {Fn::digamma, 2.75, 0, 0x1.a346fec1dc587p-1},
    {Fn::digamma, 9.5, 0, 0x1.194f79882a636p+1},
    {Fn::digamma, 10.5, 0, 0x1.26c8bce67b3b0p+1},
    {Fn::digamma, 1e10, 0, 0x1.7069e2aa27361p+4},
    {Fn::digamma, -0.25, 0, 0x1.750282bca7d92p+1},
    {Fn::digamma, -3.75, 0, -0x1.b1406111ded57p+0},
    {Fn::besselI1e, 1e-10, 0, 0x1.b7cdfd9cbef6ap-35},
    {Fn::besselI1e, 0.5, 0, 0x1.40598cd0be9efp-3},
    {Fn::besselI1e, -3, 0, -0x1.9319e244ba85dp-3},
    {Fn::besselI1e, 7.75, 0, 0x1.16a1f58b7064ap-3},
    {Fn::besselI1e, 8.5, 0, 0x1.0b5d75d529544p-3},
    {Fn::besselI1e, -100, 0, -0x1.459587ae67a92p-5},
    {Fn::besselI1e, 1e10, 0, 0x1.0bb9c30b3a255p-18},
    {Fn::zeta, 2, 1, 0x1.a51a6625307d3p+0},
    {Fn::zeta, 1.0625, 0.5, 0x1.20cce2d7cc24ap+4},
    {Fn::zeta, 3, 20.25, 0x1.4fd02ad599986p-10},
    {Fn::zeta, 30, 1.5, 0x1.5dfaabaa0d2c2p-18},
    {Fn::zeta, 2.5, 1e10, 0x1.804ea293c2f7cp-51},
    {Fn::zeta, 1.5, 1e250, 0x1.b13ac9aaf4c0fp-415},
    {Fn::zeta, 2, -1.25, 0x1.32e8faa228ebcp+4},
    {Fn::zeta, 3, -1.25, -0x1.eee2adf961009p+5},
    {Fn::zeta, 4, -100.25, 0x1.03c1f07c3dd23p+8},
    {Fn::polygamma, 1, 0.5, 0x1.3bd3cc9be45dep+2},
    {Fn::polygamma, 2, 3.25, -0x1.06772645bdd9ap-3},
    {Fn::polygamma, 5, 40.5, 0x1.f6ec754c18d39p-23},
    {Fn::polygamma, 1, -0.75, 0x1.2f9a09ba04438p+4},
    {Fn::polygamma, 100, 1e4, -0x1.47e616860d306p-811},
    {Fn::polygamma, 200, 50, -0x1.fd66bacc8214fp+110},
};

TEST(Scalars, FunctionsThatLibrariesLackAreWithinUnitsOfTheLastPlace) {
  for (const Known &row : kKnown) {
    SCOPED_TRACE(testing::Message() << info(row.fn).name << ": " << row.x << ", " << row.y);
    const double size = std::abs(row.value), unit = std::nextafter(size, INFINITY) - size;
    // Where neither a power nor a factorial is a double, logarithms are added.
    const double units = row.fn == Fn::polygamma && row.x >= 100 ? 4096 : 3;
    EXPECT_LE(std::abs(floats(row.fn, row.x, row.y) - row.value), units * unit);
    const bool isOfFloats = static_cast<double>(static_cast<float>(row.x)) == row.x &&
                            static_cast<double>(static_cast<float>(row.y)) == row.y;
    if (isOfFloats && row.fn != Fn::erfInv)
      EXPECT_EQ(floats(row.fn, row.x, row.y, f32), static_cast<float>(row.value));
  }
}

/// As text, for all that compares unequal to itself.
std::string said(Fn fn, double x, double y, ElementType type) {
  const double value = floats(fn, x, y, type);
  if (std::isnan(value)) return "nan";
  return (std::signbit(value) ? "-" : "") +
         (std::isinf(value) ? "inf" : std::to_string(std::abs(value)).substr(0, 4));
}

TEST(Scalars, FunctionsHaveEdges) {
  struct Edge {
    Fn fn;
    double x, y;
    const char *value;
  };
  constexpr double inf = INFINITY, nan = NAN;
  for (const Edge &row : std::initializer_list<Edge>{
           {Fn::sinh, -0.0, 0, "-0.00"},      {Fn::sinh, -inf, 0, "-inf"},
           {Fn::cosh, -inf, 0, "inf"},        {Fn::asin, -0.0, 0, "-0.00"},
           {Fn::asin, 1, 0, "1.57"},          {Fn::asin, 1.5, 0, "nan"},
           {Fn::acos, 1, 0, "0.00"},          {Fn::acos, -1, 0, "3.14"},
           {Fn::acos, -inf, 0, "nan"},        {Fn::atan, -inf, 0, "-1.57"},
           {Fn::atan, -0.0, 0, "-0.00"},      {Fn::asinh, -0.0, 0, "-0.00"},
           {Fn::asinh, -inf, 0, "-inf"},      {Fn::acosh, 1, 0, "0.00"},
           {Fn::acosh, 0.5, 0, "nan"},        {Fn::acosh, -inf, 0, "nan"},
           {Fn::acosh, inf, 0, "inf"},        {Fn::atanh, -1, 0, "-inf"},
           {Fn::atanh, 2, 0, "nan"},          {Fn::atanh, inf, 0, "nan"},
           {Fn::erfc, inf, 0, "0.00"},        {Fn::erfc, -inf, 0, "2.00"},
           {Fn::erfInv, -1, 0, "-inf"},       {Fn::erfInv, 1.5, 0, "nan"},
           {Fn::erfInv, -0.0, 0, "-0.00"},    {Fn::lgamma, 0, 0, "inf"},
           {Fn::lgamma, -3, 0, "inf"},        {Fn::lgamma, -inf, 0, "inf"},
           {Fn::lgamma, inf, 0, "inf"},       {Fn::lgamma, 1, 0, "0.00"},
           {Fn::lgamma, 2, 0, "0.00"},        {Fn::digamma, -0.0, 0, "nan"},
           {Fn::digamma, -2, 0, "nan"},       {Fn::digamma, -inf, 0, "nan"},
           {Fn::digamma, inf, 0, "inf"},      {Fn::besselI1e, -inf, 0, "-0.00"},
           {Fn::besselI1e, -0.0, 0, "-0.00"}, {Fn::zeta, 1, nan, "inf"},
           {Fn::zeta, 2, 0, "inf"},           {Fn::zeta, 2, -inf, "inf"},
           {Fn::zeta, 3, -1, "nan"},          {Fn::zeta, 2.5, -0.5, "nan"},
           {Fn::zeta, 0.5, 1, "nan"},         {Fn::zeta, inf, 1, "nan"},
           {Fn::zeta, 2, inf, "nan"},         {Fn::zeta, 30, 1e-30, "inf"},
           {Fn::polygamma, 0, -2, "nan"},     {Fn::polygamma, 1, -2, "inf"},
           {Fn::polygamma, 2, -2, "nan"},     {Fn::polygamma, 1.5, 1, "nan"},
           {Fn::polygamma, -1, 1, "nan"},     {Fn::polygamma, 30, 1e30, "-0.00"},
       }) {
    SCOPED_TRACE(testing::Message() << info(row.fn).name << ": " << row.x << ", " << row.y);
    EXPECT_EQ(said(row.fn, row.x, row.y, f32), row.value);
    EXPECT_EQ(said(row.fn, row.x, row.y, f64), row.value);
    EXPECT_EQ(said(row.fn, nan, nan, f32), "nan");
  }
}

TEST(Scalars, InfinitiesAreToldFromOthers) {
  for (ElementType type : {f32, f64}) {
    EXPECT_EQ(floats(Fn::isInf, -INFINITY, 0, type), 1);
    EXPECT_EQ(floats(Fn::isInf, NAN, 0, type), 0);
    EXPECT_EQ(floats(Fn::isPosInf, -INFINITY, 0, type), 0);
    EXPECT_EQ(floats(Fn::isPosInf, INFINITY, 0, type), 1);
    EXPECT_EQ(floats(Fn::isNegInf, -INFINITY, 0, type), 1);
  }
}

TEST(Scalars, NextFloatsAreThoseOfTheLibrary) {
  for (float x : kEdges)
    for (float y : kEdges)
      for (float from : {x, -x})
        for (float to : {y, -y}) {
          const double single = std::nextafterf(from, to);
          const double real = std::nextafter(static_cast<double>(from), static_cast<double>(to));
          SCOPED_TRACE(testing::Message() << from << " to " << to);
          EXPECT_TRUE(Number::of(f64, floats(Fn::nextAfter, from, to, f32))
                          .sameBits(Number::of(f64, single)) ||
                      std::isnan(single));
          EXPECT_TRUE(
              Number::of(f64, floats(Fn::nextAfter, from, to)).sameBits(Number::of(f64, real)) ||
              std::isnan(real));
        }
}

TEST(Scalars, FewerDigitsAreRoundedToEven) {
  const auto half = [](double x, ElementType type) { // f16
    return floats(Fn::reducePrecision, x, 65504, type);
  };
  for (ElementType type : {f32, f64}) {
    EXPECT_EQ(half(1 + 0x1p-11, type), 1);
    EXPECT_EQ(half(1 + 0x3p-11, type), 1 + 0x1p-9);
    EXPECT_EQ(half(-65519, type), -65504);
    EXPECT_EQ(half(-65520, type), -INFINITY);
    EXPECT_EQ(half(0x1p-14, type), 0x1p-14);
    EXPECT_TRUE(std::signbit(half(-0x1p-15, type)));
    EXPECT_EQ(half(-0x1p-15, type), 0); // which has fewer digits in f16
    EXPECT_TRUE(std::isnan(half(NAN, type)));
    // A power of two is the largest of floats without a mantissa.
    EXPECT_EQ(floats(Fn::reducePrecision, 2.5, 0x1p127, type), 2);
    EXPECT_EQ(floats(Fn::reducePrecision, 3, 0x1p127, type), 2); // an even exponent
    EXPECT_EQ(floats(Fn::reducePrecision, 6, 0x1p127, type), 8);
  }
  // bfloat16 has the exponents of f32, and so its denormals.
  EXPECT_EQ(floats(Fn::reducePrecision, 0x1.01p-127, 0x1.fep127, f32), 0x1p-127);
  EXPECT_EQ(floats(Fn::reducePrecision, 0x1.01p-127, 0x1.fep127, f64), 0);
}

TEST(Scalars, SayWhatTheyCostAndWhatVectorsTheyTake) {
  EXPECT_EQ(info(Fn::both).cost, 0);
  EXPECT_EQ(info(Fn::add).cost, 1);
  EXPECT_EQ(info(Fn::div).cost, 4);
  EXPECT_EQ(info(Fn::exp).cost, 8);
  EXPECT_TRUE(info(Fn::add).takesVectors(i1));
  EXPECT_TRUE(info(Fn::exp).takesVectors(f32));
  EXPECT_FALSE(info(Fn::exp).takesVectors(f64));
  EXPECT_TRUE(info(Fn::sqrt).takesVectors(f64));
  EXPECT_FALSE(info(Fn::sqrt).takesVectors(i32));
  EXPECT_TRUE(info(Fn::bitXor).takesVectors(ui32));
  EXPECT_TRUE(info(Fn::shiftLeft).takesVectors(ui32));
  EXPECT_FALSE(info(Fn::bitXor).takesVectors(i1));
}

class Texts : public testing::Test {
protected:
  CppText a{"a"}, b{"b"}, c{"c"};
  CppText call(Fn fn, ElementType type, ArrayRef<CppText> args) {
    return cppCall(fn, info(fn).predicate ? i1 : type, type, args);
  }
};

TEST_F(Texts, ReadAsAPersonWouldWriteThem) {
  const CppText sum = call(Fn::add, f32, {a, b}), product = call(Fn::mul, f32, {a, b});
  EXPECT_EQ(call(Fn::add, f32, {sum, c}).text, "a + b + c");
  EXPECT_EQ(call(Fn::add, f32, {c, sum}).text, "c + (a + b)");
  EXPECT_EQ(call(Fn::mul, f32, {sum, c}).text, "(a + b) * c");
  EXPECT_EQ(call(Fn::sub, f32, {product, product}).text, "a * b - a * b");
  EXPECT_EQ(call(Fn::neg, f32, {call(Fn::neg, f32, {a})}).text, "-(-a)");
  EXPECT_EQ(call(Fn::max, f32, {sum, c}).text, "max(a + b, c)");
  EXPECT_EQ(call(Fn::div, i32, {sum, c}).text, "quotient(a + b, c)");
  const CppText less = call(Fn::lt, f32, {sum, c});
  EXPECT_EQ(less.text, "a + b < c");
  EXPECT_EQ(call(Fn::both, i1, {less, less}).text, "a + b < c && a + b < c");
  EXPECT_EQ(call(Fn::bitNot, i1, {less}).text, "!(a + b < c)");
  EXPECT_EQ(call(Fn::bitOr, i1, {call(Fn::both, i1, {a, b}), c}).text, "(a && b) || c");
  EXPECT_EQ(call(Fn::bitAnd, i32, {call(Fn::bitOr, i32, {a, b}), sum}).text, "(a | b) & (a + b)");
  EXPECT_EQ(cppCall(Fn::convert, f32, i32, {sum}).text, "float(a + b)");
  EXPECT_EQ(cppCall(Fn::convert, i32, f32, {sum}).text, "convert<int32_t>(a + b)");
  EXPECT_EQ(cppCall(Fn::bitcast, f32, i32, {a}).text, "bitcast<float>(a)");
  EXPECT_EQ(call(Fn::leTotal, f32, {a, b}).text, "totalOrder(a) <= totalOrder(b)");
  EXPECT_EQ(cppFunction(Fn::max, f32, f32), "max");
  EXPECT_EQ(cppFunction(Fn::add, f32, f32), "");
  EXPECT_EQ(cppFunction(Fn::convert, f32, i32), "");
  EXPECT_EQ(cppFunction(Fn::convert, i32, f32), "convert");
  EXPECT_EQ(cppFunction(Fn::neg, f32, f32), "");
}

TEST(Scalars, EveryFunctionHasAText) {
  for (Fn fn : scalarFunctions()) {
    int types = 0;
    for (ElementType type : elementTypes()) {
      if (!supports(fn, type)) continue;
      ++types;
      const ElementType result = info(fn).conversion ? type : resultOf(fn, type);
      EXPECT_NE(callOf(fn, result, type), nullptr) << info(fn).name;
    }
    EXPECT_GT(types, 0) << info(fn).name;
  }
}

} // namespace

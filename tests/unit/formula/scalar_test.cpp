// SPDX-License-Identifier: Apache-2.0
// The edges of the scalar functions, and how they read.
#include "frontend/ir/formula/expressions/scalars.h"
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
  for (Fn fn : {
#define SCALAR(name, ...) Fn::name,
#include "frontend/ir/formula/expressions/scalars.def"
#undef SCALAR
       }) {
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

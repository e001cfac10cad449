// SPDX-License-Identifier: Apache-2.0
// Functions of complex numbers, beside those of the C library in long doubles.
#include "runtime/device/complex_functions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <random>
#include <string>

namespace shardc::runtime {
namespace {

using Exact = std::complex<long double>;

template <typename F>
struct Case {
  const char *name;
  Complex<F> (*function)(Complex<F>);
  Exact (*exact)(Exact);
};

/// 2a + a^2 + b^2, of numbers with 53 bits.
long double squareLessOne(Exact x) {
  const auto a = static_cast<__float128>(x.real()), b = static_cast<__float128>(x.imag());
  return static_cast<long double>(2 * a + a * a + b * b);
}
Exact exactLog(Exact x) {
  const long double square = squareLessOne(x - 1.0L);
  if (!(std::abs(square) < 0.5L)) return std::log(x);
  return {0.5L * std::log1p(square), std::arg(x)};
}
Exact exactLog1p(Exact x) {
  const long double square = squareLessOne(x);
  if (!(std::abs(square) < 0.5L)) return std::log(1.0L + x);
  return {0.5L * std::log1p(square), std::arg(1.0L + x)};
}
Exact exactExpm1(Exact x) {
  const long double half = std::sin(x.imag() / 2);
  return {std::expm1(x.real()) * std::cos(x.imag()) - 2 * half * half,
          std::exp(x.real()) * std::sin(x.imag())};
}

template <typename F>
std::vector<Case<F>> cases() {
  using C = Complex<F>;
  return {
      {"abs", [](C x) { return C(size_of(x)); }, [](Exact x) { return Exact(std::abs(x)); }},
      {"acos", [](C x) { return acos(x); }, [](Exact x) { return std::acos(x); }},
      {"acosh", [](C x) { return acosh(x); }, [](Exact x) { return std::acosh(x); }},
      {"asin", [](C x) { return asin(x); }, [](Exact x) { return std::asin(x); }},
      {"asinh", [](C x) { return asinh(x); }, [](Exact x) { return std::asinh(x); }},
      {"atan", [](C x) { return atan(x); }, [](Exact x) { return std::atan(x); }},
      {"atanh", [](C x) { return atanh(x); }, [](Exact x) { return std::atanh(x); }},
      {"cosh", [](C x) { return cosh(x); }, [](Exact x) { return std::cosh(x); }},
      {"sinh", [](C x) { return sinh(x); }, [](Exact x) { return std::sinh(x); }},
      {"cos", [](C x) { return cos(x); }, [](Exact x) { return std::cos(x); }},
      {"div", [](C x) { return C(3, -7) / x; }, [](Exact x) { return Exact(3, -7) / x; }},
      {"exp", [](C x) { return exp(x); }, [](Exact x) { return std::exp(x); }},
      {"expm1", [](C x) { return expm1(x); }, exactExpm1},
      {"log", [](C x) { return log(x); }, exactLog},
      {"log1p", [](C x) { return log1p(x); }, exactLog1p},
      {"logistic", [](C x) { return logistic(x); },
       [](Exact x) { return 1.0L / (1.0L + std::exp(-x)); }},
      {"rsqrt", [](C x) { return rsqrt(x); }, [](Exact x) { return 1.0L / std::sqrt(x); }},
      {"sign", [](C x) { return sign(x); }, [](Exact x) { return x / std::abs(x); }},
      {"sin", [](C x) { return sin(x); }, [](Exact x) { return std::sin(x); }},
      {"sqrt", [](C x) { return sqrt(x); }, [](Exact x) { return std::sqrt(x); }},
      {"tan", [](C x) { return tan(x); }, [](Exact x) { return std::tan(x); }},
      {"tanh", [](C x) { return tanh(x); }, [](Exact x) { return std::tanh(x); }},
  };
}

/// Numbers of all sizes, about 1, near the unit circle, and small.
template <typename F>
Complex<F> numberOf(std::mt19937_64 &random, int kind) {
  const auto any = [&] { return std::uniform_real_distribution<double>(-1, 1)(random); };
  const double range = sizeof(F) == 4 ? 60 : 400;
  if (kind == 0)
    return Complex<F>(F(any() * std::exp2(any() * range)), F(any() * std::exp2(any() * range)));
  if (kind == 1) return Complex<F>(F(any() * 4), F(any() * 4));
  const double small = std::exp2(-std::abs(any()) * 50);
  if (kind == 3) return Complex<F>(F(any() * small), F(any() * std::exp2(-std::abs(any()) * 50)));
  const double angle = any() * 3.14159265, size = 1 + any() * small;
  return Complex<F>(F(size * std::cos(angle)), F(size * std::sin(angle)));
}

/// How far it is off, in halves of last digits of its size, or of the larger part's.
template <typename F>
double errorOf(Complex<F> got, Exact exact, bool byPart) {
  const auto in = [](long double apart, long double size) {
    const long double least = std::numeric_limits<F>::min(),
                      digit = std::numeric_limits<F>::epsilon();
    return double(std::abs(apart) / (std::max(std::abs(size), least) * digit));
  };
  const Exact apart = Exact(got.re, got.im) - exact;
  if (!byPart) return in(std::abs(apart), std::abs(exact));
  return std::max(in(apart.real(), exact.real()), in(apart.imag(), exact.imag()));
}

template <typename F>
double worstOf(const Case<F> &each, bool byPart) {
  std::mt19937_64 random(1);
  double worst = 0;
  for (int n = 0; n < 40000; ++n) {
    const Complex<F> x = numberOf<F>(random, n % 4);
    const Exact exact = each.exact(Exact(x.re, x.im));
    const auto isIn = [](long double part) {
      return std::abs(part) < std::numeric_limits<F>::max();
    };
    if (!isIn(exact.real()) || !isIn(exact.imag())) continue;
    const double error = errorOf(each.function(x), exact, byPart);
    EXPECT_FALSE(std::isnan(error)) << each.name << " of " << x.re << ", " << x.im;
    worst = std::max(worst, error);
  }
  return worst;
}

TEST(ComplexNumbers, OfFloatsAreExactToTheLastDigitInBothParts) {
  for (const Case<float> &each : cases<float>())
    EXPECT_LE(worstOf(each, /*byPart=*/true), 1) << each.name;
}

TEST(ComplexNumbers, OfDoublesAreExactToAFewDigitsOfTheirSize) {
  // 1 + e^-x is a difference near the poles of the logistic function.
  for (const Case<double> &each : cases<double>())
    EXPECT_LE(worstOf(each, /*byPart=*/false), std::string(each.name) == "logistic" ? 200 : 4)
        << each.name;
}

TEST(ComplexNumbers, PowersLoseWhatTheirLogarithmHas) {
  std::mt19937_64 random(1);
  for (int n = 0; n < 20000; ++n) {
    const c128 x = numberOf<double>(random, 1), y = numberOf<double>(random, 1);
    const Exact exact = std::pow(Exact(x.re, x.im), Exact(y.re, y.im));
    const double size = double(std::abs(Exact(y.re, y.im) * std::log(Exact(x.re, x.im))));
    EXPECT_LE(errorOf(pow(x, y), exact, /*byPart=*/false), 4 + 2 * size);
    const c64 rounded = pow(c64(x), c64(y));
    const Exact narrow = std::pow(Exact(float(x.re), float(x.im)), Exact(float(y.re), float(y.im)));
    EXPECT_LE(errorOf(rounded, narrow, /*byPart=*/true), 1);
  }
}

/// Signs of NaN say nothing, nor do those of what is infinite in one part and NaN in the other.
bool areAlike(c128 x, std::complex<double> y) {
  const auto same = [](double a, double b) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    if (a == b) return std::signbit(a) == std::signbit(b);
    return std::isfinite(a) && std::abs(a - b) <= 1e-14 * std::abs(b);
  };
  const bool isHalf = std::isnan(x.re) != std::isnan(x.im);
  if (isHalf)
    return same(std::abs(x.re), std::abs(y.real())) && same(std::abs(x.im), std::abs(y.imag()));
  return same(x.re, y.real()) && same(x.im, y.imag());
}

TEST(ComplexNumbers, HaveTheEdgesOfAnnexG) {
  using Of = std::complex<double>;
  struct Edge {
    const char *name;
    c128 (*function)(c128);
    Of (*exact)(const Of &);
  };
  const Edge edges[] = {
      {"acos", acos, std::acos},    {"acosh", acosh, std::acosh}, {"asin", asin, std::asin},
      {"asinh", asinh, std::asinh}, {"atan", atan, std::atan},    {"atanh", atanh, std::atanh},
      {"cosh", cosh, std::cosh},    {"sinh", sinh, std::sinh},    {"cos", cos, std::cos},
      {"exp", exp, std::exp},       {"log", log, std::log},       {"sin", sin, std::sin},
      {"sqrt", sqrt, std::sqrt},    {"tan", tan, std::tan},       {"tanh", tanh, std::tanh}};
  const double inf = INFINITY, ends[] = {0, -0.0, 1, -1, inf, -inf, NAN, 0.5, -3, 1e300};
  for (const Edge &each : edges)
    for (double re : ends)
      for (double im : ends)
        // Of what has any sign annex G says nothing.
        if (!(each.function == static_cast<c128 (*)(c128)>(exp) && re == -inf &&
              !std::isfinite(im)))
          EXPECT_TRUE(areAlike(each.function(c128(re, im)), each.exact(Of(re, im))))
              << each.name << " of " << re << ", " << im << " is " << each.function(c128(re, im)).re
              << ", " << each.function(c128(re, im)).im;
}

TEST(ComplexNumbers, AreDividedByZeroAndInfinity) {
  const double inf = INFINITY;
  EXPECT_EQ((c128(1, 1) / c128(0, 0)).re, inf);
  EXPECT_EQ((c128(1, 1) / c128(inf, inf)), c128(0, 0));
  EXPECT_TRUE(std::isnan((c128(0, 0) / c128(0, 0)).re));
  EXPECT_EQ(c128(1e308, 1e308) / c128(1e308, 1e308), c128(1, 0));
  EXPECT_EQ(c128(5e-324, 0) / c128(5e-324, 0), c128(1, 0));
  EXPECT_EQ(c64(0, 1e38f) / c64(0, 1e38f), c64(1, 0));
}

TEST(ComplexNumbers, OfFloatsHaveTheirSizeAsDoubles) {
  std::mt19937 random(1);
  const float special[] = {0, -0.0f, INFINITY, -INFINITY, NAN, 1e-45f, 3.4e38f, 1};
  const auto part = [&] {
    return random() % 4 == 0 ? special[random() % 8] : bitcast<float>(uint32_t(random()));
  };
  for (int sample = 0; sample < 200'000; ++sample) {
    const Complex<float> x(part(), part());
    const auto expected = float(size_of_complex(Doubles2(x)));
    ASSERT_EQ(bitcast<uint32_t>(size_of(x)), bitcast<uint32_t>(expected)) << x.re << " " << x.im;
  }
}

TEST(ComplexNumbers, HaveADirectionWhateverTheirSize) {
  for (double size : {5e-324, 1e-310, 1.0, 1.7e308}) {
    EXPECT_NEAR(sign(c128(size, size)).re, std::sqrt(0.5), 1e-15) << size;
    EXPECT_NEAR(sign(c128(-size, size)).im, std::sqrt(0.5), 1e-15) << size;
  }
  EXPECT_EQ(sign(c128(0, -0.0)), c128(0, -0.0));
  EXPECT_EQ(sign(c128(3, -INFINITY)).re, 0);
}

} // namespace
} // namespace shardc::runtime

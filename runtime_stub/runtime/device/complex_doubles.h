// SPDX-License-Identifier: Apache-2.0
// Complex numbers of doubles: sizes, quotients, exponentials, logarithms and roots, of which the
// other functions are made.
#pragma once

#include "runtime/complex.h"
#include "runtime/device/scalar.h"

#include <cmath>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

using Doubles2 = Complex<double>;

SHARDC_HD inline bool isInfinite(double x) { return std::fabs(x) == double(INFINITY); }
SHARDC_HD inline bool isInfinite(Doubles2 x) { return isInfinite(x.re) || isInfinite(x.im); }

/// 2^n for n of a double that is not denormal.
SHARDC_HD inline double double_scale(int64_t n) { return bitcast<double>((n + 1023) << 52); }

/// x * 2^n is between 1 and 2, for an x that is neither 0 nor infinite nor denormal; of denormals
/// as for the least that is none.
SHARDC_HD inline int64_t exponent_of(double x) {
  const int64_t bits = (bitcast<int64_t>(x) >> 52) & 0x7ff;
  return (bits < 2 ? 2 : bits) - 1023;
}

/// x * 2^-n, in two steps, as 2^-n alone may be out of range.
SHARDC_HD inline Doubles2 scaled_down(Doubles2 x, int64_t n) {
  const int64_t half = n / 2;
  const double down = double_scale(-half), rest = double_scale(half - n);
  return Doubles2(x.re * down * rest, x.im * down * rest);
}

/// The root of the sum of squares, which is in range where it is itself.
SHARDC_HD inline double size_of_complex(Doubles2 x) {
  if (isInfinite(x)) return double(INFINITY);
  const double a = std::fabs(x.re), b = std::fabs(x.im), most = a < b ? b : a;
  if (a != a || b != b) return a + b;
  if (most == 0) return 0;
  const int64_t n = exponent_of(most), half = n / 2;
  const Doubles2 near = scaled_down(x, n);
  const double high = near.re * near.re, low = std::fma(near.re, near.re, -high);
  const double size = std::sqrt(high + std::fma(near.im, near.im, low));
  return size * double_scale(half) * double_scale(n - half);
}

/// log |x|. Near 1 the square less 1 is taken exactly, so that little is lost.
SHARDC_HD inline double log_of_size(Doubles2 x) {
  const double a = std::fabs(x.re), b = std::fabs(x.im);
  const double most = a < b ? b : a, least = a < b ? a : b;
  if (!(most > 0.5 && most < 1.5)) {
    if (most == 0 || isInfinite(x) || most != most || least != least)
      return std::log(size_of_complex(x));
    const int64_t n = exponent_of(most);
    return std::log(size_of_complex(scaled_down(x, n))) + double(n) * 0x1.62e42fefa39efp-1;
  }
  const double high = most * most, highRest = std::fma(most, most, -high);
  const double low = least * least, lowRest = std::fma(least, least, -low);
  // Which of the two is exact depends on where they are.
  const bool areHalves = low >= 0.25 && high <= 1;
  const double apart = areHalves ? (high - 0.5) + (low - 0.5) : (high - 1) + low;
  return 0.5 * std::log1p(apart + (highRest + lowRest));
}

/// x / y, both by the power of two that brings y to 1, so that no square is out of range.
SHARDC_HD inline Doubles2 quotient_of_complex(Doubles2 x, Doubles2 y) {
  const double most = max(std::fabs(y.re), std::fabs(y.im));
  const bool isOut = most == 0 || !isFinite(most);
  const int64_t n = isOut ? 0 : exponent_of(most);
  const Doubles2 above = scaled_down(x, n), below = scaled_down(y, n);
  const double a = above.re, b = above.im, c = below.re, d = below.im;
  const double size = c * c + d * d;
  const double re = (a * c + b * d) / size, im = (b * c - a * d) / size;
  if (re == re || im == im) return Doubles2(re, im);
  const auto oneWhere = [](double part) {
    return std::copysign(isInfinite(part) ? 1.0 : 0.0, part);
  };
  const double inf = double(INFINITY);
  if (size == 0 && (x.re == x.re || x.im == x.im)) {
    const double large = std::copysign(inf, y.re);
    return Doubles2(large * x.re, large * x.im);
  }
  if (isInfinite(x) && isFinite(y.re) && isFinite(y.im)) {
    const double p = oneWhere(x.re), q = oneWhere(x.im);
    return Doubles2(inf * (p * c + q * d), inf * (q * c - p * d));
  }
  if (isInfinite(y) && isFinite(x.re) && isFinite(x.im)) {
    const double p = oneWhere(y.re), q = oneWhere(y.im);
    return Doubles2(0.0 * (x.re * p + x.im * q), 0.0 * (x.im * p - x.re * q));
  }
  return Doubles2(re, im);
}

/// size * (cos angle, sin angle), where the size is e^x, which alone may be out of range.
SHARDC_HD inline Doubles2 exp_of_complex(Doubles2 x) {
  if (x.im == 0) return Doubles2(std::exp(x.re), x.im);
  if (isInfinite(x.re) && !isFinite(x.im))
    return x.re < 0 ? Doubles2(0.0, 0.0) : Doubles2(x.re, double(NAN));
  const double cosine = std::cos(x.im), sine = std::sin(x.im);
  if (x.re > 709.0 && x.re < 1500.0) {
    const double root = std::exp(x.re / 2);
    return Doubles2(root * cosine * root, root * sine * root);
  }
  const double size = std::exp(x.re);
  return Doubles2(size * cosine, size * sine);
}

/// e^x - 1: (e^a - 1) cos b - 2 sin^2(b / 2) loses nothing where x is small.
SHARDC_HD inline Doubles2 expm1_of_complex(Doubles2 x) {
  if (x.im == 0) return Doubles2(std::expm1(x.re), x.im);
  if (!isFinite(x.im) || !(std::fabs(x.re) < 700.0)) {
    const Doubles2 large = exp_of_complex(x);
    return Doubles2(large.re - 1, large.im);
  }
  const double half = std::sin(x.im / 2);
  return Doubles2(std::fma(std::expm1(x.re), std::cos(x.im), -2 * half * half),
                  std::exp(x.re) * std::sin(x.im));
}

SHARDC_HD inline Doubles2 log_of_complex(Doubles2 x) {
  return Doubles2(log_of_size(x), std::atan2(x.im, x.re));
}

/// log(1 + x). Of the square of |1 + x| the 1 is left out: a (2 + a) + b^2.
SHARDC_HD inline Doubles2 log1p_of_complex(Doubles2 x) {
  const double angle = std::atan2(x.im, 1 + x.re);
  if (!(std::fabs(x.re) < 0.5 && std::fabs(x.im) < 1))
    return Doubles2(log_of_size(Doubles2(1 + x.re, x.im)), angle);
  const double twice = 2 * x.re;
  const double a = x.re * x.re, aRest = std::fma(x.re, x.re, -a);
  const double b = x.im * x.im, bRest = std::fma(x.im, x.im, -b);
  // The two large ones may all but cancel: their sum is kept in two parts.
  const double sum = twice + b, part = sum - twice;
  const double rest = (twice - (sum - part)) + (b - part);
  return Doubles2(0.5 * std::log1p(sum + (a + (rest + (aRest + bRest)))), angle);
}

SHARDC_HD inline Doubles2 sqrt_of_complex(Doubles2 x) {
  if (x.re == 0 && x.im == 0) return Doubles2(0.0, x.im);
  if (isInfinite(x.im)) return Doubles2(double(INFINITY), x.im);
  if (isInfinite(x.re)) {
    const double other = x.im != x.im ? x.im : 0.0;
    if (x.re > 0) return Doubles2(x.re, x.im != x.im ? x.im : std::copysign(0.0, x.im));
    return Doubles2(std::fabs(other), std::copysign(double(INFINITY), x.im));
  }
  // By a power of four into the middle of the range, where neither a sum nor a part gets lost.
  const double most = max(std::fabs(x.re), std::fabs(x.im));
  if (most != most) return Doubles2(most, most);
  const int64_t n = exponent_of(most) / 2;
  const double down = double_scale(-n);
  const double a = x.re * down * down, b = x.im * down * down, up = double_scale(n);
  const double root = std::sqrt((std::fabs(a) + size_of_complex(Doubles2(a, b))) / 2);
  const double other = b / (2 * root);
  if (a >= 0) return Doubles2(root * up, other * up);
  return Doubles2(std::fabs(other) * up, std::copysign(root * up, b));
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

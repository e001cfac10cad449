// SPDX-License-Identifier: Apache-2.0
// Functions of complex numbers. Those of pairs of floats are computed in doubles and rounded: no
// square of a float is out of their range, so that only pairs of doubles need care at the ends.
// What they give for infinities, zeros and NaN is what C's annex G says, unless a comment says
// otherwise. Branch cuts are C's too: along the negative real axis, and continuous from the side
// that the sign of a zero is on.
#pragma once

#include "runtime/complex.h"
#include "runtime/device/angles.h"
#include "runtime/device/exponentials.h"
#include "runtime/device/hyperbolics.h"
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

// In doubles.

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

/// 1 / sqrt x
SHARDC_HD inline Doubles2 rsqrt_of_complex(Doubles2 x) {
  if (x.re == 0 && x.im == 0) return Doubles2(double(INFINITY), double(NAN));
  return quotient_of_complex(Doubles2(1.0, 0.0), sqrt_of_complex(x));
}

/// Kahan's: with t = tan b and s = sinh a it is (c s (1 + t^2) + i t) / (1 + s^2 (1 + t^2)).
SHARDC_HD inline Doubles2 tanh_of_complex(Doubles2 x) {
  if (x.im == 0) return Doubles2(std::tanh(x.re), x.im);
  if (!isFinite(x.im) && isFinite(x.re))
    return Doubles2(x.re == 0 ? x.re : double(NAN), double(NAN));
  if (std::fabs(x.re) > 22.0) { // tanh a is 1
    const double one = std::copysign(1.0, x.re);
    if (!isFinite(x.im)) return Doubles2(one, std::copysign(0.0, x.im == x.im ? x.im : 0.0));
    const double small = std::exp(-std::fabs(x.re));
    return Doubles2(one, 4 * std::sin(x.im) * std::cos(x.im) * small * small);
  }
  const double t = std::tan(x.im), s = std::sinh(x.re);
  const double beta = 1 + t * t, rho = std::sqrt(1 + s * s), size = 1 + beta * s * s;
  return Doubles2(beta * rho * s / size, t / size);
}

/// A zero stays one beside what is infinite, with the sign of the product.
SHARDC_HD inline double timesFinite(double zero, double large) {
  return std::signbit(large) ? -zero : zero;
}

/// cosh x and sinh x, both divided by e^|x| where that is out of range; then twice `root`.
struct LargeHalves {
  double cosh, sinh, root; // the values are cosh * root * root
};
SHARDC_HD inline LargeHalves large_halves_of(double x) {
  const double size = std::fabs(x);
  if (!(size > 709.0 && size < 1500.0)) return {std::cosh(x), std::sinh(x), 1.0};
  return {0.5, std::copysign(0.5, x), std::exp(size / 2)};
}

/// sin(a + ib) = sin a cosh b + i cos a sinh b
SHARDC_HD inline Doubles2 sin_of_complex(Doubles2 x) {
  const LargeHalves of = large_halves_of(x.im);
  if (x.im == 0) return Doubles2(std::sin(x.re), timesFinite(x.im, std::cos(x.re)));
  if (isInfinite(x.im) && !isFinite(x.re)) return Doubles2(double(NAN), x.im);
  if (x.re == 0) return Doubles2(x.re, of.sinh * of.root * of.root);
  return Doubles2(std::sin(x.re) * of.cosh * of.root * of.root,
                  std::cos(x.re) * of.sinh * of.root * of.root);
}

/// cos(a + ib) = cos a cosh b - i sin a sinh b
SHARDC_HD inline Doubles2 cos_of_complex(Doubles2 x) {
  const LargeHalves of = large_halves_of(x.im);
  if (x.im == 0) return Doubles2(std::cos(x.re), timesFinite(-x.im, std::sin(x.re)));
  if (isInfinite(x.im) && !isFinite(x.re)) return Doubles2(double(INFINITY), double(NAN));
  if (x.re == 0) return Doubles2(of.cosh * of.root * of.root, timesFinite(-x.re, of.sinh));
  return Doubles2(std::cos(x.re) * of.cosh * of.root * of.root,
                  -std::sin(x.re) * of.sinh * of.root * of.root);
}

/// tan x = -i tanh(i x)
SHARDC_HD inline Doubles2 tan_of_complex(Doubles2 x) {
  const Doubles2 turned = tanh_of_complex(Doubles2(-x.im, x.re));
  return Doubles2(turned.im, -turned.re);
}

/// e^(y log x). Anything to the 0 is 1; 0 to what has a positive real part is 0.
SHARDC_HD inline Doubles2 pow_of_complex(Doubles2 x, Doubles2 y) {
  if (y.re == 0 && y.im == 0) return Doubles2(1.0, 0.0);
  if (x.re == 0 && x.im == 0 && y.re > 0) return Doubles2(0.0, 0.0);
  if (y.re == 1 && y.im == 0) return x;
  return exp_of_complex(y * log_of_complex(x));
}

/// 1 / (1 + e^-x), or e^x / (e^x + 1), so that no e^x is out of range where the result is not.
SHARDC_HD inline Doubles2 logistic_of_complex(Doubles2 x) {
  const Doubles2 one(1.0, 0.0), power = exp_of_complex(x.re < 0 ? x : -x);
  return quotient_of_complex(x.re < 0 ? power : one, one + power);
}

/// x / |x|; 0 where x is, NaN where a part is. Sizes are taken near 1, where they are exact.
SHARDC_HD inline Doubles2 sign_of_complex(Doubles2 x) {
  if (x.re == 0 && x.im == 0) return x;
  if (x.re != x.re || x.im != x.im) return Doubles2(double(NAN), double(NAN));
  const double most = max(std::fabs(x.re), std::fabs(x.im));
  if (isInfinite(most)) return Doubles2(x.re / most, x.im / most);
  const Doubles2 near = scaled_down(x, exponent_of(most));
  const double size = size_of_complex(near);
  return Doubles2(near.re / size, near.im / size);
}

// Of either type.

#define SHARDC_OF_COMPLEX_1(function, of)                                                          \
  template <typename F>                                                                            \
  SHARDC_HD inline Complex<F> function(Complex<F> x) {                                             \
    return Complex<F>(of(Doubles2(x)));                                                            \
  }
#define SHARDC_OF_COMPLEX_2(function, of)                                                          \
  template <typename F>                                                                            \
  SHARDC_HD inline Complex<F> function(Complex<F> x, Complex<F> y) {                               \
    return Complex<F>(of(Doubles2(x), Doubles2(y)));                                               \
  }
SHARDC_OF_COMPLEX_1(cos, cos_of_complex)
SHARDC_OF_COMPLEX_1(exp, exp_of_complex)
SHARDC_OF_COMPLEX_1(expm1, expm1_of_complex)
SHARDC_OF_COMPLEX_1(log, log_of_complex)
SHARDC_OF_COMPLEX_1(log1p, log1p_of_complex)
SHARDC_OF_COMPLEX_1(logistic, logistic_of_complex)
SHARDC_OF_COMPLEX_1(rsqrt, rsqrt_of_complex)
SHARDC_OF_COMPLEX_1(sign, sign_of_complex)
SHARDC_OF_COMPLEX_1(sin, sin_of_complex)
SHARDC_OF_COMPLEX_1(sqrt, sqrt_of_complex)
SHARDC_OF_COMPLEX_1(tan, tan_of_complex)
SHARDC_OF_COMPLEX_1(tanh, tanh_of_complex)
SHARDC_OF_COMPLEX_2(operator/, quotient_of_complex)
SHARDC_OF_COMPLEX_2(pow, pow_of_complex)
#undef SHARDC_OF_COMPLEX_1
#undef SHARDC_OF_COMPLEX_2

/// |x|; infinite where a part is, NaN in the other part or not.
template <typename F>
SHARDC_HD inline F size_of(Complex<F> x) {
  return F(size_of_complex(Doubles2(x)));
}
template <typename F>
SHARDC_HD inline F real(Complex<F> x) {
  return x.re;
}
template <typename F>
SHARDC_HD inline F imag(Complex<F> x) {
  return x.im;
}
template <typename F>
SHARDC_HD inline Complex<F> conj(Complex<F> x) {
  return Complex<F>(x.re, -x.im);
}
template <typename F>
SHARDC_HD inline Complex<F> complex(F real, F imaginary) {
  return Complex<F>(real, imaginary);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

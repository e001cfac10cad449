// SPDX-License-Identifier: Apache-2.0
// Functions of complex numbers. Those of pairs of floats are computed in doubles and rounded: no
// square of a float is out of their range, so that only pairs of doubles need care at the ends.
// What they give for infinities, zeros and NaN is what C's annex G says, unless a comment says
// otherwise. Branch cuts are C's too: along the negative real axis, and continuous from the side
// that the sign of a zero is on.
#pragma once

#include "runtime/complex.h"
#include "runtime/device/angles.h"
#include "runtime/device/complex_arcs.h"
#include "runtime/device/complex_doubles.h"
#include "runtime/device/exponentials.h"
#include "runtime/device/hyperbolics.h"
#include "runtime/device/scalar.h"

#include <cmath>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

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

/// sinh x = -i sin(i x), cosh x = cos(i x)
SHARDC_HD inline Doubles2 sinh_of_complex(Doubles2 x) {
  const Doubles2 turned = sin_of_complex(Doubles2(-x.im, x.re));
  return Doubles2(turned.im, -turned.re);
}
SHARDC_HD inline Doubles2 cosh_of_complex(Doubles2 x) {
  return cos_of_complex(Doubles2(-x.im, x.re));
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
SHARDC_OF_COMPLEX_1(acos, acos_of_complex)
SHARDC_OF_COMPLEX_1(acosh, acosh_of_complex)
SHARDC_OF_COMPLEX_1(asin, asin_of_complex)
SHARDC_OF_COMPLEX_1(asinh, asinh_of_complex)
SHARDC_OF_COMPLEX_1(atan, atan_of_complex)
SHARDC_OF_COMPLEX_1(atanh, atanh_of_complex)
SHARDC_OF_COMPLEX_1(cos, cos_of_complex)
SHARDC_OF_COMPLEX_1(cosh, cosh_of_complex)
SHARDC_OF_COMPLEX_1(exp, exp_of_complex)
SHARDC_OF_COMPLEX_1(expm1, expm1_of_complex)
SHARDC_OF_COMPLEX_1(log, log_of_complex)
SHARDC_OF_COMPLEX_1(log1p, log1p_of_complex)
SHARDC_OF_COMPLEX_1(logistic, logistic_of_complex)
SHARDC_OF_COMPLEX_1(rsqrt, rsqrt_of_complex)
SHARDC_OF_COMPLEX_1(sign, sign_of_complex)
SHARDC_OF_COMPLEX_1(sin, sin_of_complex)
SHARDC_OF_COMPLEX_1(sinh, sinh_of_complex)
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
  if constexpr (sizeof(F) == 8) return size_of_complex(Doubles2(x));
  // The squares of floats are exact in double, and in range: the same bits.
  const Doubles2 wide(x);
  if (isInfinite(wide)) return F(INFINITY);
  const double a = std::fabs(wide.re), b = std::fabs(wide.im);
  return F(a != a || b != b ? a + b : std::sqrt(a * a + b * b));
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

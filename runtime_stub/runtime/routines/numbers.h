// SPDX-License-Identifier: Apache-2.0
// What routines of linear algebra ask of a number, real or complex. Nothing but +, -, *, / and
// sqrt is computed, each rounded once, so that CPUs and GPUs get the same bits.
#pragma once

#include "runtime/complex.h"

#include <cmath>
#include <cstdint>

// Of functions that kernels on GPUs call, as they are long and stand in many places.
#ifdef __CUDACC__
#define SHARDC_CALLED SHARDC_HD __noinline__
#else
#define SHARDC_CALLED
#endif

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

template <typename T>
SHARDC_HD T conjugate(T x) {
  return x;
}
template <typename F>
SHARDC_HD Complex<F> conjugate(Complex<F> x) {
  return Complex<F>(x.re, -x.im);
}

template <typename T>
SHARDC_HD PartOf<T> real_of(T x) {
  if constexpr (isComplex<T>)
    return x.re;
  else
    return x;
}
template <typename T>
SHARDC_HD PartOf<T> imaginary_of(T x) {
  if constexpr (isComplex<T>)
    return x.im;
  else
    return 0;
}

template <typename T>
SHARDC_HD T scaled(T x, PartOf<T> by) {
  if constexpr (isComplex<T>)
    return T(x.re * by, x.im * by);
  else
    return x * by;
}

/// The larger part's size; NaN where one is.
template <typename T>
SHARDC_HD PartOf<T> largest_part(T x) {
  const PartOf<T> re = std::fabs(real_of(x)), im = std::fabs(imaginary_of(x));
  return re > im || re != re ? re : im;
}

/// 1 / x of a number that is neither tiny nor huge.
template <typename T>
SHARDC_HD T inverse(T x) {
  if constexpr (isComplex<T>)
    return scaled(conjugate(x), 1 / (x.re * x.re + x.im * x.im));
  else
    return 1 / x;
}

/// x / y wherever that is a number.
template <typename F>
SHARDC_HD F ratio(F x, F y) {
  return x / y;
}
template <typename F>
SHARDC_HD Complex<F> ratio(Complex<F> x, Complex<F> y) {
  const F re = std::fabs(y.re), im = std::fabs(y.im);
  if (re >= im) {
    const F part = y.im / y.re, size = y.re + y.im * part;
    return Complex<F>((x.re + x.im * part) / size, (x.im - x.re * part) / size);
  }
  const F part = y.re / y.im, size = y.im + y.re * part;
  return Complex<F>((x.re * part + x.im) / size, (x.im * part - x.re) / size);
}

/// The distance from 1 to the next float.
template <typename F>
constexpr F kRounding = sizeof(F) == 4 ? F(0x1p-23) : F(0x1p-52);
/// The least float of full precision.
template <typename F>
constexpr F kLeastNormal = sizeof(F) == 4 ? F(0x1p-126) : F(0x1p-1022);

/// sqrt(x^2 + y^2) wherever that is a float.
template <typename F>
SHARDC_HD F hypotenuse(F x, F y) {
  x = std::fabs(x);
  y = std::fabs(y);
  const F large = x > y ? x : y, small = x > y ? y : x;
  if (large == 0) return 0;
  const F part = small / large;
  return large * std::sqrt(1 + part * part);
}

template <typename F>
SHARDC_HD F with_sign_of(F size, F sign) {
  return std::signbit(sign) ? -std::fabs(size) : std::fabs(size);
}

/// The rotation that turns (x, y) to (length, 0): cosine * x + sine * y = length.
template <typename F>
struct Rotation {
  F cosine, sine, length;

  SHARDC_HD Rotation(F x, F y) : cosine(1), sine(0), length(hypotenuse(x, y)) {
    if (length == 0) return;
    cosine = x / length;
    sine = y / length;
  }
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

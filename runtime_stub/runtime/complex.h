// SPDX-License-Identifier: Apache-2.0
// Complex numbers, in memory a real and an imaginary part. std::complex is none of device code's,
// and its product looks for infinities; this one is the formula of the book, whose bits are the
// same wherever it is computed. Functions are in runtime/device/complex_functions.h.
#pragma once

#include "runtime/namespace.h"

#include <type_traits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

template <typename F>
struct alignas(2 * sizeof(F)) Complex {
  F re, im;

  Complex() = default;
  SHARDC_HD explicit constexpr Complex(F real, F imaginary = F(0)) : re(real), im(imaginary) {}
  template <typename G>
  SHARDC_HD explicit constexpr Complex(Complex<G> x) : re(F(x.re)), im(F(x.im)) {}
};

using c64 = Complex<float>;
using c128 = Complex<double>;

template <typename T>
constexpr bool isComplex = false;
template <typename F>
constexpr bool isComplex<Complex<F>> = true;

/// The floats that a complex number has two of; of any other type the type itself.
template <typename T>
struct PartOfType {
  using Type = T;
};
template <typename F>
struct PartOfType<Complex<F>> {
  using Type = F;
};
template <typename T>
using PartOf = typename PartOfType<T>::Type;

template <typename F>
SHARDC_HD constexpr Complex<F> operator+(Complex<F> x, Complex<F> y) {
  return Complex<F>(x.re + y.re, x.im + y.im);
}
template <typename F>
SHARDC_HD constexpr Complex<F> operator-(Complex<F> x, Complex<F> y) {
  return Complex<F>(x.re - y.re, x.im - y.im);
}
template <typename F>
SHARDC_HD constexpr Complex<F> operator-(Complex<F> x) {
  return Complex<F>(-x.re, -x.im);
}
/// Each product and each sum is rounded.
template <typename F>
SHARDC_HD constexpr Complex<F> operator*(Complex<F> x, Complex<F> y) {
  return Complex<F>(x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re);
}
template <typename F>
SHARDC_HD constexpr Complex<F> &operator+=(Complex<F> &x, Complex<F> y) {
  return x = x + y;
}
template <typename F>
SHARDC_HD constexpr Complex<F> &operator*=(Complex<F> &x, Complex<F> y) {
  return x = x * y;
}
template <typename F>
SHARDC_HD constexpr bool operator==(Complex<F> x, Complex<F> y) {
  return x.re == y.re && x.im == y.im;
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

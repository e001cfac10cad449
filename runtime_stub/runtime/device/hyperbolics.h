// SPDX-License-Identifier: Apache-2.0
// Hyperbolic functions and their inverses; of 32-bit floats as in exponentials.h.
#pragma once

#include "runtime/device/exponentials.h"
#include "runtime/device/narrow_functions.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// e^t / 2 and e^-t / 2.
template <typename F>
struct Halves {
  F rising, falling;
};
/// For t >= 0. Twice the rising one may be out of range where it is not.
template <typename F>
SHARDC_INLINE Halves<F> halves_of(F t) {
  const Exponential<F> e = exponential_of<F>(t > 89.5f ? 89.5f : t);
  const F rising = (1.0f + e.rest) * power_of_two(e.power - 2) * 2.0f;
  return {rising, 0.25f / rising};
}

template <typename F>
SHARDC_INLINE F sinh_of_float(F x) {
  const F t = magnitude(x), s = x * x;
  const F p = polynomial(s, 0x1.7a2692p-19f, 0x1.9ffe12p-13f, 0x1.111136p-7f, 0x1.555556p-3f);
  const Halves<F> e = halves_of(t);
  return with_sign<F>(t < 1.0f ? fma(p * s, t, t) : e.rising - e.falling, x);
}
template <typename F>
SHARDC_INLINE F cosh_of_float(F x) {
  const Halves<F> e = halves_of(magnitude(x));
  return e.rising + e.falling;
}

/// log(1 + near), or log(2 far) where that is large and 1 beside it is nothing.
template <typename F>
SHARDC_INLINE F log_of_sum(F near, F far) {
  const auto isFar = far > 0x1p28f;
  const F log = log1p_of_float<F>(isFar ? far : near);
  return isFar ? log + 0x1.62e43p-1f : log;
}

template <typename F>
SHARDC_INLINE F asinh_of_float(F x) {
  // t + sqrt(t^2 + 1) is 1 + t + t^2 / (1 + sqrt(t^2 + 1)).
  const F t = magnitude(x), s = t * t;
  return with_sign(log_of_sum<F>(t + s / (1.0f + root_of(s + 1.0f)), t), x);
}
template <typename F>
SHARDC_INLINE F acosh_of_float(F x) {
  const F above = x - 1.0f;
  const F inside = log_of_sum<F>(above + root_of(above * (above + 2.0f)), x);
  return x < 1.0f ? bitcast<float>(0x7fc00000) : inside;
}
template <typename F>
SHARDC_INLINE F atanh_of_float(F x) {
  const F t = magnitude(x);
  return with_sign(0.5f * log1p_of_float<F>(2.0f * t / (1.0f - t)), x);
}

template <typename T>
SHARDC_INLINE T sinh(T x) {
  if constexpr (isOfFloats<T>)
    return sinh_of_float(x);
  else
    return std::sinh(x);
}
template <typename T>
SHARDC_INLINE T cosh(T x) {
  if constexpr (isOfFloats<T>)
    return cosh_of_float(x);
  else
    return std::cosh(x);
}
template <typename T>
SHARDC_INLINE T asinh(T x) {
  if constexpr (isOfFloats<T>)
    return asinh_of_float(x);
  else
    return std::asinh(x);
}
template <typename T>
SHARDC_INLINE T acosh(T x) {
  if constexpr (isOfFloats<T>)
    return acosh_of_float(x);
  else
    return std::acosh(x);
}
template <typename T>
SHARDC_INLINE T atanh(T x) {
  if constexpr (isOfFloats<T>)
    return atanh_of_float(x);
  else
    return std::atanh(x);
}

SHARDC_ROUNDED_1(sinh)
SHARDC_ROUNDED_1(cosh)
SHARDC_ROUNDED_1(asinh)
SHARDC_ROUNDED_1(acosh)
SHARDC_ROUNDED_1(atanh)

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
// Exponentials, logarithms and what is made of them. Those of 32-bit floats are written here, for
// CPUs and GPUs alike: of one (F is float) or of a vector of them. They have no branches, tables or
// calls, and every step is one that IEEE 754 defines, so they are the same bits on every machine,
// and in every place of a vector. Coefficients are minimax fits, rounded to floats; how far results
// are off is in docs/numerics.md.
#pragma once

#include "runtime/device/fma.h"
#include "runtime/device/narrow_functions.h"
#include "runtime/device/square_root.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// |x|
template <typename F>
SHARDC_INLINE F magnitude(F x) {
  if constexpr (isVector<F>)
    return bitcast<F>(bitcast<Beside<uint32_t, F>>(x) & 0x7fffffffu);
  else
    return std::fabs(x);
}
/// |x| with the sign of y.
template <typename F>
SHARDC_INLINE F with_sign(F x, F y) {
  using Bits = Beside<uint32_t, F>;
  if constexpr (isVector<F>)
    return bitcast<F>((bitcast<Bits>(x) & 0x7fffffffu) | (bitcast<Bits>(y) & 0x80000000u));
  else
    return std::copysign(x, y);
}
/// Whether the sign is set, of zeros and NaN, too.
template <typename F>
SHARDC_INLINE auto has_sign(F x) {
  return bitcast<Beside<int32_t, F>>(x) < 0;
}

/// The nearest whole number; halves to the even one.
template <typename F>
SHARDC_INLINE F whole_of(F x) {
  if constexpr (!isVector<F>) {
    return std::rint(x);
  } else {
    const F size = magnitude(x);
    const F near = (size + 0x1p23f) - 0x1p23f; // beside it there is no room for a fraction
    return size < 0x1p23f ? with_sign(near, x) : x;
  }
}

/// high + low: `high` is the float next to the sum.
template <typename F>
struct Pair {
  F high, low;
};

/// x + y. Where x is 0 or |x| >= |y|.
template <typename X, typename Y>
SHARDC_INLINE auto sum_of(X x, Y y) {
  const auto sum = x + y;
  return Pair<decltype(x + y)>{sum, (x - sum) + y};
}
/// x * y
template <typename X, typename Y>
SHARDC_INLINE auto product_of(X x, Y y) {
  const auto product = x * y;
  return Pair<decltype(x * y)>{product, fma(x, y, -product)};
}

/// The coefficients from the highest power down.
template <typename F, typename... Lower>
SHARDC_INLINE F polynomial(F x, Element<F> highest, Lower... lower) {
  F sum = spread<F>(highest);
  ((sum = fma(sum, x, lower)), ...);
  return sum;
}

/// 2^n for n from -126 to 127.
template <typename I>
SHARDC_INLINE auto power_of_two(I n) {
  return bitcast<Beside<float, I>>(converted<uint32_t>(n + 127) << 23);
}

/// (e^r - 1 - r) / r^2 for |r| < 0.35.
template <typename F>
SHARDC_INLINE F exponential_tail(F r) {
  return polynomial(r, 0x1.9e187cp-13f, 0x1.6d4f4ep-10f, 0x1.111302p-7f, 0x1.5554e6p-5f,
                    0x1.555554p-3f, 0x1p-1f);
}

/// x = n log 2 + r, |r| < 0.35: e^r - 1, and n. For |x| < 2^21.
template <typename F>
struct Exponential {
  F rest;
  Beside<int32_t, F> power;
};
template <typename F>
SHARDC_INLINE Exponential<F> exponential_of(F x) {
  constexpr float shift = 0x1.8p23f;             // beside it there is no room for a fraction
  const F whole = fma(x, 0x1.715476p+0f, shift); // 1 / log 2
  const F n = whole - shift;
  // log 2 in two floats.
  const F r = fma(n, 0x1.05c610p-29f, fma(n, -0x1.62e43p-1f, x));
  return {fma(exponential_tail(r), r * r, r),
          converted<int32_t>(bitcast<Beside<uint32_t, F>>(whole) - bitcast<uint32_t>(shift))};
}

template <typename F>
SHARDC_INLINE F exp_of_float(F x) {
  const F low = x < -104.0f ? -104.0f : x;
  const Exponential<F> e = exponential_of<F>(low > 89.0f ? 89.0f : low);
  const auto half = e.power >> 1; // 2^power may be out of range where the result is not
  return (1.0f + e.rest) * power_of_two(half) * power_of_two(e.power - half);
}

/// e^x - 1
template <typename F>
SHARDC_INLINE F expm1_of_float(F x) {
  const F low = x < -32.0f ? -32.0f : x;
  const Exponential<F> e = exponential_of<F>(low > 89.0f ? 89.0f : low);
  // Half of the result: the largest power is out of range, and so is e^x where the result is not.
  const F scale = power_of_two(e.power - 1);
  const F sum = scale - 0.5f, lost = (scale - sum) - 0.5f;
  const F far = (sum + fma(scale, e.rest, lost)) * 2.0f;
  return with_sign<F>(e.power == 0 ? e.rest : far, x);
}

/// e^x for -87 < x < 88.
template <typename F>
SHARDC_INLINE F exp_in_range(F x) {
  const Exponential<F> e = exponential_of(x);
  return (1.0f + e.rest) * power_of_two(e.power);
}

/// log(2^n (1 + f + rest)), 1 + f between the square roots of 1/2 and 2, and a rest that f has no
/// room for.
template <typename F>
SHARDC_INLINE F logarithm_of(F n, F f, F rest) {
  const F p =
      polynomial(f, 0x1.147610p-4f, -0x1.de02bep-4f, 0x1.e6bf3ap-4f, -0x1.fc2886p-4f,
                 0x1.233ba8p-3f, -0x1.555c46p-3f, 0x1.99a476p-3f, -0x1.000006p-2f, 0x1.555548p-2f);
  const F square = f * f;
  const F tail = fma(p * f, square, -0.5f * square) + rest;
  const F sum = f + fma(n, -0x1.05c610p-29f, tail);
  return fma(n, 0x1.62e43p-1f, sum);
}

/// The power of 2 beside which a positive float is between the square roots of 1/2 and 2.
template <typename F>
SHARDC_INLINE Beside<int32_t, F> power_in(F x) {
  return bitcast<Beside<int32_t, F>>(bitcast<Beside<uint32_t, F>>(x) - 0x3f3504f3u) >> 23;
}
/// x / 2^power
template <typename F>
SHARDC_INLINE F without_power(F x, Beside<int32_t, F> power) {
  return bitcast<F>(bitcast<Beside<uint32_t, F>>(x) - (converted<uint32_t>(power) << 23));
}

/// The logarithm of x, which `inside` is where x is finite and more than 0.
template <typename F>
SHARDC_INLINE F logarithm_or_edge(F x, F inside) {
  const float infinite = bitcast<float>(0x7f800000), nan = bitcast<float>(0x7fc00000);
  const F above = x == infinite ? infinite : inside;
  const F below = x == 0.0f ? spread<F>(-infinite) : spread<F>(nan);
  const F other = x != x ? x : below;
  return x > 0.0f ? above : other;
}

template <typename F>
SHARDC_INLINE F log_of_float(F x) {
  const auto isTiny = x < 0x1p-126f;
  const F y = isTiny ? x * 0x1p23f : x;
  const auto power = power_in(y);
  const F n = converted<float>(power) - (isTiny ? spread<F>(23.0f) : spread<F>(0.0f));
  const F f = without_power<F>(y, power) - 1.0f;
  return logarithm_or_edge<F>(x, logarithm_of<F>(n, f, F{}));
}

/// log(1 + x)
template <typename F>
SHARDC_INLINE F log1p_of_float(F x) {
  const F y = 1.0f + x, back = y - 1.0f;
  const F rest = (1.0f - (y - back)) + (x - back); // what y is short of
  const auto power = power_in(y);
  const F f = without_power<F>(y, power) - 1.0f;
  const Beside<int32_t, F> least = power > 126 ? -126 : -power;
  const F small = rest * power_of_two(least);
  const F sum = f + small;
  const F inside = logarithm_of<F>(converted<float>(power), sum, (f - sum) + small);
  const F result = logarithm_or_edge<F>(y, inside);
  return magnitude(x) < 0x1p-25f ? x : result;
}

template <typename F>
SHARDC_INLINE F tanh_of_float(F x) {
  const F t = magnitude(x), s = x * x;
  const F p = polynomial(s, 0x1.a00324p-10f, -0x1.e5e34ap-8f, 0x1.5d15d6p-6f, -0x1.b92b2ap-5f,
                         0x1.110b58p-3f, -0x1.55553ep-2f);
  const F near = fma(p * s, t, t);
  const F twice = t > 10.0f ? 20.0f : 2.0f * t;
  const F far = 1.0f - 2.0f / (exp_in_range(twice) + 1.0f);
  return with_sign<F>(t < 0.8f ? near : far, x);
}

/// 1 / (1 + e^-x)
template <typename F>
SHARDC_INLINE F logistic_of_float(F x) {
  const F e = exp_of_float<F>(-magnitude(x));
  return (x < 0.0f ? e : 1.0f) / (1.0f + e);
}

template <typename F>
SHARDC_INLINE F erf_of_float(F x) {
  const F t = magnitude(x), s = x * x;
  const F p = polynomial(s, 0x1.4f48ccp-14f, -0x1.a603f2p-11f, 0x1.5449b4p-8f, -0x1.b80116p-6f,
                         0x1.ce2d64p-4f, -0x1.812740p-2f, 0x1.06eba8p-3f);
  const F near = fma(p, t, t);
  const F u = t > 4.0f ? 4.0f : t;
  // -log(1 - erf(u)) / u - 1
  const F q = polynomial(u, 0x1.4b9a68p-18f, -0x1.7ea1d4p-15f, -0x1.9ec9d6p-15f, 0x1.8004bep-9f,
                         -0x1.737c5ap-6f, 0x1.af2792p-4f, 0x1.4570b2p-1f, 0x1.074620p-3f);
  const F far = 1.0f - exp_in_range<F>(-fma(q, u, u));
  return with_sign<F>(t < 0.925f ? near : far, x);
}

template <typename T>
SHARDC_INLINE T exp(T x) {
  if constexpr (isOfFloats<T>)
    return exp_of_float(x);
  else
    return std::exp(x);
}
template <typename T>
SHARDC_INLINE T expm1(T x) {
  if constexpr (isOfFloats<T>)
    return expm1_of_float(x);
  else
    return std::expm1(x);
}
template <typename T>
SHARDC_INLINE T log(T x) {
  if constexpr (isOfFloats<T>)
    return log_of_float(x);
  else
    return std::log(x);
}
template <typename T>
SHARDC_INLINE T log1p(T x) {
  if constexpr (isOfFloats<T>)
    return log1p_of_float(x);
  else
    return std::log1p(x);
}
/// 1 / (1 + e^-x).
template <typename T>
SHARDC_INLINE T logistic(T x) {
  if constexpr (isOfFloats<T>)
    return logistic_of_float(x);
  else
    return T(1) / (T(1) + std::exp(-x));
}
template <typename T>
SHARDC_INLINE T tanh(T x) {
  if constexpr (isOfFloats<T>)
    return tanh_of_float(x);
  else
    return std::tanh(x);
}
template <typename T>
SHARDC_INLINE T erf(T x) {
  if constexpr (isOfFloats<T>)
    return erf_of_float(x);
  else
    return std::erf(x);
}

SHARDC_ROUNDED_1(exp)
SHARDC_ROUNDED_1(expm1)
SHARDC_ROUNDED_1(log)
SHARDC_ROUNDED_1(log1p)
SHARDC_ROUNDED_1(logistic)
SHARDC_ROUNDED_1(tanh)
SHARDC_ROUNDED_1(erf)

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
// Functions of 32-bit floats, for CPUs and GPUs alike. They have no branches, tables or calls, so
// compilers put them on vectors, and every step is one that IEEE 754 defines, so they are the same
// bits on every machine. Coefficients are minimax fits, rounded to floats; how far results are off
// is in docs/numerics.md.
#pragma once

#include "runtime/namespace.h"

#include <cmath>
#include <cstdint>
#include <cstring>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// The bits of `x` as a T of the same width.
template <typename T, typename X>
SHARDC_HD T bitcast(X x) {
  static_assert(sizeof(T) == sizeof(X), "bitcast keeps the width");
  T to;
  memcpy(&to, &x, sizeof to);
  return to;
}

/// x * y + z, rounded once. Without an instruction for it: the product has room in a double, and
/// its sum with z is rounded to odd, so that rounding again does no harm (Boldo and Melquiond,
/// "Emulation of FMA and correctly rounded sums").
SHARDC_INLINE float fma_of_floats(float x, float y, float z) {
#if defined(__FMA__) || defined(__aarch64__) || defined(__CUDA_ARCH__)
  return std::fma(x, y, z);
#else
  const double product = double(x) * double(y), wide = z;
  const double sum = product + wide, back = sum - product;
  const double rest = (product - (sum - back)) + (wide - back); // what the sum is short of
  const uint64_t bits = bitcast<uint64_t>(sum);
  const uint64_t next = (rest > 0) == (sum > 0) ? bits + 1 : bits - 1;
  const bool isInexact = rest > 0 || rest < 0;
  return float(bitcast<double>(isInexact && (bits & 1) == 0 ? next : bits));
#endif
}

/// high + low: `high` is the float next to the sum.
struct Pair {
  float high, low;
};

/// x + y. Where x is 0 or |x| >= |y|.
SHARDC_INLINE Pair sum_of(float x, float y) {
  const float sum = x + y;
  return {sum, (x - sum) + y};
}
/// x * y
SHARDC_INLINE Pair product_of(float x, float y) {
  const float product = x * y;
  return {product, fma_of_floats(x, y, -product)};
}

/// The coefficients from the highest power down.
template <typename... Lower>
SHARDC_INLINE float polynomial(float x, float highest, Lower... lower) {
  float sum = highest;
  ((sum = fma_of_floats(sum, x, lower)), ...);
  return sum;
}

/// 2^n for n from -126 to 127.
SHARDC_INLINE float power_of_two(int32_t n) { return bitcast<float>(uint32_t(n + 127) << 23); }

/// (e^r - 1 - r) / r^2 for |r| < 0.35.
SHARDC_INLINE float exponential_tail(float r) {
  return polynomial(r, 0x1.9e187cp-13f, 0x1.6d4f4ep-10f, 0x1.111302p-7f, 0x1.5554e6p-5f,
                    0x1.555554p-3f, 0x1p-1f);
}

/// x = n log 2 + r, |r| < 0.35: e^r - 1, and n. For |x| < 2^21.
struct Exponential {
  float rest;
  int32_t power;
};
SHARDC_INLINE Exponential exponential_of(float x) {
  constexpr float shift = 0x1.8p23f; // beside it there is no room for a fraction
  const float whole = fma_of_floats(x, 0x1.715476p+0f, shift); // 1 / log 2
  const float n = whole - shift;
  // log 2 in two floats.
  const float r = fma_of_floats(n, 0x1.05c610p-29f, fma_of_floats(n, -0x1.62e43p-1f, x));
  return {fma_of_floats(exponential_tail(r), r * r, r),
          int32_t(bitcast<uint32_t>(whole) - bitcast<uint32_t>(shift))};
}

SHARDC_INLINE float exp_of_float(float x) {
  const float low = x < -104.0f ? -104.0f : x;
  const Exponential e = exponential_of(low > 89.0f ? 89.0f : low);
  const int32_t half = e.power >> 1; // 2^power may be out of range where the result is not
  return (1.0f + e.rest) * power_of_two(half) * power_of_two(e.power - half);
}

/// e^x - 1
SHARDC_INLINE float expm1_of_float(float x) {
  const float low = x < -32.0f ? -32.0f : x;
  const Exponential e = exponential_of(low > 89.0f ? 89.0f : low);
  // Half of the result: the largest power is out of range, and so is e^x where the result is not.
  const float scale = power_of_two(e.power - 1);
  const float sum = scale - 0.5f, lost = (scale - sum) - 0.5f;
  const float far = (sum + fma_of_floats(scale, e.rest, lost)) * 2.0f;
  return std::copysign(e.power == 0 ? e.rest : far, x);
}

/// e^x for -87 < x < 88.
SHARDC_INLINE float exp_in_range(float x) {
  const Exponential e = exponential_of(x);
  return (1.0f + e.rest) * power_of_two(e.power);
}

/// log(2^n (1 + f + rest)), 1 + f between the square roots of 1/2 and 2, and a rest that f has no
/// room for.
SHARDC_INLINE float logarithm_of(float n, float f, float rest) {
  const float p =
      polynomial(f, 0x1.147610p-4f, -0x1.de02bep-4f, 0x1.e6bf3ap-4f, -0x1.fc2886p-4f,
                 0x1.233ba8p-3f, -0x1.555c46p-3f, 0x1.99a476p-3f, -0x1.000006p-2f, 0x1.555548p-2f);
  const float square = f * f;
  const float tail = fma_of_floats(p * f, square, -0.5f * square) + rest;
  const float sum = f + fma_of_floats(n, -0x1.05c610p-29f, tail);
  return fma_of_floats(n, 0x1.62e43p-1f, sum);
}

/// The power of 2 beside which a positive float is between the square roots of 1/2 and 2.
SHARDC_INLINE int32_t power_in(float x) {
  return int32_t(bitcast<uint32_t>(x) - 0x3f3504f3u) >> 23;
}
/// x / 2^power
SHARDC_INLINE float without_power(float x, int32_t power) {
  return bitcast<float>(bitcast<uint32_t>(x) - (uint32_t(power) << 23));
}

/// The logarithm of x, which `inside` is where x is finite and more than 0.
SHARDC_INLINE float logarithm_or_edge(float x, float inside) {
  const float infinite = bitcast<float>(0x7f800000), nan = bitcast<float>(0x7fc00000);
  const float above = x == infinite ? infinite : inside;
  const float below = x == 0.0f ? -infinite : nan;
  const float other = x != x ? x : below;
  return x > 0.0f ? above : other;
}

SHARDC_INLINE float log_of_float(float x) {
  const bool isTiny = x < 0x1p-126f;
  const float y = isTiny ? x * 0x1p23f : x;
  const int32_t power = power_in(y);
  const float n = float(power) - (isTiny ? 23.0f : 0.0f);
  return logarithm_or_edge(x, logarithm_of(n, without_power(y, power) - 1.0f, 0.0f));
}

/// log(1 + x)
SHARDC_INLINE float log1p_of_float(float x) {
  const float y = 1.0f + x, back = y - 1.0f;
  const float rest = (1.0f - (y - back)) + (x - back); // what y is short of
  const int32_t power = power_in(y);
  const float f = without_power(y, power) - 1.0f;
  const float small = rest * power_of_two(power > 126 ? -126 : -power);
  const float sum = f + small;
  const float inside = logarithm_of(float(power), sum, (f - sum) + small);
  const float result = logarithm_or_edge(y, inside);
  return std::fabs(x) < 0x1p-25f ? x : result;
}

SHARDC_INLINE float tanh_of_float(float x) {
  const float t = std::fabs(x), s = x * x;
  const float p = polynomial(s, 0x1.a00324p-10f, -0x1.e5e34ap-8f, 0x1.5d15d6p-6f, -0x1.b92b2ap-5f,
                             0x1.110b58p-3f, -0x1.55553ep-2f);
  const float near = fma_of_floats(p * s, t, t);
  const float far = 1.0f - 2.0f / (exp_in_range(t > 10.0f ? 20.0f : 2.0f * t) + 1.0f);
  return std::copysign(t < 0.8f ? near : far, x);
}

/// 1 / (1 + e^-x)
SHARDC_INLINE float logistic_of_float(float x) {
  const float e = exp_of_float(-std::fabs(x));
  return (x < 0.0f ? e : 1.0f) / (1.0f + e);
}

SHARDC_INLINE float erf_of_float(float x) {
  const float t = std::fabs(x), s = x * x;
  const float p = polynomial(s, 0x1.4f48ccp-14f, -0x1.a603f2p-11f, 0x1.5449b4p-8f, -0x1.b80116p-6f,
                             0x1.ce2d64p-4f, -0x1.812740p-2f, 0x1.06eba8p-3f);
  const float near = fma_of_floats(p, t, t);
  const float u = t > 4.0f ? 4.0f : t;
  // -log(1 - erf(u)) / u - 1
  const float q = polynomial(u, 0x1.4b9a68p-18f, -0x1.7ea1d4p-15f, -0x1.9ec9d6p-15f, 0x1.8004bep-9f,
                             -0x1.737c5ap-6f, 0x1.af2792p-4f, 0x1.4570b2p-1f, 0x1.074620p-3f);
  const float far = 1.0f - exp_in_range(-fma_of_floats(q, u, u));
  return std::copysign(t < 0.925f ? near : far, x);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

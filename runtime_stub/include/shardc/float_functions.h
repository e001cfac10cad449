// SPDX-License-Identifier: Apache-2.0
// Functions of 32-bit floats, for CPUs and GPUs alike. They have no branches, tables or calls, so
// compilers put them on vectors, and every step is one that IEEE 754 defines, so they are the same
// bits on every machine. Coefficients are minimax fits, rounded to floats; how far results are off
// is in docs/numerics.md.
#pragma once

#include "namespace.h"

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
SHARDC_HD inline float fma_of_floats(float x, float y, float z) {
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

/// The coefficients from the highest power down.
template <typename... Lower>
SHARDC_HD inline float polynomial(float x, float highest, Lower... lower) {
  float sum = highest;
  ((sum = fma_of_floats(sum, x, lower)), ...);
  return sum;
}

/// 2^n for n from -126 to 127.
SHARDC_HD inline float power_of_two(int32_t n) { return bitcast<float>(uint32_t(n + 127) << 23); }

/// x = n log 2 + r, |r| < 0.35: e^r - 1, and n. For |x| < 2^21.
struct Exponential {
  float rest;
  int32_t power;
};
SHARDC_HD inline Exponential exponential_of(float x) {
  constexpr float shift = 0x1.8p23f; // beside it there is no room for a fraction
  const float whole = fma_of_floats(x, 0x1.715476p+0f, shift); // 1 / log 2
  const float n = whole - shift;
  // log 2 in two floats.
  const float r = fma_of_floats(n, 0x1.05c610p-29f, fma_of_floats(n, -0x1.62e43p-1f, x));
  const float p = polynomial(r, 0x1.9e187cp-13f, 0x1.6d4f4ep-10f, 0x1.111302p-7f, 0x1.5554e6p-5f,
                             0x1.555554p-3f, 0x1p-1f);
  return {fma_of_floats(p, r * r, r), int32_t(bitcast<uint32_t>(whole) - bitcast<uint32_t>(shift))};
}

SHARDC_HD inline float exp_of_float(float x) {
  const float low = x < -104.0f ? -104.0f : x;
  const Exponential e = exponential_of(low > 89.0f ? 89.0f : low);
  const int32_t half = e.power >> 1; // 2^power may be out of range where the result is not
  return (1.0f + e.rest) * power_of_two(half) * power_of_two(e.power - half);
}

/// e^x for -87 < x < 88.
SHARDC_HD inline float exp_in_range(float x) {
  const Exponential e = exponential_of(x);
  return (1.0f + e.rest) * power_of_two(e.power);
}

SHARDC_HD inline float log_of_float(float x) {
  const bool isTiny = x < 0x1p-126f;
  const float y = isTiny ? x * 0x1p23f : x;
  // y = 2^power (1 + f), with 1 + f between the square roots of 1/2 and 2.
  const int32_t power = int32_t(bitcast<uint32_t>(y) - 0x3f3504f3u) >> 23;
  const float f = bitcast<float>(bitcast<uint32_t>(y) - (uint32_t(power) << 23)) - 1.0f;
  const float n = float(power) - (isTiny ? 23.0f : 0.0f);
  const float p =
      polynomial(f, 0x1.147610p-4f, -0x1.de02bep-4f, 0x1.e6bf3ap-4f, -0x1.fc2886p-4f,
                 0x1.233ba8p-3f, -0x1.555c46p-3f, 0x1.99a476p-3f, -0x1.000006p-2f, 0x1.555548p-2f);
  const float square = f * f;
  const float rest =
      fma_of_floats(n, -0x1.05c610p-29f, fma_of_floats(p * f, square, -0.5f * square));
  const float inside = fma_of_floats(n, 0x1.62e43p-1f, f + rest);
  const float infinite = bitcast<float>(0x7f800000), nan = bitcast<float>(0x7fc00000);
  const float above = x == infinite ? infinite : inside;
  const float below = x == 0.0f ? -infinite : nan;
  const float other = x != x ? x : below;
  return x > 0.0f ? above : other;
}

SHARDC_HD inline float tanh_of_float(float x) {
  const float t = std::fabs(x), s = x * x;
  const float p = polynomial(s, 0x1.a00324p-10f, -0x1.e5e34ap-8f, 0x1.5d15d6p-6f, -0x1.b92b2ap-5f,
                             0x1.110b58p-3f, -0x1.55553ep-2f);
  const float near = fma_of_floats(p * s, t, t);
  const float far = 1.0f - 2.0f / (exp_in_range(t > 10.0f ? 20.0f : 2.0f * t) + 1.0f);
  return std::copysign(t < 0.8f ? near : far, x);
}

/// 1 / (1 + e^-x)
SHARDC_HD inline float logistic_of_float(float x) {
  const float e = exp_of_float(-std::fabs(x));
  return (x < 0.0f ? e : 1.0f) / (1.0f + e);
}

SHARDC_HD inline float erf_of_float(float x) {
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

// SPDX-License-Identifier: Apache-2.0
// Powers and cubic roots of 32-bit floats; see float_functions.h.
#pragma once

#include "runtime/device/float_functions.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// The binary logarithm of x, x finite and more than 0, but for 2^-33 of it.
SHARDC_INLINE Pair log2_of(float x) {
  const bool isTiny = x < 0x1p-126f;
  const float y = isTiny ? x * 0x1p23f : x;
  const int32_t power = power_in(y);
  const float m = without_power(y, power);
  const float n = float(power) - (isTiny ? 23.0f : 0.0f);
  // q = (m - 1) / (m + 1): log m = 2 (q + q^3 / 3 + q^5 / 5 + ...).
  const float above = m - 1.0f, below = m + 1.0f, inverse = 1.0f / below;
  const float q = above * inverse;
  const float left = fma_of_floats(-q, m - (below - 1.0f), fma_of_floats(-q, below, above));
  const float qLow = left * inverse;
  // 2 / log 2 in two floats.
  const Pair first = product_of(q, 0x1.715476p+1f);
  const float firstLow =
      fma_of_floats(q, 0x1.4ae0cp-25f, fma_of_floats(qLow, 0x1.715476p+1f, first.low));
  // q^2 / 3 + q^4 (...)
  const Pair square = product_of(q, q);
  const float squareLow = fma_of_floats(2.0f * q, qLow, square.low);
  const Pair third = product_of(square.high, 0x1.555556p-2f);
  const float s = square.high + squareLow;
  const float p = polynomial(s, 0x1.dfa4fcp-4f, 0x1.245274p-3f, 0x1.999ap-3f);
  const float thirdLow =
      fma_of_floats(s * s, p,
                    fma_of_floats(squareLow, 0x1.555556p-2f,
                                  fma_of_floats(square.high, -0x1.555556p-27f, third.low)));
  const Pair second = product_of(first.high, third.high);
  const float secondLow =
      fma_of_floats(first.high, thirdLow, fma_of_floats(firstLow, third.high, second.low));
  const Pair sum = sum_of(n, first.high), all = sum_of(sum.high, second.high);
  return {all.high, (sum.low + all.low) + (firstLow + secondLow)};
}

/// 2^(high + low), |high| <= 200.
SHARDC_INLINE float exp2_of(float high, float low) {
  constexpr float shift = 0x1.8p23f; // beside it there is no room for a fraction
  const float whole = high + shift;
  const Pair rest = sum_of(high - (whole - shift), low);
  // log 2 in two floats.
  const Pair r = product_of(rest.high, 0x1.62e43p-1f);
  const float rLow =
      fma_of_floats(rest.low, 0x1.62e43p-1f, fma_of_floats(rest.high, -0x1.05c610p-29f, r.low));
  const Pair sum = sum_of(1.0f, r.high);
  const float tail = fma_of_floats(exponential_tail(r.high), r.high * r.high, rLow);
  const int32_t n = int32_t(bitcast<uint32_t>(whole) - bitcast<uint32_t>(shift)), half = n >> 1;
  return (sum.high + (sum.low + tail)) * power_of_two(half) * power_of_two(n - half);
}

/// As IEEE 754 and C define it, with edges.
SHARDC_INLINE float pow_of_floats(float x, float y) {
  const float infinite = bitcast<float>(0x7f800000), nan = bitcast<float>(0x7fc00000);
  const float size = std::fabs(x);
  const Pair log2 = log2_of(size);
  const float finite = size == infinite ? infinite : log2.high;
  const Pair power = product_of(y, size == 0.0f ? -infinite : finite);
  const bool isInRange = std::fabs(power.high) < 200.0f;
  const float end = power.high < 0.0f ? -200.0f : 200.0f;
  const float result = exp2_of(isInRange ? power.high : end,
                               isInRange ? fma_of_floats(y, log2.low, power.low) : 0.0f);

  const bool isWhole = std::rint(y) == y, isEven = std::rint(0.5f * y) == 0.5f * y;
  const bool isNegative = (bitcast<uint32_t>(x) >> 31) != 0;
  const float turned = (isNegative & isWhole & !isEven) ? -result : result;
  const bool isNan = (x != x) | (y != y) | ((x < 0.0f) & !isWhole & (size < infinite));
  const float any = isNan ? nan : turned;
  const bool isOne = (y == 0.0f) | (x == 1.0f) | ((x == -1.0f) & (std::fabs(y) == infinite));
  return isOne ? 1.0f : any;
}

SHARDC_INLINE float cbrt_of_float(float x) {
  const float size = std::fabs(x);
  const bool isTiny = size < 0x1p-78f;
  const float y = isTiny ? size * 0x1p48f : size;
  // About 1 / cbrt(y): a third of the exponent, and what the mantissa leaves over.
  const float third = float(int32_t(bitcast<uint32_t>(y))) * (1.0f / 3.0f);
  float root = bitcast<float>(0x54a1f5bau - uint32_t(int32_t(third)));
  const float off = fma_of_floats(-(y * root) * root, root, 1.0f); // 1 - y root^3
  root = fma_of_floats(root * off, polynomial(off, 0x1.61f9aep-3f, 0x1.c71c72p-3f, 0x1.555556p-2f),
                       root);
  const float again = fma_of_floats(-(y * root) * root, root, 1.0f);
  root = fma_of_floats(root * again, 0x1.555556p-2f, root);
  const float c = y * root * root;
  const Pair square = product_of(c, c);
  const float left = fma_of_floats(-c, square.low, fma_of_floats(-c, square.high, y));
  const float better = fma_of_floats(left * 0x1.555556p-2f, root * root, c);
  const float result = std::copysign(isTiny ? better * 0x1p-16f : better, x);
  const bool isEdge = (x == 0.0f) | (x - x != 0.0f);
  return isEdge ? x : result;
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

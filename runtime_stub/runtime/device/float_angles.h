// SPDX-License-Identifier: Apache-2.0
// Trigonometric functions of 32-bit floats; see float_functions.h. Doubles would need fewer steps,
// but as much time with AVX2, half as much again with AVX-512, and far more on most GPUs.
#pragma once

#include "runtime/device/float_functions.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// high + low + quarter * pi / 2, |high| < 0.84, `quarter` up to multiples of 4.
struct Angle {
  float high, low;
  uint32_t quarter;
};

/// 32 bits from the bit `at` of two words on, at < 32.
SHARDC_INLINE uint32_t bits_from(uint32_t at, uint32_t first, uint32_t second) {
  return (first << at) | ((second >> 1) >> (31 - at));
}

/// The angle x, whatever its size.
SHARDC_INLINE Angle angle_of(float x) {
  // x = m 2^above, |m| < 2; m 2^24 is whole where |x| >= 1/2.
  const uint32_t bits = bitcast<uint32_t>(x);
  const int32_t over = int32_t((bits >> 23) & 255) - 127;
  const uint32_t above = over > 0 ? uint32_t(over) : 0;
  const float m = bitcast<float>(bits - (above << 23));
  // Bits of 1 / (2 pi), behind 24 zeros, from `above` on: those before it give whole turns. Words
  // are chosen: gathering them from a table takes longer.
  const bool by32 = (above & 32) != 0, by64 = (above & 64) != 0;
  const uint32_t w0 = by32 ? 0xbe60db93u : 0x00000028u, w1 = by32 ? 0x91054a7fu : 0xbe60db93u;
  const uint32_t w2 = by32 ? 0x09d5f47du : 0x91054a7fu, w3 = by32 ? 0x4d377036u : 0x09d5f47du;
  const uint32_t w4 = by32 ? 0xd8a5664fu : 0x4d377036u, w5 = by32 ? 0x10e4107fu : 0xd8a5664fu;
  const uint32_t v0 = by64 ? w2 : w0, v1 = by64 ? w3 : w1, v2 = by64 ? w4 : w2, v3 = by64 ? w5 : w3;
  const uint32_t at = above & 31;
  const uint32_t u0 = bits_from(at, v0, v1), u1 = bits_from(at, v1, v2), u2 = bits_from(at, v2, v3);
  // In units of 2^-30 quarters.
  const uint32_t turn = uint32_t(int32_t(m * 0x1p24f)) * u0; // without whole turns
  const uint32_t quarter = (turn + 0x20000000u) >> 30;
  const int32_t rest = int32_t(turn - (quarter << 30));
  const float first = float(rest), firstLow = float(rest - int32_t(first));
  const Pair second = product_of(m, float(int32_t(u1 >> 8)));
  const float third = float(int32_t((u1 & 255) << 23 | u2 >> 9)) * 0x1p-31f;
  const float sum = first + second.high, back = sum - first;
  const float lost = (first - (sum - back)) + (second.high - back);
  const Pair all = sum_of(sum, lost + firstLow);
  const float low = all.low + fma_of_floats(m, third, second.low);
  // pi / 2 in two floats.
  const Pair high = product_of(all.high, 0x1.921fb6p-30f);
  const Pair angle =
      sum_of(high.high, fma_of_floats(low, 0x1.921fb6p-30f,
                                      fma_of_floats(all.high, -0x1.777a5cp-55f, high.low)));
  const bool isNear = std::fabs(x) < 0.5f;
  return {isNear ? x : angle.high, isNear ? 0.0f : angle.low, isNear ? 0 : quarter};
}

/// sin(angle + quarter * pi / 2), but for the quarter of the angle itself.
SHARDC_INLINE float sine_of(const Angle &angle, uint32_t quarter) {
  const float r = angle.high, s = r * r;
  const float sine = r + fma_of_floats(r * s,
                                       polynomial(s, 0x1.776e2cp-19f, -0x1.a04974p-13f,
                                                  0x1.111168p-7f, -0x1.555556p-3f),
                                       angle.low);
  const Pair half = sum_of(1.0f, -0.5f * s);
  const float cosine =
      half.high + fma_of_floats(s * s,
                                polynomial(s, 0x1.9936e8p-16f, -0x1.6c09b6p-10f, 0x1.555546p-5f),
                                fma_of_floats(-r, angle.low, half.low));
  const float value = (quarter & 1) != 0 ? cosine : sine;
  return bitcast<float>(bitcast<uint32_t>(value) ^ ((quarter & 2) << 30));
}

SHARDC_INLINE float sin_of_float(float x) {
  const Angle angle = angle_of(x);
  const float result = sine_of(angle, angle.quarter) + (x - x); // NaN of infinity
  return std::fabs(x) < 0x1p-12f ? x : result;
}
SHARDC_INLINE float cos_of_float(float x) {
  const Angle angle = angle_of(x);
  return sine_of(angle, angle.quarter + 1) + (x - x);
}
SHARDC_INLINE float tan_of_float(float x) {
  const Angle angle = angle_of(x);
  const float r = angle.high, s = r * r;
  const float p = polynomial(s, 0x1.52ccfcp-8f, -0x1.9e32acp-10f, 0x1.8fd118p-7f, 0x1.53c06cp-6f,
                             0x1.bbc092p-5f, 0x1.11085ep-3f, 0x1.555574p-2f);
  const Pair tangent = sum_of(r, fma_of_floats(r * s, p, fma_of_floats(angle.low, s, angle.low)));
  const float inverse = -1.0f / tangent.high;
  const float left =
      fma_of_floats(inverse, tangent.low, fma_of_floats(inverse, tangent.high, 1.0f));
  const float turned = fma_of_floats(inverse, left, inverse);
  const float result = ((angle.quarter & 1) != 0 ? turned : tangent.high) + (x - x);
  return std::fabs(x) < 0x1p-12f ? x : result;
}

/// The angle of the point (x, y).
SHARDC_INLINE float atan2_of_floats(float y, float x) {
  const float right = std::fabs(x), up = std::fabs(y);
  const float large = up > right ? up : right, small = up > right ? right : up;
  const float ratio = small / large;
  const float even = large == 0.0f ? 0.0f : 1.0f; // 0 / 0, and infinite ones
  const float q = small == large ? even : ratio;
  const float s = q * q;
  const float p =
      polynomial(s, -0x1.d4984ap-10f, 0x1.64c1cep-7f, -0x1.fdfc1cp-6f, 0x1.da5ed4p-5f,
                 -0x1.58155ep-4f, 0x1.c08f64p-4f, -0x1.2420b6p-3f, 0x1.9991e6p-3f, -0x1.55553ep-2f);
  const float tail = q * s * p;
  // From the nearest half axis.
  const bool isLeft = (bitcast<uint32_t>(x) >> 31) != 0;
  const bool isUp = up > right;
  const float side = isLeft ? 0x1.921fb6p+1f : 0.0f;
  const float base = isUp ? 0x1.921fb6p+0f : side;
  const float turn = isLeft != isUp ? -1.0f : 1.0f;
  const Pair sum = sum_of(base, turn * q);
  const float angle =
      sum.high + fma_of_floats(base, -0x1.de12ca0000000p-26f, fma_of_floats(turn, tail, sum.low));
  const float result = std::copysign(angle, y);
  return ((x != x) | (y != y)) ? x + y : result;
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

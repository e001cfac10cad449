// SPDX-License-Identifier: Apache-2.0
// Trigonometric functions; of 32-bit floats as in exponentials.h. By doubles they would need fewer
// steps, but as much time with AVX2, half as much again with AVX-512, and far more on most GPUs.
#pragma once

#include "runtime/device/exponentials.h"
#include "runtime/device/narrow_functions.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// high + low + quarter * pi / 2, |high| < 0.84, `quarter` up to multiples of 4.
template <typename F>
struct Angle {
  F high, low;
  Beside<uint32_t, F> quarter;
};

/// 32 bits from the bit `at` of two words on, at < 32.
template <typename Bits>
SHARDC_INLINE Bits bits_from(Bits at, Bits first, Bits second) {
  return (first << at) | ((second >> 1) >> (31 - at));
}

/// The angle x, whatever its size.
template <typename F>
SHARDC_INLINE Angle<F> angle_of(F x) {
  using Bits = Beside<uint32_t, F>;
  using Integer = Beside<int32_t, F>;
  // x = m 2^above, |m| < 2; m 2^24 is whole where |x| >= 1/2.
  const Bits bits = bitcast<Bits>(x);
  const Integer over = converted<int32_t>((bits >> 23) & 255) - 127;
  const Bits above = converted<uint32_t>(over > 0 ? over : Integer{});
  const F m = bitcast<F>(bits - (above << 23));
  // Bits of 1 / (2 pi), behind 24 zeros, from `above` on: those before it give whole turns. Words
  // are chosen: gathering them from a table takes longer.
  const auto by32 = (above & 32) != 0, by64 = (above & 64) != 0;
  const auto chosen = [&](uint32_t yes, uint32_t no) {
    return by32 ? spread<Bits>(yes) : spread<Bits>(no);
  };
  const Bits w0 = chosen(0xbe60db93u, 0x00000028u), w1 = chosen(0x91054a7fu, 0xbe60db93u);
  const Bits w2 = chosen(0x09d5f47du, 0x91054a7fu), w3 = chosen(0x4d377036u, 0x09d5f47du);
  const Bits w4 = chosen(0xd8a5664fu, 0x4d377036u), w5 = chosen(0x10e4107fu, 0xd8a5664fu);
  const Bits v0 = by64 ? w2 : w0, v1 = by64 ? w3 : w1, v2 = by64 ? w4 : w2, v3 = by64 ? w5 : w3;
  const Bits at = above & 31;
  const Bits u0 = bits_from(at, v0, v1), u1 = bits_from(at, v1, v2), u2 = bits_from(at, v2, v3);
  // In units of 2^-30 quarters.
  const Bits turn = converted<uint32_t>(converted<int32_t>(m * 0x1p24f)) * u0; // no whole turns
  const Bits quarter = (turn + 0x20000000u) >> 30;
  const Integer rest = converted<int32_t>(turn - (quarter << 30));
  const F first = converted<float>(rest);
  const F firstLow = converted<float>(rest - converted<int32_t>(first));
  const Pair<F> second = product_of(m, converted<float>(converted<int32_t>(u1 >> 8)));
  const F third = converted<float>(converted<int32_t>((u1 & 255) << 23 | u2 >> 9)) * 0x1p-31f;
  const F sum = first + second.high, back = sum - first;
  const F lost = (first - (sum - back)) + (second.high - back);
  const Pair<F> all = sum_of(sum, lost + firstLow);
  const F low = all.low + fma(m, third, second.low);
  // pi / 2 in two floats.
  const Pair<F> high = product_of(all.high, 0x1.921fb6p-30f);
  const Pair<F> angle =
      sum_of(high.high, fma(low, 0x1.921fb6p-30f, fma(all.high, -0x1.777a5cp-55f, high.low)));
  const auto isNear = magnitude(x) < 0.5f;
  return {isNear ? x : angle.high, isNear ? F{} : angle.low, isNear ? Bits{} : quarter};
}

/// sin(angle + quarter * pi / 2), but for the quarter of the angle itself.
template <typename F>
SHARDC_INLINE F sine_of(const Angle<F> &angle, Beside<uint32_t, F> quarter) {
  const F r = angle.high, s = r * r;
  const F sine =
      r + fma(r * s,
              polynomial(s, 0x1.776e2cp-19f, -0x1.a04974p-13f, 0x1.111168p-7f, -0x1.555556p-3f),
              angle.low);
  const Pair<F> half = sum_of(1.0f, -0.5f * s);
  const F cosine =
      half.high + fma(s * s, polynomial(s, 0x1.9936e8p-16f, -0x1.6c09b6p-10f, 0x1.555546p-5f),
                      fma(-r, angle.low, half.low));
  const F value = (quarter & 1) != 0 ? cosine : sine;
  return bitcast<F>(bitcast<Beside<uint32_t, F>>(value) ^ ((quarter & 2) << 30));
}

template <typename F>
SHARDC_INLINE F sin_of_float(F x) {
  const Angle<F> angle = angle_of(x);
  const F result = sine_of<F>(angle, angle.quarter) + (x - x); // NaN of infinity
  return magnitude(x) < 0x1p-12f ? x : result;
}
template <typename F>
SHARDC_INLINE F cos_of_float(F x) {
  const Angle<F> angle = angle_of(x);
  return sine_of<F>(angle, angle.quarter + 1) + (x - x);
}
template <typename F>
SHARDC_INLINE F tan_of_float(F x) {
  const Angle<F> angle = angle_of(x);
  const F r = angle.high, s = r * r;
  const F p = polynomial(s, 0x1.52ccfcp-8f, -0x1.9e32acp-10f, 0x1.8fd118p-7f, 0x1.53c06cp-6f,
                         0x1.bbc092p-5f, 0x1.11085ep-3f, 0x1.555574p-2f);
  const Pair<F> tangent = sum_of(r, fma(r * s, p, fma(angle.low, s, angle.low)));
  const F inverse = -1.0f / tangent.high;
  const F left = fma(inverse, tangent.low, fma(inverse, tangent.high, 1.0f));
  const F turned = fma(inverse, left, inverse);
  const F result = ((angle.quarter & 1) != 0 ? turned : tangent.high) + (x - x);
  return magnitude(x) < 0x1p-12f ? x : result;
}

/// The angle of the point (x, y).
template <typename F>
SHARDC_INLINE F atan2_of_floats(F y, F x) {
  const F right = magnitude(x), up = magnitude(y);
  const auto isUp = up > right;
  const F large = isUp ? up : right, small = isUp ? right : up;
  const F ratio = small / large;
  const F even = large == 0.0f ? F{} : spread<F>(1.0f); // 0 / 0, and infinite ones
  const F q = small == large ? even : ratio;
  const F s = q * q;
  const F p =
      polynomial(s, -0x1.d4984ap-10f, 0x1.64c1cep-7f, -0x1.fdfc1cp-6f, 0x1.da5ed4p-5f,
                 -0x1.58155ep-4f, 0x1.c08f64p-4f, -0x1.2420b6p-3f, 0x1.9991e6p-3f, -0x1.55553ep-2f);
  const F tail = q * s * p;
  // From the nearest half axis.
  const auto isLeft = has_sign(x);
  const F side = isLeft ? spread<F>(0x1.921fb6p+1f) : F{};
  const F base = isUp ? 0x1.921fb6p+0f : side;
  const F turn = isLeft != isUp ? spread<F>(-1.0f) : spread<F>(1.0f);
  const Pair<F> sum = sum_of(base, turn * q);
  const F angle = sum.high + fma(base, -0x1.de12ca0000000p-26f, fma(turn, tail, sum.low));
  const F result = with_sign(angle, y);
  return ((x != x) | (y != y)) ? x + y : result;
}

template <typename F>
SHARDC_INLINE F atan_of_float(F x) {
  return atan2_of_floats<F>(x, spread<F>(1.0f));
}

/// asin(root) = root + tail, for |root| <= 1/2.
template <typename F>
struct Arc {
  F root, tail;
};
/// Of x where |x| <= 1/2, else of sqrt((1 - |x|) / 2), whose arc is half of what |x| is short of a
/// quarter.
template <typename F>
SHARDC_INLINE Arc<F> arc_of(F x) {
  const F t = magnitude(x);
  const auto isNear = t <= 0.5f;
  const F s = isNear ? t * t : (1.0f - t) * 0.5f;
  const F root = isNear ? x : root_of(s);
  const F p = polynomial(s, 0x1.33bb5cp-5f, 0x1.d7f3c2p-7f, 0x1.04a638p-5f, 0x1.6cac42p-5f,
                         0x1.33388ep-4f, 0x1.55554cp-3f);
  return {root, p * s * root};
}

/// base + turn (root + tail), where base is a float next to a multiple of pi / 2.
template <typename F>
SHARDC_INLINE F turned_arc(F base, F turn, const Arc<F> &arc) {
  const Pair<F> sum = sum_of(base, turn * arc.root);
  return sum.high + fma(base, -0x1.de12cap-26f, fma(turn, arc.tail, sum.low));
}

template <typename F>
SHARDC_INLINE F asin_of_float(F x) {
  const Arc<F> arc = arc_of(x);
  const F far = turned_arc<F>(spread<F>(0x1.921fb6p+0f), spread<F>(-2.0f), arc);
  return magnitude(x) <= 0.5f ? arc.root + arc.tail : with_sign<F>(far, x);
}
template <typename F>
SHARDC_INLINE F acos_of_float(F x) {
  const auto isNear = magnitude(x) <= 0.5f, isLeft = x < 0.0f;
  const F side = isLeft ? spread<F>(0x1.921fb6p+1f) : F{};
  const F twice = isLeft ? spread<F>(-2.0f) : spread<F>(2.0f);
  return turned_arc<F>(isNear ? spread<F>(0x1.921fb6p+0f) : side, isNear ? spread<F>(-1.0f) : twice,
                       arc_of(x));
}

template <typename T>
SHARDC_INLINE T sin(T x) {
  if constexpr (isOfFloats<T>)
    return sin_of_float(x);
  else
    return std::sin(x);
}
template <typename T>
SHARDC_INLINE T cos(T x) {
  if constexpr (isOfFloats<T>)
    return cos_of_float(x);
  else
    return std::cos(x);
}
template <typename T>
SHARDC_INLINE T tan(T x) {
  if constexpr (isOfFloats<T>)
    return tan_of_float(x);
  else
    return std::tan(x);
}
template <typename T>
SHARDC_INLINE T asin(T x) {
  if constexpr (isOfFloats<T>)
    return asin_of_float(x);
  else
    return std::asin(x);
}
template <typename T>
SHARDC_INLINE T acos(T x) {
  if constexpr (isOfFloats<T>)
    return acos_of_float(x);
  else
    return std::acos(x);
}
template <typename T>
SHARDC_INLINE T atan(T x) {
  if constexpr (isOfFloats<T>)
    return atan_of_float(x);
  else
    return std::atan(x);
}
template <typename T>
SHARDC_INLINE T atan2(T x, T y) {
  if constexpr (isOfFloats<T>)
    return atan2_of_floats(x, y);
  else
    return std::atan2(x, y);
}
template <typename X, typename Y>
requires VectorBeside<X, Y> SHARDC_INLINE auto atan2(X x, Y y) {
  using V = VectorOfBoth<X, Y>;
  return atan2<V>(spread<V>(x), spread<V>(y));
}

SHARDC_ROUNDED_1(sin)
SHARDC_ROUNDED_1(cos)
SHARDC_ROUNDED_1(tan)
SHARDC_ROUNDED_1(asin)
SHARDC_ROUNDED_1(acos)
SHARDC_ROUNDED_1(atan)
SHARDC_ROUNDED_2(atan2)

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
// Powers and cubic roots; of 32-bit floats as in exponentials.h.
#pragma once

#include "runtime/device/exponentials.h"
#include "runtime/device/narrow_functions.h"
#include "runtime/small_integers.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// The binary logarithm of x, x finite and more than 0, but for 2^-33 of it.
template <typename F>
SHARDC_INLINE Pair<F> log2_of(F x) {
  const auto isTiny = x < 0x1p-126f;
  const F y = isTiny ? x * 0x1p23f : x;
  const auto power = power_in(y);
  const F m = without_power<F>(y, power);
  const F n = converted<float>(power) - (isTiny ? spread<F>(23.0f) : F{});
  // q = (m - 1) / (m + 1): log m = 2 (q + q^3 / 3 + q^5 / 5 + ...).
  const F above = m - 1.0f, below = m + 1.0f, inverse = 1.0f / below;
  const F q = above * inverse;
  const F left = fma(-q, m - (below - 1.0f), fma(-q, below, above));
  const F qLow = left * inverse;
  // 2 / log 2 in two floats.
  const Pair<F> first = product_of(q, 0x1.715476p+1f);
  const F firstLow = fma(q, 0x1.4ae0cp-25f, fma(qLow, 0x1.715476p+1f, first.low));
  // q^2 / 3 + q^4 (...)
  const Pair<F> square = product_of(q, q);
  const F squareLow = fma(2.0f * q, qLow, square.low);
  const Pair<F> third = product_of(square.high, 0x1.555556p-2f);
  const F s = square.high + squareLow;
  const F p = polynomial(s, 0x1.dfa4fcp-4f, 0x1.245274p-3f, 0x1.999ap-3f);
  const F thirdLow =
      fma(s * s, p, fma(squareLow, 0x1.555556p-2f, fma(square.high, -0x1.555556p-27f, third.low)));
  const Pair<F> second = product_of(first.high, third.high);
  const F secondLow = fma(first.high, thirdLow, fma(firstLow, third.high, second.low));
  const Pair<F> sum = sum_of(n, first.high), all = sum_of(sum.high, second.high);
  return {all.high, (sum.low + all.low) + (firstLow + secondLow)};
}

/// 2^(high + low), |high| <= 200.
template <typename F>
SHARDC_INLINE F exp2_of(F high, F low) {
  constexpr float shift = 0x1.8p23f; // beside it there is no room for a fraction
  using Bits = Beside<uint32_t, F>;
  const F whole = high + shift;
  const Pair<F> rest = sum_of(high - (whole - shift), low);
  // log 2 in two floats.
  const Pair<F> r = product_of(rest.high, 0x1.62e43p-1f);
  const F rLow = fma(rest.low, 0x1.62e43p-1f, fma(rest.high, -0x1.05c610p-29f, r.low));
  const Pair<F> sum = sum_of(1.0f, r.high);
  const F tail = fma(exponential_tail(r.high), r.high * r.high, rLow);
  const auto n = converted<int32_t>(bitcast<Bits>(whole) - bitcast<uint32_t>(shift)), half = n >> 1;
  return (sum.high + (sum.low + tail)) * power_of_two(half) * power_of_two(n - half);
}

/// As IEEE 754 and C define it, with edges.
template <typename F>
SHARDC_INLINE F pow_of_floats(F x, F y) {
  const float infinite = bitcast<float>(0x7f800000), nan = bitcast<float>(0x7fc00000);
  const F size = magnitude(x);
  const Pair<F> log2 = log2_of(size);
  const F finite = size == infinite ? infinite : log2.high;
  const F logarithm = size == 0.0f ? -infinite : finite;
  const Pair<F> power = product_of(y, logarithm);
  const auto isInRange = magnitude(power.high) < 200.0f;
  const F end = power.high < 0.0f ? spread<F>(-200.0f) : spread<F>(200.0f);
  const F result =
      exp2_of<F>(isInRange ? power.high : end, isInRange ? fma(y, log2.low, power.low) : F{});

  const auto isWhole = whole_of(y) == y, isEven = whole_of(0.5f * y) == 0.5f * y;
  const F turned = (has_sign(x) & isWhole & !isEven) ? -result : result;
  const auto isNan = (x != x) | (y != y) | ((x < 0.0f) & !isWhole & (size < infinite));
  const F any = isNan ? nan : turned;
  const auto isOne = (y == 0.0f) | (x == 1.0f) | ((x == -1.0f) & (magnitude(y) == infinite));
  return isOne ? 1.0f : any;
}

template <typename F>
SHARDC_INLINE F cbrt_of_float(F x) {
  using Bits = Beside<uint32_t, F>;
  using Integer = Beside<int32_t, F>;
  const F size = magnitude(x);
  const auto isTiny = size < 0x1p-78f;
  const F y = isTiny ? size * 0x1p48f : size;
  // About 1 / cbrt(y): a third of the exponent, and what the mantissa leaves over.
  const F third = converted<float>(bitcast<Integer>(y)) * (1.0f / 3.0f);
  F root = bitcast<F>(0x54a1f5bau - bitcast<Bits>(converted<int32_t>(third)));
  const F off = fma(-(y * root) * root, root, 1.0f); // 1 - y root^3
  root = fma(root * off, polynomial(off, 0x1.61f9aep-3f, 0x1.c71c72p-3f, 0x1.555556p-2f), root);
  const F again = fma(-(y * root) * root, root, 1.0f);
  root = fma(root * again, 0x1.555556p-2f, root);
  const F c = y * root * root;
  const Pair<F> square = product_of(c, c);
  const F left = fma(-c, square.low, fma(-c, square.high, y));
  const F better = fma(left * 0x1.555556p-2f, root * root, c);
  const F result = with_sign<F>(isTiny ? better * 0x1p-16f : better, x);
  const auto isEdge = (x == 0.0f) | (x - x != 0.0f);
  return isEdge ? x : result;
}

/// x to the power of y. Integers wrap around; to a negative power they are 1 / x^-y towards zero,
/// and 0 if x is 0.
template <typename T>
SHARDC_INLINE T pow(T x, T y) {
  if constexpr (isOfFloats<T>) {
    return pow_of_floats(x, y);
  } else if constexpr (std::is_floating_point_v<T>) {
    return std::pow(x, y);
  } else {
    using Bits = std::make_unsigned_t<T>;
    if constexpr (std::is_signed_v<T>) {
      if (y < 0) return x == 1 ? 1 : x != -1 ? 0 : (y & 1) != 0 ? -1 : 1;
    }
    Bits power = 1, base = Bits(x);
    for (Bits left = Bits(y); left != 0; left >>= 1, base *= base)
      if ((left & 1) != 0) power *= base;
    return T(power);
  }
}
template <typename X, typename Y>
requires VectorBeside<X, Y> SHARDC_INLINE auto pow(X x, Y y) {
  using V = VectorOfBoth<X, Y>;
  return pow<V>(spread<V>(x), spread<V>(y));
}
template <typename T>
SHARDC_INLINE T cbrt(T x) {
  if constexpr (isOfFloats<T>)
    return cbrt_of_float(x);
  else
    return std::cbrt(x);
}

SHARDC_ROUNDED_1(cbrt)
SHARDC_ROUNDED_2(pow)

template <AnySmallInteger S>
SHARDC_HD S pow(S x, S y) {
  return S(pow(int(x), int(y)));
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

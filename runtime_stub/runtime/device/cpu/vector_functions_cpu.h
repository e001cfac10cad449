// SPDX-License-Identifier: Apache-2.0
// The functions of scalar.h of vectors: in each place the same bits. Those that are of vectors,
// too, are beside those of numbers. A number beside a vector stands for a vector of it.
#pragma once

#include "runtime/device/cpu/vector_cpu.h"
#include "runtime/device/exponentials.h"
#include "runtime/device/scalar.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// 1 where it is so, and 0 elsewhere.
template <typename T>
SHARDC_INLINE T one_where(bool condition) {
  return T(condition);
}
template <typename T, AnyVector V>
SHARDC_INLINE Beside<T, V> one_where(V condition) {
  using Numbers = Beside<T, V>;
  return condition ? spread<Numbers>(T(1)) : Numbers{};
}
template <NarrowFloat N, AnyVector V>
SHARDC_INLINE Beside<N, V> one_where(V condition) {
  return converted<N>(one_where<float>(condition));
}

/// The bits of floats that are one value twice, or two zeros: of -0.0 and 0.0 those of 0.0.
template <AnyVector V>
SHARDC_INLINE V larger_of_equal(V x, V y) {
  using Bits = Beside<IntegerFor<Element<V>>, V>;
  return bitcast<V>(bitcast<Bits>(x) & bitcast<Bits>(y));
}
template <AnyVector V>
SHARDC_INLINE V smaller_of_equal(V x, V y) {
  using Bits = Beside<IntegerFor<Element<V>>, V>;
  return bitcast<V>(bitcast<Bits>(x) | bitcast<Bits>(y));
}

template <AnyVector V>
SHARDC_INLINE V max(V x, V y) {
  const V larger = x > y ? x : y;
  if constexpr (std::is_floating_point_v<Element<V>>) {
    const V any = x == y ? larger_of_equal(x, y) : larger;
    return x != x ? x : any;
  } else {
    return larger;
  }
}
template <AnyVector V>
SHARDC_INLINE V min(V x, V y) {
  const V smaller = x < y ? x : y;
  if constexpr (std::is_floating_point_v<Element<V>>) {
    const V any = x == y ? smaller_of_equal(x, y) : smaller;
    return x != x ? x : any;
  } else {
    return smaller;
  }
}
template <typename X, typename Y>
requires VectorBeside<X, Y> SHARDC_INLINE auto max(X x, Y y) {
  using V = VectorOfBoth<X, Y>;
  return max<V>(spread<V>(x), spread<V>(y));
}
template <typename X, typename Y>
requires VectorBeside<X, Y> SHARDC_INLINE auto min(X x, Y y) {
  using V = VectorOfBoth<X, Y>;
  return min<V>(spread<V>(x), spread<V>(y));
}
/// Integers as unsigned ones, and the number of their last bit.
template <AnyVector V>
using UnsignedOf = Beside<std::make_unsigned_t<Element<V>>, V>;
template <AnyVector V>
constexpr Element<UnsignedOf<V>> kLastBit = 8 * sizeof(Element<V>) - 1;

template <AnyVector V>
SHARDC_INLINE V shiftLeft(V x, V y) {
  using Bits = UnsignedOf<V>;
  const Bits by = bitcast<Bits>(y);
  return by <= kLastBit<V> ? bitcast<V>(bitcast<Bits>(x) << (by & kLastBit<V>)) : V{};
}
template <AnyVector V>
SHARDC_INLINE V shiftRightLogical(V x, V y) {
  using Bits = UnsignedOf<V>;
  const Bits by = bitcast<Bits>(y);
  return by <= kLastBit<V> ? bitcast<V>(bitcast<Bits>(x) >> (by & kLastBit<V>)) : V{};
}
template <AnyVector V>
SHARDC_INLINE V shiftRight(V x, V y) {
  using Bits = UnsignedOf<V>;
  using Signed = Beside<std::make_signed_t<Element<V>>, V>;
  const Bits by = bitcast<Bits>(y), most = spread<Bits>(kLastBit<V>);
  return bitcast<V>(bitcast<Signed>(x) >> bitcast<Signed>(by < most ? by : most));
}
template <typename X, typename Y>
requires VectorBeside<X, Y> SHARDC_INLINE auto shiftLeft(X x, Y y) {
  using V = VectorOfBoth<X, Y>;
  return shiftLeft<V>(spread<V>(x), spread<V>(y));
}
template <typename X, typename Y>
requires VectorBeside<X, Y> SHARDC_INLINE auto shiftRightLogical(X x, Y y) {
  using V = VectorOfBoth<X, Y>;
  return shiftRightLogical<V>(spread<V>(x), spread<V>(y));
}
template <typename X, typename Y>
requires VectorBeside<X, Y> SHARDC_INLINE auto shiftRight(X x, Y y) {
  using V = VectorOfBoth<X, Y>;
  return shiftRight<V>(spread<V>(x), spread<V>(y));
}
/// Of floats.
template <AnyVector V>
SHARDC_INLINE V abs(V x) {
  using Bits = Beside<IntegerFor<Element<V>>, V>;
  return bitcast<V>(bitcast<Bits>(x) & kHighest<Element<Bits>>);
}
template <AnyVector V>
SHARDC_INLINE V sqrt(V x) {
  return root_of(x);
}
template <AnyVector V>
SHARDC_INLINE V rsqrt(V x) {
  return Element<V>(1) / sqrt(x);
}

// Of narrow floats: those of floats, rounded.

SHARDC_ROUNDED_VECTORS_1(abs)
SHARDC_ROUNDED_VECTORS_1(sqrt)
SHARDC_ROUNDED_VECTORS_1(rsqrt)
SHARDC_ROUNDED_VECTORS_2(max)
SHARDC_ROUNDED_VECTORS_2(min)

#define SHARDC_ROUNDED_OPERATOR(sign)                                                              \
  template <NarrowFloat N, int width>                                                              \
  SHARDC_INLINE Narrows<N, width> operator sign(Narrows<N, width> x, Narrows<N, width> y) {        \
    return converted<N>(floats(x) sign floats(y));                                                 \
  }                                                                                                \
  template <NarrowFloat N, int width>                                                              \
  SHARDC_INLINE Narrows<N, width> operator sign(Narrows<N, width> x, N y) {                        \
    return converted<N>(floats(x) sign float(y));                                                  \
  }                                                                                                \
  template <NarrowFloat N, int width>                                                              \
  SHARDC_INLINE Narrows<N, width> operator sign(N x, Narrows<N, width> y) {                        \
    return converted<N>(float(x) sign floats(y));                                                  \
  }
SHARDC_ROUNDED_OPERATOR(+)
SHARDC_ROUNDED_OPERATOR(-)
SHARDC_ROUNDED_OPERATOR(*)
SHARDC_ROUNDED_OPERATOR(/)
#undef SHARDC_ROUNDED_OPERATOR

template <NarrowFloat N, int width>
SHARDC_INLINE Narrows<N, width> operator-(Narrows<N, width> x) {
  if constexpr (!N::hasMinusZero) return converted<N>(-floats(x));
  return {x.bits ^ typename N::Bits(1u << (N::width - 1))};
}

#define SHARDC_NARROW_COMPARISON(sign)                                                             \
  template <NarrowFloat N, int width>                                                              \
  SHARDC_INLINE auto operator sign(Narrows<N, width> x, Narrows<N, width> y) {                     \
    return floats(x) sign floats(y);                                                               \
  }                                                                                                \
  template <NarrowFloat N, int width>                                                              \
  SHARDC_INLINE auto operator sign(Narrows<N, width> x, N y) {                                     \
    return floats(x) sign float(y);                                                                \
  }                                                                                                \
  template <NarrowFloat N, int width>                                                              \
  SHARDC_INLINE auto operator sign(N x, Narrows<N, width> y) {                                     \
    return float(x) sign floats(y);                                                                \
  }
SHARDC_NARROW_COMPARISON(==)
SHARDC_NARROW_COMPARISON(!=)
SHARDC_NARROW_COMPARISON(<)
SHARDC_NARROW_COMPARISON(<=)
SHARDC_NARROW_COMPARISON(>)
SHARDC_NARROW_COMPARISON(>=)
#undef SHARDC_NARROW_COMPARISON

/// condition ? x : y, which C++ has for numbers and for vectors of its own.
template <NarrowFloat N>
SHARDC_INLINE N choose(bool condition, N x, N y) {
  return condition ? x : y;
}
template <AnyVector M, typename X, typename Y>
SHARDC_INLINE auto choose(M condition, X x, Y y) {
  using V = Beside<Element<X>, M>;
  using Mask = decltype(V{}.bits < V{}.bits);
  const Mask isFirst = convertedInSteps<Element<Mask>>(condition);
  return V{isFirst ? spread<V>(x).bits : spread<V>(y).bits};
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

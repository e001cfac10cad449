// SPDX-License-Identifier: Apache-2.0
// Numbers side by side, as compilers keep them in registers (GNU vectors: GCC and Clang have the
// operators of numbers for them, element by element; what is compared is -1 or 0). One number is a
// vector of one, so what is written here in terms of any vector serves both, with the same bits.
#pragma once

#include "runtime/narrow.h"

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

template <typename T, int width>
struct VectorOf {
#ifndef __CUDACC__
  typedef T Type __attribute__((vector_size(width * sizeof(T))));
#endif
};
template <typename T>
struct VectorOf<T, 1> {
  using Type = T;
};
/// Narrow floats side by side: their bits. They are computed with as floats, as one of them is.
template <NarrowFloat N, int width>
struct Narrows {
  typename VectorOf<typename N::Bits, width>::Type bits;
};
template <NarrowFloat N, int width>
struct VectorOf<N, width> {
  using Type = Narrows<N, width>;
};
template <NarrowFloat N>
struct VectorOf<N, 1> {
  using Type = N;
};
template <typename T, int width>
using Vector = typename VectorOf<T, width>::Type;

#ifdef __CUDACC__ // threads have one number each
template <typename V>
constexpr bool isVector = false;
#else
template <typename V>
constexpr bool isVector = !std::is_class_v<V> && !std::is_pointer_v<V> && requires(V vector) {
  vector[0];
};
#endif

/// What a vector's numbers are.
template <typename V>
struct ElementOf {
  using Type = V;
};
template <typename V>
requires isVector<V>
struct ElementOf<V> {
  using Type = std::decay_t<decltype(V{}[0])>;
};
template <NarrowFloat N, int width>
struct ElementOf<Narrows<N, width>> {
  using Type = N;
};
template <typename V>
using Element = typename ElementOf<V>::Type;

/// A float, or a vector of floats.
template <typename V>
constexpr bool isOfFloats = std::is_same_v<Element<V>, float>;

/// As many numbers of another type as V has.
template <typename T, typename V>
using Beside = Vector<T, sizeof(V) / sizeof(Element<V>)>;

/// The bits of `x` as a T of the same width.
template <typename T, typename X>
SHARDC_HD T bitcast(X x) {
  static_assert(sizeof(T) == sizeof(X), "bitcast keeps the width");
  T to;
  memcpy(&to, &x, sizeof to);
  return to;
}

/// x in all places of a V.
template <typename V, typename X>
SHARDC_INLINE V spread(X x) {
  if constexpr (isVector<V> && !isVector<X>)
    return Element<V>(x) - V{}; // of -0.0, too
  else if constexpr (isNarrow<X> && !std::is_same_v<V, X>)
    return {spread<decltype(V::bits)>(x.bits)};
  else
    return x;
}

/// Numbers as those of another type, as C++ converts them, or rounded to narrow floats.
template <typename T, typename V>
SHARDC_INLINE Beside<T, V> converted(V x) {
#ifndef __CUDACC__
  if constexpr (isVector<V> && isNarrow<T>)
    return {__builtin_convertvector(T::template rounded<Beside<uint32_t, V>>(x),
                                    Beside<typename T::Bits, V>)};
  else if constexpr (isVector<V>)
    return __builtin_convertvector(x, Beside<T, V>);
  else
#endif
    return T(x);
}

#ifndef __CUDACC__
/// The floats that narrow ones are.
template <NarrowFloat N, int width>
SHARDC_INLINE Vector<float, width> floats(Narrows<N, width> x) {
  const auto wide = __builtin_convertvector(x.bits, Vector<uint32_t, width>);
  return N::template widened<Vector<float, width>>(wide);
}
template <typename T, NarrowFloat N, int width>
SHARDC_INLINE Vector<T, width> converted(Narrows<N, width> x) {
  return converted<T>(floats(x));
}
#endif

template <typename V>
concept AnyVector = isVector<V>;
/// Of two of them one is a vector.
template <typename X, typename Y>
concept VectorBeside = isVector<X>
!= isVector<Y>;
template <typename X, typename Y>
using VectorOfBoth = std::conditional_t<isVector<X>, X, Y>;

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

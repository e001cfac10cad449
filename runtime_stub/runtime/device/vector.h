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

#ifndef __CUDACC__
/// The integers of so many bytes.
template <size_t bytes>
using IntegerOf = std::conditional_t<
    bytes == 8, int64_t,
    std::conditional_t<bytes == 4, int32_t, std::conditional_t<bytes == 2, int16_t, int8_t>>>;

/// A vector's numbers as those of another type. From a width to one of more than twice or less than
/// half of it GCC 12 would take them one by one: so by the widths between.
template <typename T, typename V>
SHARDC_INLINE Beside<T, V> convertedInSteps(V x) {
  using From = Element<V>;
  constexpr bool isLong = sizeof(V) / sizeof(From) >= 8;
  if constexpr (isLong && std::is_integral_v<From> && sizeof(T) > 2 * sizeof(From)) {
    using Wider = IntegerOf<2 * sizeof(From)>; // which has room for all, with signs or without
    return convertedInSteps<T>(__builtin_convertvector(x, Beside<Wider, V>));
  } else if constexpr (isLong && std::is_integral_v<From> && std::is_integral_v<T> &&
                       2 * sizeof(T) < sizeof(From)) {
    using Narrower = IntegerOf<sizeof(From) / 2>;
    return convertedInSteps<T>(__builtin_convertvector(x, Beside<Narrower, V>));
  } else {
    return __builtin_convertvector(x, Beside<T, V>);
  }
}
#endif

/// Numbers as those of another type, as C++ converts them, or rounded to narrow floats.
template <typename T, typename V>
SHARDC_INLINE Beside<T, V> converted(V x) {
#ifndef __CUDACC__
  if constexpr (isVector<V> && isNarrow<T>)
    return {convertedInSteps<typename T::Bits>(T::template rounded<Beside<uint32_t, V>>(x))};
  else if constexpr (isVector<V>)
    return convertedInSteps<T>(x);
  else
#endif
    return T(x);
}

#ifndef __CUDACC__
/// The floats that narrow ones are.
template <NarrowFloat N, int width>
SHARDC_INLINE Vector<float, width> floats(Narrows<N, width> x) {
  const auto wide = convertedInSteps<uint32_t>(x.bits);
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

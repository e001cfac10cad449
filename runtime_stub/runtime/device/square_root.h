// SPDX-License-Identifier: Apache-2.0
// The square root, of numbers and of vectors of them: one step, by the instruction for it.
#pragma once

#include "runtime/device/vector.h"

#include <cmath>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifndef __CUDACC__
#if __has_builtin(__builtin_elementwise_sqrt)
template <typename V>
SHARDC_INLINE V root_of_vector(V x) {
  return __builtin_elementwise_sqrt(x);
}
#else
template <typename V>
SHARDC_INLINE V root_of_vector(V x) {
  V result = {};
  for (size_t k = 0; k < sizeof(V) / sizeof(Element<V>); ++k)
    result[k] = std::sqrt(x[k]);
  return result;
}
// GCC, which is not to look for vectors, takes elements one by one.
#if defined(__SSE2__) && defined(__GNUC__) && !defined(__clang__)
SHARDC_INLINE Vector<float, 4> root_of_vector(Vector<float, 4> x) {
  return __builtin_ia32_sqrtps(x);
}
SHARDC_INLINE Vector<double, 2> root_of_vector(Vector<double, 2> x) {
  return __builtin_ia32_sqrtpd(x);
}
#ifdef __AVX__
SHARDC_INLINE Vector<float, 8> root_of_vector(Vector<float, 8> x) {
  return __builtin_ia32_sqrtps256(x);
}
SHARDC_INLINE Vector<double, 4> root_of_vector(Vector<double, 4> x) {
  return __builtin_ia32_sqrtpd256(x);
}
#endif
#ifdef __AVX512F__
SHARDC_INLINE Vector<float, 16> root_of_vector(Vector<float, 16> x) {
  return __builtin_ia32_sqrtps512_mask(x, x, -1, 4);
}
SHARDC_INLINE Vector<double, 8> root_of_vector(Vector<double, 8> x) {
  return __builtin_ia32_sqrtpd512_mask(x, x, -1, 4);
}
#endif
#endif
#endif
#endif

template <typename F>
SHARDC_INLINE F root_of(F x) {
#ifndef __CUDACC__
  if constexpr (isVector<F>)
    return root_of_vector(x);
  else
#endif
    return std::sqrt(x);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

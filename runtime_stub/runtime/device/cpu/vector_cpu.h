// SPDX-License-Identifier: Apache-2.0
// Registers of floats, for the one loop in which it matters that sums stay in them. All other loops
// are plain ones, which compilers put on vectors themselves.
#pragma once

#include "runtime/device/scalar.h"

#include <cstdint>
#include <cstring>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#if defined(__AVX512F__)
constexpr int kVectorBytes = 64;
#elif defined(__AVX2__)
constexpr int kVectorBytes = 32;
#else
constexpr int kVectorBytes = 16;
#endif

template <typename T>
struct VectorOf {
  typedef T Type __attribute__((vector_size(kVectorBytes)));
  static constexpr int width = kVectorBytes / sizeof(T);
};
template <typename T>
using Vector = typename VectorOf<T>::Type;

template <typename T>
inline Vector<T> load(const T *from) {
  Vector<T> to;
  memcpy(&to, from, sizeof to);
  return to;
}
template <typename T>
inline void store(T *to, const Vector<T> &from) {
  memcpy(to, &from, sizeof from);
}
/// x in all places.
template <typename T>
inline Vector<T> spread(T x) {
  return x - Vector<T>{};
}

/// x * y + z in each place, rounded once.
template <typename T>
inline Vector<T> fma(const Vector<T> &x, const Vector<T> &y, const Vector<T> &z) {
#if defined(__clang__) && (defined(__FMA__) || defined(__aarch64__))
  return __builtin_elementwise_fma(x, y, z);
#elif defined(__AVX512F__)
  if constexpr (sizeof(T) == 4)
    return __builtin_ia32_vfmaddps512_mask(x, y, z, -1, 4);
  else
    return __builtin_ia32_vfmaddpd512_mask(x, y, z, -1, 4);
#elif defined(__FMA__)
  if constexpr (sizeof(T) == 4)
    return __builtin_ia32_vfmaddps256(x, y, z);
  else
    return __builtin_ia32_vfmaddpd256(x, y, z);
#else
  Vector<T> sum = z;
  for (int k = 0; k < VectorOf<T>::width; ++k)
    sum[k] = fma(x[k], y[k], z[k]);
  return sum;
#endif
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
// Four neighbours of memory at once: an access of 16 bytes takes as long as one of 4, so a GPU has
// fewer of them under way for the same bytes. Elements of 8 bytes are two accesses, narrow ones are
// one of 4 or 8 bytes.
#pragma once

#include "runtime/namespace.h"

#include <cstring>
#include <type_traits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// What neighbours of so many bytes are read and written as.
template <int bytes>
using WideOf =
    std::conditional_t<bytes % 16 == 0, float4, std::conditional_t<bytes % 8 == 0, float2, uchar4>>;

/// So many neighbours, which lie at a multiple of their bytes or of 16, are read as one or as few.
template <int count, typename T>
__device__ inline void read_neighbours(T *to, const T *from) {
  using Wide = WideOf<count *int(sizeof(T))>;
#pragma unroll
  for (int n = 0; n < count; n += int(sizeof(Wide) / sizeof(T))) {
    const Wide wide = *reinterpret_cast<const Wide *>(from + n);
    memcpy(to + n, &wide, sizeof wide);
  }
}

template <typename T>
struct Vec4 {
  T at[4];

  __device__ T &operator[](int k) { return at[k]; }
  __device__ const T &operator[](int k) const { return at[k]; }
};

/// from[0], ..., from[3], which lie at a multiple of their bytes or of 16.
template <typename T>
__device__ inline Vec4<T> load_vec4(const T *from) {
  Vec4<T> vec;
  read_neighbours<4>(vec.at, from);
  return vec;
}

/// Of which there are `count`: others are 0.
template <typename T, typename Index>
__device__ inline Vec4<T> load_vec4(const T *from, Index count) {
  if (count >= 4) return load_vec4(from);
  Vec4<T> vec = {};
#pragma unroll
  for (int k = 0; k < 4; ++k)
    if (k < count) vec[k] = from[k];
  return vec;
}

template <typename T>
__device__ inline void store_vec4(T *to, const Vec4<T> &vec) {
  using Wide = WideOf<4 * int(sizeof(T))>;
#pragma unroll
  for (int n = 0; n < 4; n += int(sizeof(Wide) / sizeof(T))) {
    Wide wide;
    memcpy(&wide, vec.at + n, sizeof wide);
    *reinterpret_cast<Wide *>(to + n) = wide;
  }
}

/// The first `count` of them, which may be more than there are.
template <typename T, typename Index>
__device__ inline void store_vec4(T *to, const Vec4<T> &vec, Index count) {
  if (count >= 4) return store_vec4(to, vec);
#pragma unroll
  for (int k = 0; k < 4; ++k)
    if (k < count) to[k] = vec[k];
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
// Neighbours of memory at once: an access of 16 bytes takes as long as one of 4, so a GPU has fewer
// of them under way for the same bytes. More bytes are several accesses, fewer are one.
#pragma once

#include "runtime/namespace.h"

#include <cstring>
#include <type_traits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// What neighbours of so many bytes are read and written as.
template <int bytes>
using WideOf = std::conditional_t<
    bytes % 16 == 0, float4,
    std::conditional_t<bytes % 8 == 0, float2,
                       std::conditional_t<bytes % 4 == 0, uchar4,
                                          std::conditional_t<bytes % 2 == 0, short, char>>>>;

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

template <typename T, int count>
struct Vec {
  T at[count];

  __device__ T &operator[](int k) { return at[k]; }
  __device__ const T &operator[](int k) const { return at[k]; }
};

/// from[0], from[1], ..., which lie at a multiple of their bytes or of 16.
template <int count, typename T>
__device__ inline Vec<T, count> load_vec(const T *from) {
  Vec<T, count> vec;
  read_neighbours<count>(vec.at, from);
  return vec;
}

/// Where neighbours lie, if they are there: else they are zeros.
template <typename T>
struct PlaceOrZeros {
  const T *at;
};
template <typename T>
__device__ inline PlaceOrZeros<T> zeros_unless(bool are_there, const T *at) {
  return {are_there ? at : nullptr};
}
template <int count, typename T>
__device__ inline Vec<T, count> load_vec(PlaceOrZeros<T> from) {
  if (from.at) return load_vec<count>(from.at);
  return {};
}

/// Of which there are `most`: others are 0.
template <int count, typename T, typename Index>
__device__ inline Vec<T, count> load_vec(const T *from, Index most) {
  if (most >= count) return load_vec<count>(from);
  Vec<T, count> vec = {};
#pragma unroll
  for (int k = 0; k < count; ++k)
    if (k < most) vec[k] = from[k];
  return vec;
}

template <typename T, int count>
__device__ inline void store_vec(T *to, const Vec<T, count> &vec) {
  using Wide = WideOf<count *int(sizeof(T))>;
#pragma unroll
  for (int n = 0; n < count; n += int(sizeof(Wide) / sizeof(T))) {
    Wide wide;
    memcpy(&wide, vec.at + n, sizeof wide);
    *reinterpret_cast<Wide *>(to + n) = wide;
  }
}

/// The first `most` of them, which may be more than there are.
template <typename T, int count, typename Index>
__device__ inline void store_vec(T *to, const Vec<T, count> &vec, Index most) {
  if (most >= count) return store_vec(to, vec);
#pragma unroll
  for (int k = 0; k < count; ++k)
    if (k < most) to[k] = vec[k];
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

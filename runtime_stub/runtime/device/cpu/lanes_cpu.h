// SPDX-License-Identifier: Apache-2.0
// What lanes of a row, neighbours in an array, come to.
#pragma once

#include "runtime/device/cpu/vector_cpu.h"

#include <utility>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Elements 2 i and 2 i + 1, added up.
template <typename T>
SHARDC_INLINE T sum_of_pair(const T *memory, int64_t i) {
  return memory[2 * i] + memory[2 * i + 1];
}
#if __has_builtin(__builtin_shufflevector)
template <typename V, int... places>
SHARDC_INLINE V sum_of_pairs(V x, V y, std::integer_sequence<int, places...>) {
  return __builtin_shufflevector(x, y, (2 * places)...) +
         __builtin_shufflevector(x, y, (2 * places + 1)...);
}
template <typename T, int width>
SHARDC_INLINE Vector<T, width> sum_of_pair(const T *memory, Indices<T, width> i) {
  const Indices<T, width> first = {2 * i.first}, second = first + width;
  return sum_of_pairs(load(memory, first), load(memory, second),
                      std::make_integer_sequence<int, width>());
}
#else
template <typename T, int width>
SHARDC_INLINE Vector<T, width> sum_of_pair(const T *memory, Indices<T, width> i) {
  Vector<T, width> sum = {};
  for (int k = 0; k < width; ++k)
    sum[k] = sum_of_pair(memory, i.first + k);
  return sum;
}
#endif

/// The tree of sum_order.h over lanes.
template <typename T, int lanes>
SHARDC_INLINE T sum_of_lanes(const T (&lane)[lanes]) {
  if constexpr (lanes == 2) {
    return lane[0] + lane[1];
  } else {
    T pairs[lanes / 2];
    in_vectors<T, lanes / 2>(0, [&](auto l) { store(pairs, l, sum_of_pair(lane, l)); });
    return sum_of_lanes(pairs);
  }
}

/// What a function whose order is free makes of the first `count` lanes: of the halves, again and
/// again.
template <int count, typename T, int lanes, typename Combine>
SHARDC_INLINE T over_first(T (&lane)[lanes], const Combine &combine) {
  if constexpr (count > 1) {
    constexpr int half = count / 2, rest = count - half;
    in_vectors<T, half>(
        0, [&](auto l) { store(lane, l, combine(load(lane, l), load(lane, l + rest))); });
    return over_first<rest>(lane, combine);
  } else {
    return lane[0];
  }
}
template <typename T, int lanes, typename Combine>
SHARDC_INLINE T over_lanes(T (&lane)[lanes], const Combine &combine) {
  return over_first<lanes>(lane, combine);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

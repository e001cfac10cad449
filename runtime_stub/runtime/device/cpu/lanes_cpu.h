// SPDX-License-Identifier: Apache-2.0
// Lanes of a row, neighbours in an array, and what they come to.
//
//   in_lanes<float, 64>(0, [&](auto j, auto lane) {
//     store(lanes, lane, load(lanes, lane) + load(x, i * 64 + j));
//   });
//
// is in_vectors() with the places of the lanes. Of a row's rest it makes whole vectors, too: what
// is written in parts of one, and then read as a whole, processors wait for.
#pragma once

#include "runtime/device/cpu/vector_cpu.h"

#include <utility>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// body(i, lane) for the indices from lo to hi, with their lanes, from 0 on.
template <typename T, typename End, typename Body>
SHARDC_INLINE void in_lanes(int64_t lo, End hi, const Body &body) {
  in_vectors<T>(lo, hi, [&](auto i) SHARDC_INLINED { body(i, i - lo); });
}

#if __has_builtin(__builtin_shufflevector)

/// The first `count` of neighbouring indices, behind others, of which what is read is beside them.
template <typename T, int width, int count>
struct FirstIndices : Indices<T, width> {
  friend FirstIndices operator+(FirstIndices i, int64_t by) { return {{i.first + by}}; }
  friend FirstIndices operator+(int64_t by, FirstIndices i) { return {{i.first + by}}; }
  friend FirstIndices operator-(FirstIndices i, int64_t by) { return {{i.first - by}}; }
};
/// What is computed beside the first is nobody's.
template <typename T, typename I, int width, int count, typename V>
SHARDC_INLINE void store(T *memory, FirstIndices<I, width, count> i, V value) {
  T all[width];
  store(all, Indices<I, width>{0}, value);
  memcpy(memory + i.first, all, count * sizeof(T));
}

/// Their lanes.
template <typename T, int width, int count>
struct FirstLanes {
  int64_t first;
};

template <int by, typename V, int... places>
SHARDC_INLINE V rotated(V x, std::integer_sequence<int, places...>) {
  if constexpr (isVector<V>)
    return __builtin_shufflevector(x, x, (places + by)...);
  else
    return {__builtin_shufflevector(x.bits, x.bits, (places + by)...)};
}
template <typename T, typename I, int width, int count>
SHARDC_INLINE auto load(const T *memory, FirstIndices<I, width, count> i) {
  const auto last = load(memory, Indices<I, width>{i.first + count - width});
  return rotated<width - count>(last, std::make_integer_sequence<int, width>());
}
template <typename T, typename I, int width, int count>
SHARDC_INLINE auto load(const T *memory, FirstLanes<I, width, count> i) {
  return load(memory, Indices<I, width>{i.first});
}
/// The other lanes keep what they have.
template <typename T, typename I, int width, int count, typename V>
SHARDC_INLINE void store(T *memory, FirstLanes<I, width, count> i, V value) {
  const Indices<I, width> all{i.first};
  store(memory, all, i.first + count > all ? value : load(memory, all));
}

/// A block with a rest that has others before it.
template <typename T, int64_t size, bool isFirst, typename Body>
requires(size % kWidth<T> != 0 && (size > kWidth<T> || !isFirst)) SHARDC_INLINE
    void in_lanes(int64_t lo, EndOfBlock<size, isFirst>, const Body &body) {
  constexpr int width = kWidth<T>, rest = int(size % width);
  constexpr int64_t whole = size - rest;
  in_vectors<T, whole>(lo, [&](auto i) SHARDC_INLINED { body(i, i - lo); });
  body(FirstIndices<T, width, rest>{{lo + whole}}, FirstLanes<T, width, rest>{whole});
}

#endif

/// The same for `size` indices from lo on.
template <typename T, int64_t size, typename Body>
SHARDC_INLINE void in_lanes(int64_t lo, const Body &body) {
  in_lanes<T>(lo, EndOfBlock<size, true>{lo}, body);
}

/// Where all lanes begin. By vectors: what is written one by one, and then read as a vector,
/// processors wait for.
template <typename T, int lanes>
SHARDC_INLINE void fill_lanes(T (&lane)[lanes], std::type_identity_t<T> value) {
  in_vectors<T, lanes>(0, [&](auto l) { store(lane, l, value); });
}

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

// SPDX-License-Identifier: Apache-2.0
// Rows that are read once on GPUs: a thread has its elements in registers until it is known what
// becomes of them. A warp has a row, or one leaf of the sums of a long one (sum_order.h).
//
// A thread has four lanes of its leaf: neighbours, which are accesses of 16 bytes, or, where rows
// do not lie so in memory, those of every 32nd term. The sum of either is the same tree over lanes.
#pragma once

#include "runtime/device/cuda/reduce_rows_cuda.h"
#include "runtime/device/cuda/vec_cuda.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Rows of `count` elements, of which each of `warps` warps has a leaf; `neighbours` of a thread's,
/// 4 or 1, lie side by side. Its elements are counted by their places.
template <int count, int warps, int neighbours>
struct RowShape {
  static constexpr int own_warps = warps, own_neighbours = neighbours;
  static constexpr int lanes = 4, span = lanes * kWarp;
  static constexpr int shortest = count / warps, longest = (count + warps - 1) / warps; // leaf
  static constexpr int groups = (longest + span - 1) / span, places = groups * lanes;

  static __device__ int warp() { return int(threadIdx.x) / kWarp % warps; }
  static __device__ int first_of(int warp) { return int(leaf_start(warps, count, warp)); }
  /// Where in the row the element at a place is, if there is one.
  static __device__ int index_of(int place) {
    const int thread = int(threadIdx.x) % kWarp, lane = place % lanes;
    const int in_span = neighbours == 1 ? lane * kWarp + thread : thread * lanes + lane;
    return first_of(warp()) + place / lanes * span + in_span;
  }
  static __device__ bool has(int place, int index) {
    const bool always = (place / lanes + 1) * span <= shortest;
    return always || index < first_of(warp() + 1);
  }
};

/// A thread's elements of a row; where there are none: 0.
template <typename Row, typename T>
struct RowPart {
  Vec<T, 4> at[Row::groups];

  __device__ T &operator[](int place) { return at[place / Row::lanes][place % Row::lanes]; }
  __device__ const T &operator[](int place) const {
    return at[place / Row::lanes][place % Row::lanes];
  }
};

/// visit(index, place) for each element that a thread has; of those of every `by` places.
template <typename Row, int by = 1, typename Visit>
__device__ inline void for_each_of_row(const Visit &visit) {
#pragma unroll
  for (int place = 0; place < Row::places; place += by) {
    const int index = Row::index_of(place);
    if (Row::has(place, index)) visit(index, place);
  }
}

/// The row of value(index, place).
template <typename Row, typename T, typename Value>
__device__ inline RowPart<Row, T> row_of(const Value &value) {
  RowPart<Row, T> row = {};
  for_each_of_row<Row>([&](int index, int place) { row[place] = value(index, place); });
  return row;
}

/// A row of memory, of whose elements four neighbours lie at a multiple of 16 bytes.
template <typename Row, typename T>
__device__ inline RowPart<Row, T> load_row(const T *from) {
  static_assert(Row::own_neighbours == Row::lanes);
  RowPart<Row, T> row = {};
  for_each_of_row<Row, Row::lanes>(
      [&](int index, int place) { row.at[place / Row::lanes] = load_vec<4>(from + index); });
  return row;
}

template <typename Row, typename T>
__device__ inline void store_row(T *to, const RowPart<Row, T> &row) {
  for_each_of_row<Row, Row::own_neighbours>([&](int index, int place) {
    if constexpr (Row::own_neighbours == 1)
      to[index] = row[place];
    else
      store_vec(to + index, row.at[place / Row::lanes]);
  });
}

/// What `combine`, whose order is free, makes of a row; `start` adds nothing.
template <typename Row, typename T, typename Combine>
__device__ inline T over_row(const RowPart<Row, T> &row, std::type_identity_t<T> start,
                             const Combine &combine) {
  for_each_of_row<Row>([&](int, int place) { start = combine(start, row[place]); });
  return over_warps<Row::own_warps>(over_threads<kWarp>(start, combine), combine);
}

/// The sum of a row, whose sums have as many leaves as it has warps.
template <typename Row, typename T>
__device__ inline T sum_of_row(const RowPart<Row, T> &row) {
  T lanes[Row::lanes] = {};
  for_each_of_row<Row>([&](int, int place) {
    T &lane = lanes[place % Row::lanes];
    lane = lane + row[place];
  });
  if constexpr (Row::own_neighbours == 1) {
#pragma unroll
    for (T &lane : lanes)
      lane = over_threads<kWarp>(lane, Sum());
  }
  T leaf = T((lanes[0] + lanes[1]) + (lanes[2] + lanes[3]));
  if constexpr (Row::own_neighbours != 1) leaf = over_threads<kWarp>(leaf, Sum());
  return over_warps<Row::own_warps>(leaf, Sum());
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
// Columns that are read once on GPUs: a thread has one leaf of a column's sums (sum_order.h) in
// registers until it is known what becomes of its terms. A block has a few columns that are
// neighbours in memory, as in reduce_columns_cuda.h.
#pragma once

#include "runtime/device/cuda/reduce_columns_cuda.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Columns of `count` elements, `columns` in a block, of each of which `slots` threads have a leaf.
template <int count, int columns, int slots>
struct ColumnShape {
  static constexpr int own_columns = columns, own_slots = slots;
  static constexpr int shortest = count / slots, places = (count + slots - 1) / slots; // leaf

  static __device__ int first(int slot) { return int(leaf_start(slots, count, slot)); }
  static __device__ int slot() { return int(threadIdx.x) / columns; }
  static __device__ bool has(int place) {
    return place < shortest || first(slot()) + place < first(slot() + 1);
  }
};

/// A thread's elements of a column.
template <typename Column, typename T>
struct ColumnPart {
  T at[Column::places];

  __device__ T &operator[](int place) { return at[place]; }
  __device__ const T &operator[](int place) const { return at[place]; }
};

/// visit(index, place) for each element that a thread has.
template <typename Column, typename Visit>
__device__ inline void for_each_of_column(const Visit &visit) {
  const int first = Column::first(Column::slot());
#pragma unroll
  for (int place = 0; place < Column::places; ++place)
    if (Column::has(place)) visit(first + place, place);
}

/// The column of value(index, place).
template <typename Column, typename T, typename Value>
__device__ inline ColumnPart<Column, T> column_of(const Value &value) {
  ColumnPart<Column, T> column = {};
  for_each_of_column<Column>([&](int index, int place) { column[place] = value(index, place); });
  return column;
}

/// What `combine`, whose order is free, makes of a column; `start` adds nothing.
template <typename Column, typename T, typename Combine>
__device__ inline T over_column(const ColumnPart<Column, T> &column, std::type_identity_t<T> start,
                                const Combine &combine) {
  for_each_of_column<Column>([&](int, int place) { start = combine(start, column[place]); });
  return over_slots<Column::own_columns, Column::own_slots>(start, combine);
}

/// The sum of a column, whose sums have as many leaves as threads have it.
template <typename Column, typename T>
__device__ inline T sum_of_column(const ColumnPart<Column, T> &column) {
  T sum = T(0);
  for_each_of_column<Column>([&](int, int place) { sum = sum + column[place]; });
  return over_slots<Column::own_columns, Column::own_slots>(sum, Sum());
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

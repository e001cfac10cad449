// SPDX-License-Identifier: Apache-2.0
// Reductions of columns on GPUs. A block has a few columns that are neighbours in memory, 8 to 32
// or one alone, so what neighbouring threads read is side by side; and many threads have a column,
// each a slot of its terms, so that few columns keep a GPU busy. All of them get the result.
//
// The order of a sum is the language's (sum_order.h): leaves of terms, one term after the other, of
// which each slot has as many; and a tree over leaves, neighbours first, by shuffles where slots
// are in one warp, then through shared memory.
#pragma once

#include "runtime/device/cuda/sum_tree_cuda.h"
#include "runtime/device/product.h"
#include "runtime/device/sum_order.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// What `combine` makes of the values of all slots of this thread's column, neighbours first.
template <int columns, int slots, typename T, typename Combine>
__device__ inline T over_slots(T value, const Combine &combine) {
  __shared__ T of_slot[slots][columns];
  const int slot = threadIdx.x / columns, column = threadIdx.x % columns;
  __syncthreads(); // what was here before has been read
  of_slot[slot][column] = value;
#pragma unroll
  for (int by = 1; by < slots; by *= 2) {
    __syncthreads();
    if (slot % (2 * by) == 0)
      of_slot[slot][column] = combine(of_slot[slot][column], of_slot[slot + by][column]);
  }
  __syncthreads();
  return of_slot[0][column];
}

/// What `combine`, whose order is free, makes of term(i) for all i of the column; `start` adds
/// nothing.
template <typename Index, int columns, int slots, typename T, typename Term, typename Combine>
__device__ inline T over_column(Range<Index> column, T start, const Term &term,
                                const Combine &combine) {
#pragma unroll 4
  for (Index i = column.lo + Index(threadIdx.x) / columns; i < column.hi; i += slots)
    start = combine(start, term(i));
  return over_slots<columns, slots>(start, combine);
}

/// The sum of term(i) for all terms of a column that has all its leaves, a power of two.
template <typename Index, int leaves, int columns, int slots, typename Term>
__device__ inline auto sum_of_column(const Terms &terms, const Term &term) {
  using T = std::decay_t<decltype(term(Index()))>;
  constexpr int own = leaves / slots;
  const auto start = [&](int64_t leaf) { return first_of_leaf<Index>(terms, leaves, leaf); };
  const auto of_leaf = [&](int number) {
    const int64_t leaf = int64_t(threadIdx.x) / columns * own + number;
    const Index end = start(leaf + 1);
    T sum = T(0);
#pragma unroll 8
    for (Index i = start(leaf); i < end; ++i)
      sum = sum + term(i);
    return sum;
  };
  return over_slots<columns, slots>(tree_over<own>(of_leaf, Sum()), Sum());
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

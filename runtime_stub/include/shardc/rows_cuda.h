// SPDX-License-Identifier: Apache-2.0
// Reductions of rows on GPUs: a warp has a row. Its threads take neighbours, so what they read at
// once is side by side in memory, and all of them get the result.
//
// The order of a sum is the language's (sum_order.h): leaves of terms; of a leaf 128 lanes by
// place, of which a thread has four; a tree over lanes, neighbours first, by shuffles; and a tree
// over leaves.
#pragma once

#include "product.h"
#include "sum_order.h"

#include <type_traits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

constexpr int kWarp = 32;

/// What `combine` makes of the values of all threads of a warp, neighbours first; each gets it.
template <typename T, typename Combine>
__device__ inline T over_warp(T value, const Combine &combine) {
#pragma unroll
  for (int by = 1; by < kWarp; by *= 2)
    value = combine(value, __shfl_xor_sync(~0u, value, by));
  return value;
}

/// What `combine`, whose order is free, makes of term(j) for all j of the row; `start` adds
/// nothing.
template <typename Index, typename T, typename Term, typename Combine>
__device__ inline T over_row(Range<Index> row, T start, const Term &term, const Combine &combine) {
  for (Index j = row.lo + Index(threadIdx.x) % kWarp; j < row.hi; j += kWarp)
    start = combine(start, term(j));
  return over_warp(start, combine);
}

/// The sum of a leaf, term(j) for from <= j < to.
template <typename Index, typename Term>
__device__ inline auto sum_of_leaf(Index from, Index to, const Term &term) {
  using T = std::decay_t<decltype(term(from))>;
  constexpr int own = 4;
  T lanes[own] = {};
  for (Index j = from + Index(threadIdx.x) % kWarp; j < to; j += own * kWarp)
#pragma unroll
    for (int lane = 0; lane < own; ++lane)
      if (j + lane * kWarp < to) lanes[lane] = lanes[lane] + term(j + lane * kWarp);
  const auto add = [](T x, T y) { return x + y; };
#pragma unroll
  for (int lane = 0; lane < own; ++lane)
    lanes[lane] = over_warp(lanes[lane], add);
  return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}

/// The sum of term(j) for all terms of a row that has all its leaves, or one. `levels`: of a tree
/// over them; what waits on each is in registers.
template <typename Index, int levels, typename Term>
__device__ inline auto sum_of_row(const Terms &terms, const Term &term) {
  const auto start = [&](int64_t leaf) {
    const int64_t first = leaf_start(terms.leaves, terms.count, leaf, terms.first, terms.last);
    return static_cast<Index>(first - terms.from);
  };
  using T = std::decay_t<decltype(term(Index()))>;
  if constexpr (levels == 0) {
    return T(sum_of_leaf(start(0), start(terms.leaves), term));
  } else {
    T waiting[levels + 1];
    for (int leaf = 0; leaf < terms.leaves; ++leaf) {
      T sum = sum_of_leaf(start(leaf), start(leaf + 1), term);
      bool goes_on = true; // to what waits on this level; else it has found its place
#pragma unroll
      for (int level = 0; level <= levels; ++level) {
        const bool waits = (leaf >> level & 1) != 0;
        if (goes_on && waits) sum = waiting[level] + sum;
        if (goes_on && !waits) waiting[level] = sum;
        goes_on = goes_on && waits;
      }
    }
    // What still waits are subtrees, the last one on the lowest level.
    T total = T(0);
    bool any = false;
#pragma unroll
    for (int level = 0; level <= levels; ++level) {
      if ((terms.leaves >> level & 1) == 0) continue;
      total = any ? waiting[level] + total : waiting[level];
      any = true;
    }
    return total;
  }
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

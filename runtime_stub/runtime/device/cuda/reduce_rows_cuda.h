// SPDX-License-Identifier: Apache-2.0
// Reductions of rows on GPUs: a warp has a row, or a block of several warps has a long one.
// Neighbouring threads take neighbours, so what they read at once is side by side in memory, and
// all of them get the result.
//
// The order of a sum is the language's (sum_order.h): leaves of terms, of which each warp has as
// many; of a leaf 128 lanes by place, of which a thread has four; a tree over lanes, neighbours
// first, by shuffles; and a tree over leaves, through shared memory where several warps have some.
#pragma once

#include "runtime/device/cuda/sum_tree_cuda.h"
#include "runtime/device/product.h"
#include "runtime/device/sum_order.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// What `combine` makes of the values of a block's warps, each of whose threads have the same one.
template <int warps, typename T, typename Combine>
__device__ inline T over_warps(T value, const Combine &combine) {
  if constexpr (warps > 1) {
    __shared__ T of_warp[warps];
    __syncthreads(); // what was here before has been read
    if (threadIdx.x % kWarp == 0) of_warp[threadIdx.x / kWarp] = value;
    __syncthreads();
    value = over_threads<warps>(of_warp[threadIdx.x % warps], combine);
  }
  return value;
}

/// What `combine`, whose order is free, makes of term(j) for all j of the row; `start` adds
/// nothing.
template <typename Index, int warps, typename T, typename Term, typename Combine>
__device__ inline T over_row(Range<Index> row, T start, const Term &term, const Combine &combine) {
  constexpr int threads = warps * kWarp;
#pragma unroll 4
  for (Index j = row.lo + Index(threadIdx.x) % threads; j < row.hi; j += threads)
    start = combine(start, term(j));
  return over_warps<warps>(over_threads<kWarp>(start, combine), combine);
}

/// The sum of a leaf, term(j) for from <= j < to.
template <typename Index, typename Term>
__device__ inline auto sum_of_leaf(Index from, Index to, const Term &term) {
  using T = std::decay_t<decltype(term(from))>;
  constexpr int own = 4;
  T lanes[own] = {};
#pragma unroll 2
  for (Index j = from + Index(threadIdx.x) % kWarp; j < to; j += own * kWarp)
#pragma unroll
    for (int lane = 0; lane < own; ++lane)
      if (j + lane * kWarp < to) lanes[lane] = lanes[lane] + term(j + lane * kWarp);
#pragma unroll
  for (int lane = 0; lane < own; ++lane)
    lanes[lane] = over_threads<kWarp>(lanes[lane], Sum());
  return T((lanes[0] + lanes[1]) + (lanes[2] + lanes[3]));
}

/// The sum of term(j) for all terms of a row that has all its leaves, a power of two, or one.
template <typename Index, int leaves, int warps, typename Term>
__device__ inline auto sum_of_row(const Terms &terms, const Term &term) {
  constexpr int own = leaves / warps;
  const auto start = [&](int64_t leaf) { return first_of_leaf<Index>(terms, leaves, leaf); };
  const auto of_leaf = [&](int number) {
    const int64_t leaf = warps == 1 ? number : threadIdx.x / kWarp * own + number;
    return sum_of_leaf(start(leaf), start(leaf + 1), term);
  };
  return over_warps<warps>(tree_over<own>(of_leaf, Sum()), Sum());
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

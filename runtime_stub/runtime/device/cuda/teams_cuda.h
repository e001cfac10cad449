// SPDX-License-Identifier: Apache-2.0
// Reductions on GPUs by teams of threads, all of which get the result. A team has a row of memory,
// or a column of it.
//
// The order of a sum is the language's (sum_order.h): leaves of terms, of which each part of a team
// has as many; and a tree over leaves, neighbours first.
#pragma once

#include "runtime/device/cuda/sum_tree_cuda.h"
#include "runtime/device/product.h"
#include "runtime/device/sum_order.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// What there is so far with term(i): what term(i, so_far) is, where it adds several; else
/// combined.
template <typename T, typename Index, typename Term, typename Combine>
__device__ inline T with_term(T so_far, Index i, const Term &term, const Combine &combine) {
  if constexpr (requires { term(i, so_far); })
    return term(i, so_far);
  else
    return combine(so_far, term(i));
}

/// A warp has a row, or a block of several warps has a long one. Neighbouring threads take
/// neighbours, so what they read at once is side by side in memory. Of a leaf there are 128 lanes
/// by place, of which a thread has four, and a tree over lanes, by shuffles; or 64 of a short row.
template <int warps, int lanes = 4 * kWarp>
struct RowTeam {
  static constexpr int parts = warps;
  static __device__ int part() { return int(threadIdx.x) / kWarp % warps; }
  /// A thread's first term, and how far it is to the next, where their order is free.
  static constexpr int stride = warps * kWarp;
  static __device__ int first() { return int(threadIdx.x) % stride; }

  /// What `combine` makes of the values of all parts, each of whose threads have the same one.
  template <typename T, typename Combine>
  static __device__ T over_parts(T value, const Combine &combine) {
    if constexpr (warps > 1) {
      __shared__ T of_warp[warps];
      __syncthreads(); // what was here before has been read
      if (threadIdx.x % kWarp == 0) of_warp[threadIdx.x / kWarp] = value;
      __syncthreads();
      value = over_threads<warps>(of_warp[threadIdx.x % warps], combine);
    }
    return value;
  }
  /// Of all threads.
  template <typename T, typename Combine>
  static __device__ T over(T value, const Combine &combine) {
    return over_parts(over_threads<kWarp>(value, combine), combine);
  }

  /// The sum of a leaf, term(j) for from <= j < to.
  template <typename Index, typename Term>
  static __device__ auto sum_of_leaf(Index from, Index to, const Term &term) {
    using T = std::decay_t<decltype(term(from))>;
    constexpr int count = lanes / kWarp;
    T own[count] = {};
#pragma unroll 2
    for (Index j = from + Index(threadIdx.x) % kWarp; j < to; j += lanes)
#pragma unroll
      for (int lane = 0; lane < count; ++lane)
        if (j + lane * kWarp < to) own[lane] = own[lane] + term(j + lane * kWarp);
#pragma unroll
    for (int lane = 0; lane < count; ++lane)
      own[lane] = over_threads<kWarp>(own[lane], Sum());
    if constexpr (count == 2)
      return T(own[0] + own[1]);
    else
      return T((own[0] + own[1]) + (own[2] + own[3]));
  }
};

/// Several warps take turns at the rows of a plane, whose terms are combined in any order: each
/// thread has some of every row, and what threads have is combined once.
template <int warps>
struct PlaneTeam : RowTeam<warps> {
  static constexpr int stride = warps;
  static __device__ int first() { return RowTeam<warps>::part(); }
};

/// A block has a few columns that are neighbours in memory, 8 to 32 or one alone, so what
/// neighbouring threads read is side by side; and many threads have a column, each a slot of its
/// terms, so that few columns keep a GPU busy. The terms of a leaf are added up one after the
/// other.
template <int columns, int slots>
struct ColumnTeam {
  static constexpr int parts = slots, stride = slots;
  static __device__ int part() { return int(threadIdx.x) / columns; }
  static __device__ int first() { return part(); }

  template <typename T, typename Combine>
  static __device__ T over_parts(T value, const Combine &combine) {
    __shared__ T of_slot[slots][columns];
    const int slot = part(), column = threadIdx.x % columns;
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
  template <typename T, typename Combine>
  static __device__ T over(T value, const Combine &combine) {
    return over_parts(value, combine);
  }

  template <typename Index, typename Term>
  static __device__ auto sum_of_leaf(Index from, Index to, const Term &term) {
    using T = std::decay_t<decltype(term(from))>;
    T sum = T(0);
#pragma unroll 8
    for (Index i = from; i < to; ++i)
      sum = with_term(sum, i, term, Sum());
    return sum;
  }
};

/// What `combine`, whose order is free, makes of term(i) for all i of the team; `start` adds
/// nothing.
template <typename Team, typename Index, typename T, typename Term, typename Combine>
__device__ inline T over_team(Range<Index> all, T start, const Term &term, const Combine &combine) {
#pragma unroll 4
  for (Index i = all.lo + Index(Team::first()); i < all.hi; i += Team::stride)
    start = with_term(start, i, term, combine);
  return Team::over(start, combine);
}

/// The sum of term(i) for all terms of a team that has all their leaves, a power of two, or one.
template <typename Team, typename Index, int leaves, typename Term>
__device__ inline auto sum_by_team(const Terms &terms, const Term &term) {
  constexpr int own = leaves / Team::parts;
  const auto start = [&](int64_t leaf) { return first_of_leaf<Index>(terms, leaves, leaf); };
  const auto of_leaf = [&](int number) {
    const int64_t leaf = int64_t(Team::part()) * own + number;
    return Team::sum_of_leaf(start(leaf), start(leaf + 1), term);
  };
  return Team::over_parts(tree_over<own>(of_leaf, Sum()), Sum());
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
// Products of matrices on GPUs: end(i, j, sum over k of left(i, k) * right(k, j)), for any
// expressions. A block of threads has a tile of the results. For 16 terms at a time it copies
// what the tile needs of both operands into shared memory, into two buffers in turns: while one is
// worked on, threads hold what comes next in registers. A thread has a few rows and columns of the
// tile, and its sums in registers.
//
// The order of each sum is the language's (sum_order.h): leaves of terms, k ascending with fma, and
// a tree over leaves, neighbours first. Sums that wait for their neighbours are in registers, too:
// all their indices are known to the compiler.
#pragma once

#include "product.h"
#include "scalar.h"
#include "sum_order.h"

#include <type_traits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Terms that are brought at a time.
constexpr int kTileTerms = 16;

/// How a block's threads share a tile: each has 4 columns, and 8 rows or, of a small tile, 4.
template <int rows, int columns>
struct TileShape {
  static constexpr int own_rows = rows < 64 ? 4 : 8, own_columns = 4;
  static constexpr int across = columns / own_columns, down = rows / own_rows;
  static constexpr int threads = across * down;

  /// The place in the tile of one of this thread's rows: four are neighbours, which are read at
  /// once.
  __device__ static int row(int r) {
    return (r / 4 * down + int(threadIdx.x) / across) * 4 + r % 4;
  }
  /// Of a column: those of neighbouring threads are neighbours, which are written at once.
  __device__ static int column(int c) { return int(threadIdx.x) % across + c * across; }
};

/// Which element of a tile of [kTileTerms, size] a thread brings as its e-th. Threads of a warp
/// bring what is side by side in memory, at least 32 bytes of it, and meet in no bank of shared
/// memory.
struct Brought {
  int k, at;
};
template <Along along, int size, int threads>
__device__ inline Brought brought(int e) {
  const int thread = threadIdx.x;
  if (along == Along::terms) return {thread % 8 + e % 2 * 8, thread / 8 + e / 2 * (threads / 8)};
  const int number = thread + e * threads;
  return {number / size, number % size};
}

/// The tile of this block: its rows are number blockIdx.y of all, its columns number blockIdx.x.
/// There are `leaves`, a power of two. `where` may say of a tile that end() uses none of its sums:
/// then they are not computed.
template <typename Index, int tile_rows, int tile_columns, Along left_along, Along right_along,
          int leaves, typename Left, typename Right, typename End, typename Where = Everywhere>
__device__ inline void tiled_product(Range<Index> rows, Range<Index> columns, const Terms &terms,
                                     const Left &left, const Right &right, const End &end,
                                     const Where &where = {}) {
  using T = std::decay_t<decltype(left(Index(), Index()))>;
  using Shape = TileShape<tile_rows, tile_columns>;
  constexpr int own_rows = Shape::own_rows, own_columns = Shape::own_columns;
  constexpr int lefts = tile_rows * kTileTerms / Shape::threads; // that a thread brings
  constexpr int rights = tile_columns * kTileTerms / Shape::threads;
  constexpr int padding = 16 / sizeof(T); // for other banks
  constexpr int levels = leaves == 1 ? 0 : leaves == 2 ? 1 : leaves == 4 ? 2 : 3;
  alignas(16) __shared__ T left_tile[2][kTileTerms][tile_rows + padding];
  alignas(16) __shared__ T right_tile[2][kTileTerms][tile_columns + padding];

  const Index row = rows.lo + Index(blockIdx.y) * tile_rows;
  const Index column = columns.lo + Index(blockIdx.x) * tile_columns;
  const auto start = [&](int leaf) {
    const int64_t first = leaf_start(leaves, terms.count, leaf, terms.first, terms.last);
    return static_cast<Index>((first - terms.from) * terms.inner);
  };
  const Index last = start(leaves);

  T left_next[lefts], right_next[rights];
  const auto fetch = [&](Index from) {
#pragma unroll
    for (int e = 0; e < lefts; ++e) {
      const Brought own = brought<left_along, tile_rows, Shape::threads>(e);
      const bool is_there = from + own.k < last && row + own.at < rows.hi;
      left_next[e] = is_there ? left(row + own.at, from + own.k) : T(0);
    }
#pragma unroll
    for (int e = 0; e < rights; ++e) {
      const Brought own = brought<right_along, tile_columns, Shape::threads>(e);
      const bool is_there = from + own.k < last && column + own.at < columns.hi;
      right_next[e] = is_there ? right(from + own.k, column + own.at) : T(0);
    }
  };
  const auto put = [&](int buffer) {
#pragma unroll
    for (int e = 0; e < lefts; ++e) {
      const Brought own = brought<left_along, tile_rows, Shape::threads>(e);
      left_tile[buffer][own.k][own.at] = left_next[e];
    }
#pragma unroll
    for (int e = 0; e < rights; ++e) {
      const Brought own = brought<right_along, tile_columns, Shape::threads>(e);
      right_tile[buffer][own.k][own.at] = right_next[e];
    }
  };

  T sum[own_rows][own_columns] = {};
  T waiting[levels + 1][own_rows][own_columns];
  const auto multiply = [&](int buffer, int k) {
    T x[own_rows], y[own_columns];
#pragma unroll
    for (int r = 0; r < own_rows; ++r)
      x[r] = left_tile[buffer][k][Shape::row(r)];
#pragma unroll
    for (int c = 0; c < own_columns; ++c)
      y[c] = right_tile[buffer][k][Shape::column(c)];
#pragma unroll
    for (int r = 0; r < own_rows; ++r)
#pragma unroll
      for (int c = 0; c < own_columns; ++c)
        sum[r][c] = fma(x[r], y[c], sum[r][c]);
  };
  // A sum joins those that wait on the levels below the first on which none does.
  const auto add_leaf = [&](int leaf) {
    bool goes_on = true;
#pragma unroll
    for (int level = 0; level < levels; ++level) {
      const bool is_right = (leaf >> level & 1) != 0;
#pragma unroll
      for (int r = 0; r < own_rows; ++r)
#pragma unroll
        for (int c = 0; c < own_columns; ++c) {
          if (goes_on && is_right) sum[r][c] = waiting[level][r][c] + sum[r][c];
          if (goes_on && !is_right) waiting[level][r][c] = sum[r][c];
        }
      goes_on = goes_on && is_right;
    }
  };

  if (row >= rows.hi || column >= columns.hi) return; // there is less to do than on other devices
  const Index row_end = row + tile_rows < rows.hi ? row + tile_rows : rows.hi;
  const Index column_end = column + tile_columns < columns.hi ? column + tile_columns : columns.hi;
  if (start(0) < last && where({row, row_end}, {column, column_end})) {
    int buffer = 0;
    fetch(start(0));
    for (int leaf = 0; leaf < leaves; ++leaf) {
      const Index leaf_end = start(leaf + 1);
#pragma unroll
      for (int r = 0; r < own_rows; ++r)
#pragma unroll
        for (int c = 0; c < own_columns; ++c)
          sum[r][c] = T(0);
      for (Index k = start(leaf); k < leaf_end; k += kTileTerms, buffer ^= 1) {
        const int count = leaf_end - k < kTileTerms ? int(leaf_end - k) : kTileTerms;
        put(buffer);
        if (k + count < last) fetch(k + count);
        __syncthreads(); // the other buffer is free, too: all have left the turn before
        if (count == kTileTerms) {
#pragma unroll
          for (int here = 0; here < kTileTerms; ++here)
            multiply(buffer, here);
        } else {
          for (int here = 0; here < count; ++here)
            multiply(buffer, here);
        }
      }
      add_leaf(leaf);
    }
  }
#pragma unroll
  for (int r = 0; r < own_rows; ++r)
#pragma unroll
    for (int c = 0; c < own_columns; ++c)
      if (row + Shape::row(r) < rows.hi && column + Shape::column(c) < columns.hi)
        end(row + Shape::row(r), column + Shape::column(c), sum[r][c]);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

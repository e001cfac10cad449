// SPDX-License-Identifier: Apache-2.0
// Products of matrices by a GPU's tensor cores: end(i, j, sum over k of left(i, k) * right(k, j)),
// for any expressions. Factors are rounded to TF32, floats of 8 bits of exponent and 10 of
// mantissa; sums are floats, in an order that the tensor cores have. So results are those of
// product_cuda.h but for some 1e-3 of the largest product.
//
// A block of threads has a tile of the results, or several groups of threads have it, each every so
// many terms: so few tiles keep a GPU busy, too. For 16 terms at a time a group copies what it
// needs of both operands into shared memory, rounded, into two buffers in turns. Tensor cores are
// done before memory has answered: so threads have what comes in the next turns under way in
// registers. Each warp has a part of the tile, in pieces of 16 rows and 8 columns, which is what an
// instruction makes of 8 terms.
#pragma once

#include "runtime/device/cuda/product_cuda.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

// Text that is compiled for a processor, to be tested there, brings these two itself.
#ifdef __CUDACC__
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ < 800
#error "tensor cores know TF32 from compute capability 8.0 on; --numerics exact is for all"
#endif

/// The nearest number of TF32.
__device__ inline float to_tf32(float x) {
  unsigned bits;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
  return __uint_as_float(bits);
}

/// Adds a product to what a warp has of 16 rows and 8 columns. Thread 4 g + t has of the sums those
/// of rows g and g + 8 and columns 2 t and 2 t + 1, by rows; it gives x(g, t), x(g + 8, t),
/// x(g, t + 4), x(g + 8, t + 4) and y(t, g), y(t + 4, g). PTX ISA, "mma.m16n8k8".
__device__ inline void multiply_tf32(float (&sum)[4], const float (&x)[4], const float (&y)[2]) {
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(__float_as_uint(x[0])), "r"(__float_as_uint(x[1])), "r"(__float_as_uint(x[2])),
        "r"(__float_as_uint(x[3])), "r"(__float_as_uint(y[0])), "r"(__float_as_uint(y[1])));
}
#endif

/// How a group's warps share a tile: two down, and two or, of a wide tile, four across.
template <int rows, int columns>
struct TensorShape {
  static constexpr int down = 2, across = columns > 64 ? 4 : 2, threads = 32 * down * across;
  static constexpr int warp_rows = rows / down, warp_columns = columns / across;
  static constexpr int own_rows = warp_rows / 16, own_columns = warp_columns / 8; // in pieces

  /// This thread's number in its group.
  __device__ static int thread() { return int(threadIdx.x) % threads; }
  /// The first row and column of the tile that this thread's warp has.
  __device__ static int row() { return thread() / 32 / across * warp_rows; }
  __device__ static int column() { return thread() / 32 % across * warp_columns; }
};

/// A thread computes neighbours of a row, but writes neighbours of a column, so that those of eight
/// threads are side by side: of each pair it gives one to the thread that has the row beside it.
__device__ inline void trade_rows(float (&sum)[4], bool is_low) {
  trade(sum[0], sum[1], is_low, 4);
  trade(sum[2], sum[3], is_low, 4);
}

/// The tile of this block: its rows are number blockIdx.y of all, its columns number blockIdx.x.
/// `where` may say of a tile that end() uses none of its sums: then they are not computed.
template <typename Index, int tile_rows, int tile_columns, Along left_along, Along right_along,
          int groups, typename Left, typename Right, typename End, typename Where = Everywhere>
__device__ inline void tensor_product(Range<Index> rows, Range<Index> columns, const Terms &terms,
                                      const Left &left, const Right &right, const End &end,
                                      const Where &where = {}) {
  using Shape = TensorShape<tile_rows, tile_columns>;
  constexpr int lefts = tile_rows * kTileTerms / Shape::threads; // that a thread brings
  constexpr int rights = tile_columns * kTileTerms / Shape::threads;
  // Of both operands, those of `left` first. Eight numbers between the terms, and the last four of
  // eight terms in exchanged places, are for other banks: see `place`.
  __shared__ float tile[groups][2][kTileTerms][tile_rows + tile_columns + 8];
  const auto place = [](int k, int at) { return at ^ (k & 4); };

  const int group = groups == 1 ? 0 : int(threadIdx.x) / Shape::threads;
  const Index row = rows.lo + Index(blockIdx.y) * tile_rows;
  const Index column = columns.lo + Index(blockIdx.x) * tile_columns;
  const Index to = first_of_leaf<Index>(terms, 1, 1);

  constexpr int ahead = tile_rows > 64 ? 2 : 4; // turns
  float left_next[ahead][lefts], right_next[ahead][rights];
  const auto fetch = [&](int turn, Index from) {
    if (from >= to) return; // others of its groups have terms yet
    const Range<Index> here = {from, to};
    const bool whole = from + kTileTerms <= to;
    bring<left_along, tile_rows, Shape::threads>(left_next[turn], Range<Index>{row, rows.hi}, here,
                                                 whole, left);
    bring<right_along, tile_columns, Shape::threads>(right_next[turn],
                                                     Range<Index>{column, columns.hi}, here, whole,
                                                     [&](Index j, Index k) { return right(k, j); });
  };
  // Of terms that nobody has, zeros.
  const auto put = [&](int buffer, int turn, Index from) {
    auto &here = tile[group][buffer];
    put_down<left_along, tile_rows, Shape::threads>(left_next[turn], [&](int k, int at, float x) {
      here[k][place(k, at)] = from + k < to ? to_tf32(x) : 0;
    });
    put_down<right_along, tile_columns, Shape::threads>(
        right_next[turn], [&](int k, int at, float x) {
          here[k][tile_rows + place(k, at)] = from + k < to ? to_tf32(x) : 0;
        });
  };

  const int lane = int(threadIdx.x) % 32, g = lane / 4, t = lane % 4;
  float sum[Shape::own_rows][Shape::own_columns][4] = {};
  const auto multiply = [&](int buffer, int k) {
    float x[Shape::own_rows][4], y[Shape::own_columns][2];
    const auto &low = tile[group][buffer][k + t], &high = tile[group][buffer][k + t + 4];
#pragma unroll
    for (int r = 0; r < Shape::own_rows; ++r) {
      const int at = Shape::row() + 16 * r + g;
      x[r][0] = low[place(0, at)];
      x[r][1] = low[place(0, at + 8)];
      x[r][2] = high[place(4, at)];
      x[r][3] = high[place(4, at + 8)];
    }
#pragma unroll
    for (int c = 0; c < Shape::own_columns; ++c) {
      const int at = Shape::column() + 8 * c + g;
      y[c][0] = low[tile_rows + place(0, at)];
      y[c][1] = high[tile_rows + place(4, at)];
    }
#pragma unroll
    for (int r = 0; r < Shape::own_rows; ++r)
#pragma unroll
      for (int c = 0; c < Shape::own_columns; ++c)
        multiply_tf32(sum[r][c], x[r], y[c]);
  };

  if (row >= rows.hi || column >= columns.hi) return; // there is less to do than on other devices
  const Index row_end = row + tile_rows < rows.hi ? row + tile_rows : rows.hi;
  const Index column_end = column + tile_columns < columns.hi ? column + tile_columns : columns.hi;
  const Index from = first_of_leaf<Index>(terms, 1, 0);
  if (from < to && where({row, row_end}, {column, column_end})) {
    constexpr int step = groups * kTileTerms;
    Index k = from + group * kTileTerms;
    const Index last = to + group * kTileTerms; // groups wait for one another, so turns are as many
#pragma unroll
    for (int turn = 0; turn < ahead; ++turn)
      fetch(turn, k + turn * step);
    while (k < last) {
#pragma unroll
      for (int turn = 0; turn < ahead && k < last; ++turn, k += step) {
        put(turn % 2, turn, k);
        __syncthreads(); // the other buffer is free, too: all have left the turn before
        fetch(turn, k + ahead * step);
#pragma unroll
        for (int here = 0; here < kTileTerms; here += 8)
          multiply(turn % 2, here);
      }
    }
    if constexpr (groups > 1) {
      constexpr int across = Shape::own_columns * 4;
      add_groups<Shape::threads, Shape::own_rows * across>(
          tile, group, Shape::thread(),
          [&](int n) -> float & { return sum[n / across][n % across / 4][n % 4]; });
    }
  }
  if (group > 0) return;
#pragma unroll
  for (int r = 0; r < Shape::own_rows; ++r)
#pragma unroll
    for (int c = 0; c < Shape::own_columns; ++c) {
      trade_rows(sum[r][c], g % 2 == 0);
#pragma unroll
      for (int n = 0; n < 4; ++n) {
        const Index i = row + Shape::row() + 16 * r + g / 2 * 2 + n % 2 + n / 2 * 8;
        const Index j = column + Shape::column() + 8 * c + 2 * t + g % 2;
        if (i < rows.hi && j < columns.hi) end(i, j, sum[r][c][n]);
      }
    }
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
// Products of matrices on GPUs: end(i, j, sum over k of left(i, k) * right(k, j)), for any
// expressions. A block of threads has a tile of the results, or several groups of threads have it,
// each a part of the terms: so few tiles keep a GPU busy, too. For some terms at a time a group
// copies what the tile needs of both operands into shared memory: while that is worked on, what
// comes next is on its way there, or in registers of threads. A thread has a few rows and columns
// of the tile, and its sums in registers. Of many of these it reads the factors of a term side by
// side (tile_source_cuda.h); of few, of long sums, those of several terms at once
// (line_source_cuda.h).
//
// At the end sums go through shared memory, a row of each thread at a time (tile_ends_cuda.h).
//
// The order of each sum is the language's (sum_order.h): leaves of terms, k ascending with fma, and
// a tree over leaves, neighbours first. A group has as many leaves as others; sums that wait for
// their neighbours are in the thread's own memory. What groups have is added up through shared
// memory.
#pragma once

#include "runtime/device/cuda/line_source_cuda.h"
#include "runtime/device/cuda/tile_ends_cuda.h"
#include "runtime/device/cuda/tile_source_cuda.h"
#include "runtime/device/sum_order.h"

#include <type_traits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Of a tree with so many leaves, a power of two.
constexpr int levels_of(int leaves) {
  int levels = 0;
  while (leaves >> levels > 1)
    ++levels;
  return levels;
}

/// How a group's threads share a tile. The more a thread has, the less it reads from shared memory
/// for each product, and the more registers it takes: fewer threads hide what it waits for.
template <Tile tile>
struct TileShape {
  static_assert(tile.is_possible());
  static constexpr int threads = tile.threads();
  /// Columns that are neighbours, which a thread reads at once.
  static constexpr int together = tile.in_lines                                        ? 1
                                  : tile.own_columns % 4 == 0 && tile.warp_across == 4 ? 4
                                                                                       : 2;

  /// This thread's number in its group.
  __device__ static int thread() { return int(threadIdx.x) % threads; }
  /// How many threads of its warp are left of this one, and above. Eight threads, which a warp
  /// reads 16 bytes each for at a time, are two by four, or all of one row of a warp of two rows:
  /// so what they read is the most alike.
  __device__ static int left_in_warp() {
    if constexpr (tile.warp_across == 16) return thread() % 16;
    return thread() % 2 + thread() / 8 % (tile.warp_across / 2) * 2;
  }
  /// And of its group.
  __device__ static int left_of_warp() {
    return thread() / 32 % (tile.across() / tile.warp_across) * tile.warp_across;
  }
  __device__ static int left() { return left_of_warp() + left_in_warp(); }
  __device__ static int above() {
    const int in_warp =
        tile.warp_across == 16
            ? thread() / 16 % 2
            : thread() / 2 % 4 + (tile.warp_across == 4 ? thread() / 16 % 2 * 4 : 0);
    return thread() / 32 / (tile.across() / tile.warp_across) * tile.warp_down() + in_warp;
  }
  /// The place in the tile of a row of the threads that are `above` down: four are neighbours, or
  /// two, which are read at once.
  __device__ static int row(int r, int above) {
    if constexpr (tile.in_lines) return r * tile.down() + above;
    constexpr int fours = tile.own_rows / 4 * 4;
    return r < fours ? (r / 4 * tile.down() + above) * 4 + r % 4
                     : fours * tile.down() + above * 2 + r % 2;
  }
  /// The place of a column that it computes, the first of those that are neighbours.
  __device__ static int first(int c) { return (c / together * tile.across() + left()) * together; }
};

/// What brings `size` rows or columns of a tile.
template <Tile tile, Along along, int size, typename T, typename Index, typename Element,
          int step = tile_terms(tile, sizeof(T)), int threads = tile.threads()>
using Bringing = std::conditional_t<
    tile.in_lines, LineSource<T, along, size, step, threads, Index, Element>,
    TileSource<T, along, size, step, threads, tile.inner, (tile.buffers() > 1), Index, Element>>;

/// Adds up what groups of threads have, `count` sums each that `sum(n)` refers to: neighbouring
/// groups first, so that the first one has the total. It goes through the shared memory of the two,
/// which they have read.
template <int threads, int count, int groups, typename Memory, typename Sum>
__device__ inline void add_groups(Memory (&memory)[groups], int group, int thread, const Sum &sum) {
  using T = std::decay_t<decltype(sum(0))>;
  constexpr size_t room = 2 * sizeof(Memory) / (threads * sizeof(T));
  constexpr int at_once = room < count ? count / 2 : count;
  static_assert(groups == 1 || room >= at_once);
  // What a thread writes at once.
  constexpr int widest = sizeof(T) < 16 ? 16 / int(sizeof(T)) : 1;
  constexpr int wide = at_once % widest == 0 ? widest : 1;
#pragma unroll
  for (int by = 1; by < groups; by *= 2) {
    const bool gives = group % (2 * by) == by, takes = group % (2 * by) == 0;
    T *const given = reinterpret_cast<T *>(&memory[gives ? group - by : group]) + thread * wide;
#pragma unroll
    for (int first = 0; first < count; first += at_once) {
      __syncthreads();
#pragma unroll
      for (int n = 0; n < at_once; n += wide) {
        Vec<T, wide> own;
#pragma unroll
        for (int k = 0; k < wide; ++k)
          own[k] = sum(first + n + k);
        if (gives) store_vec(&given[n * threads], own);
      }
      __syncthreads();
#pragma unroll
      for (int n = 0; n < at_once; n += wide)
        if (takes) {
          const Vec<T, wide> others = load_vec<wide>(&given[n * threads]);
#pragma unroll
          for (int k = 0; k < wide; ++k)
            sum(first + n + k) = sum(first + n + k) + others[k];
        }
    }
  }
}

/// The tile of this block: its rows are number blockIdx.y of all, its columns number blockIdx.x.
/// left() and right() give factors, or addresses of factors that lie in chunks of 16 bytes: as many
/// as there are results, and as the terms of a leaf, are then a multiple of a chunk's.
/// There are `leaves`, a power of two, at least one for each of `groups`. `where` may say of a tile
/// that end() uses none of its sums: then they are not computed.
template <typename Index, Tile shape, Along left_along, Along right_along, int leaves,
          typename Left, typename Right, typename End, typename Where = Everywhere>
__device__ inline void tiled_product(Range<Index> rows, Range<Index> columns, const Terms &terms,
                                     const Left &left, const Right &right, const End &end,
                                     const Where &where = {}) {
  using T = SumOf<FactorOf<Left, Index>>;
  using Shape = TileShape<shape>;
  constexpr int tile_rows = shape.rows, tile_columns = shape.columns, groups = shape.groups;
  constexpr int own_rows = shape.own_rows, own_columns = shape.own_columns;
  constexpr int step = tile_terms(shape, sizeof(T)), buffers = shape.buffers();
  // For other banks: threads that put down eight terms of four neighbours, or read of eight lines,
  // meet in none.
  constexpr int padding = 16 / sizeof(T), sides = tile_rows + tile_columns;
  using Turn =
      std::conditional_t<shape.in_lines, T[sides][step + padding], T[step][sides + padding]>;
  constexpr int own_leaves = leaves / groups;
  constexpr int levels = levels_of(own_leaves);
  // Of both operands, those of `left` first.
  alignas(16) __shared__ Turn tile[groups][buffers];

  const int group = groups == 1 ? 0 : int(threadIdx.x) / Shape::threads;
  const Index row = rows.lo + Index(blockIdx.y) * tile_rows;
  const Index column = columns.lo + Index(blockIdx.x) * tile_columns;
  const auto start = [&](int leaf) { return first_of_leaf<Index>(terms, leaves, leaf); };
  // Groups wait for one another, so they take as many turns for each leaf.
  const int64_t all = terms.leaves == 0 ? leaves : terms.leaves;
  const Index most = static_cast<Index>(((terms.count + all - 1) / all) * terms.inner);
  const int turns = int((most + step - 1) / step);
  // But none for leaves of which no group that waits has terms.
  const auto is_empty = [&](int number) {
    if (terms.leaves == 0) return false;
    bool empty = true;
#pragma unroll
    for (int other = 0; other < groups; ++other) {
      const int leaf = (shape.is_by_warps() ? group : other) * own_leaves + number;
      empty = empty && start(leaf) == start(leaf + 1);
    }
    return empty;
  };

  const auto turned = [&](Index j, Index k) { return right(k, j); };
  Bringing<shape, left_along, tile_rows, T, Index, Left> lefts({row, rows.hi}, left);
  Bringing<shape, right_along, tile_columns, T, Index, decltype(turned)> rights(
      {column, columns.hi}, turned);
  const auto places = [&](int buffer, int from) {
    auto &here = tile[group][buffer];
    if constexpr (shape.in_lines)
      return [&here, from](int at) { return here[from + at]; };
    else
      return [&here, from](int k, int at) -> T & { return here[k][from + at]; };
  };
  const auto fetch = [&](int buffer, Index from, Index to) { // for the compiler, two loops
    if (from + step <= to) {
      lefts.fetch({from, to}, true, places(buffer, 0));
      rights.fetch({from, to}, true, places(buffer, tile_rows));
    } else if (from < to) {
      lefts.fetch({from, to}, false, places(buffer, 0));
      rights.fetch({from, to}, false, places(buffer, tile_rows));
    }
  };
  const auto put = [&](int buffer) {
    lefts.put_down(places(buffer, 0));
    rights.put_down(places(buffer, tile_rows));
  };

  const auto wait = [] {
    if constexpr (shape.is_by_warps())
      __syncwarp();
    else
      __syncthreads();
  };

  const int above = Shape::above();
  T sum[own_rows][own_columns] = {};
  T waiting[levels + 1][own_rows][own_columns];
  const auto multiply = [&](const T *x, const T *y) {
#pragma unroll
    for (int r = 0; r < own_rows; ++r)
#pragma unroll
      for (int n = 0; n < own_columns; ++n) {
        // To and fro: each has a factor of the one before, of which no register is read.
        const int c = r % 2 == 0 ? n : own_columns - 1 - n;
        sum[r][c] = fma(x[r], y[c], sum[r][c]);
      }
  };
  const auto multiply_term = [&](int buffer, int k) {
    T x[own_rows], y[own_columns];
    const T *const here = tile[group][buffer][k];
#pragma unroll
    for (int r = 0; r + 4 <= own_rows; r += 4)
      read_neighbours<4>(x + r, here + Shape::row(r, above));
    if constexpr (own_rows % 4 != 0)
      read_neighbours<2>(x + own_rows - 2, here + Shape::row(own_rows - 2, above));
#pragma unroll
    for (int c = 0; c < own_columns; c += Shape::together)
      read_neighbours<Shape::together>(y + c, here + tile_rows + Shape::first(c));
    multiply(x, y);
  };
  // So many terms from k on.
  const auto multiply_lines = [&]<int count>(int buffer, int k) {
    T x[count][own_rows], y[count][own_columns];
    const auto read = [&](int line, auto *to, int own) {
      const Vec<T, count> read = load_vec<count>(tile[group][buffer][line] + k);
#pragma unroll
      for (int n = 0; n < count; ++n)
        to[n][own] = read[n];
    };
#pragma unroll
    for (int r = 0; r < own_rows; ++r)
      read(Shape::row(r, above), x, r);
#pragma unroll
    for (int c = 0; c < own_columns; ++c)
      read(tile_rows + Shape::first(c), y, c);
#pragma unroll
    for (int n = 0; n < count; ++n)
      multiply(x[n], y[n]);
  };
  // The first `there` terms of a turn.
  const auto multiply_turn = [&](int buffer, Index there) {
    if constexpr (shape.in_lines) {
      constexpr int some = terms_at_once<T>;
      Index k = 0;
#pragma unroll 4
      for (; k + some <= there; k += some)
        multiply_lines.template operator()<some>(buffer, k);
      for (; k < there; ++k)
        multiply_lines.template operator()<1>(buffer, k);
    } else if (there == step) {
#pragma unroll
      for (int k = 0; k < step; ++k)
        multiply_term(buffer, k);
    } else {
      for (int k = 0; k < there; ++k)
        multiply_term(buffer, k);
    }
  };
  // A sum joins those that wait on the levels below the first on which none does. Those are in the
  // thread's memory, as levels are counted: a leaf is long, and registers are for what it needs.
  const auto add_leaf = [&](int number) {
    int level = 0;
#pragma unroll 1
    for (; level < levels && (number >> level & 1) != 0; ++level)
#pragma unroll
      for (int r = 0; r < own_rows; ++r)
#pragma unroll
        for (int c = 0; c < own_columns; ++c)
          sum[r][c] = waiting[level][r][c] + sum[r][c];
    if (level == levels) return;
#pragma unroll
    for (int r = 0; r < own_rows; ++r)
#pragma unroll
      for (int c = 0; c < own_columns; ++c)
        waiting[level][r][c] = sum[r][c];
  };
  if (row >= rows.hi || column >= columns.hi) return; // there is less to do than on other devices
  const Index row_end = row + tile_rows < rows.hi ? row + tile_rows : rows.hi;
  const Index column_end = column + tile_columns < columns.hi ? column + tile_columns : columns.hi;
  if (start(0) < start(leaves) && where({row, row_end}, {column, column_end})) {
    const int first = group * own_leaves;
    const auto skip_empty = [&](int leaf) {
      while (leaf < own_leaves && is_empty(leaf))
        ++leaf;
      return leaf;
    };
    // What is fetched next: terms from k of leaf `coming`.
    int buffer = 0, coming = skip_empty(0), turn = 0;
    Index k = start(first + coming), leaf_end = k;
    if (coming < own_leaves) leaf_end = start(first + coming + 1);
    fetch(buffer, k, leaf_end);
    for (int number = 0; number < own_leaves; ++number) {
#pragma unroll
      for (int r = 0; r < own_rows; ++r)
#pragma unroll
        for (int c = 0; c < own_columns; ++c)
          sum[r][c] = T(0);
      for (; coming == number; buffer = (buffer + 1) % buffers) {
        if constexpr (buffers == 1) wait(); // all have left the turn before
        put(buffer);
        const Index here = k, end_here = leaf_end;
        k += step;
        if (++turn == turns) {
          turn = 0;
          coming = skip_empty(number + 1);
          if (coming < own_leaves) {
            k = start(first + coming);
            leaf_end = start(first + coming + 1);
          }
        }
        wait(); // the other buffer is free, too: all have left the turn before
        if (coming < own_leaves) fetch((buffer + 1) % buffers, k, leaf_end);
        multiply_turn(buffer, here + step <= end_here ? Index(step) : end_here - here);
      }
      add_leaf(number);
    }
    if constexpr (groups > 1)
      add_groups<Shape::threads, own_rows * own_columns>(
          tile, group, Shape::thread(),
          [&](int n) -> T & { return sum[n / own_columns][n % own_columns]; });
  }
  const auto put_row = [&](int r, auto *lines) {
    if (group > 0) return;
#pragma unroll
    for (int c = 0; c < own_columns; c += Shape::together) {
      Vec<T, Shape::together> own;
#pragma unroll
      for (int n = 0; n < Shape::together; ++n)
        own[n] = sum[r][c + n];
      store_vec(&lines[above][Shape::first(c)], own);
    }
  };
  end_tile<tile_columns, shape.down(), own_rows, Shape::threads * groups, T>(
      tile, Range<Index>{row, rows.hi}, Range<Index>{column, columns.hi}, end, put_row,
      [](int r, int k) { return Shape::row(r, k); });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

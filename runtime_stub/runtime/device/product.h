// SPDX-License-Identifier: Apache-2.0
// What products of matrices are said by, on CPUs (product_cpu.h) and on GPUs (product_cuda.h).
#pragma once

#include "runtime/device/sum_order.h"
#include "runtime/interval.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Along which of its indices the elements of an operand are neighbours in memory: that of the
/// terms, that of the results, or that of the outermost loop of the terms, of which each index has
/// several.
enum class Along { terms, results, outer };

/// The terms of all sums: of indices from `begin` to before `end`, of `count` in all; each index
/// has `inner` terms. Operands count them from index `from` on. They are cut into `leaves`, of
/// which a subtree is added up, the one that `begin` is in, and some may be empty; where that is 0,
/// all are, and none is.
struct Terms {
  int64_t count, begin = 0, end = count, inner = 1, from = 0, leaves = 0;
};

/// Those of some terms that are from `begin` to before `end`, which may lie beyond them.
SHARDC_HD constexpr Terms terms_within(Terms terms, int64_t begin, int64_t end) {
  if (end < terms.end) terms.end = end > terms.begin ? end : terms.begin;
  if (begin > terms.begin) terms.begin = begin < terms.end ? begin : terms.end;
  return terms;
}

/// What a block of threads of a GPU has of a product's results. Groups of threads share out the
/// terms, each has all results; a thread of a group has so many rows and columns of them. A warp is
/// 4, 8 or 16 threads across, which write as many neighbours, and 8, 4 or 2 down. Where an operand
/// has neighbours along the outermost loop of the terms, each index of that has `inner` terms.
/// `terms`: that are brought at a time, if there is room; 0: as many as usual. `in_lines`: in
/// shared memory the terms of a row or column lie side by side, and threads with few results read
/// several at once; else rows and columns of a term do.
struct Tile {
  int rows, columns, own_rows, own_columns, groups = 1, warp_across = 4, inner = 0, terms = 0;
  bool in_lines = false;

  constexpr int across() const { return columns / own_columns; }
  constexpr int down() const { return rows / own_rows; }
  constexpr int warp_down() const { return 32 / warp_across; }
  /// Of a group.
  constexpr int threads() const { return across() * down(); }
  /// A warp waits for its own threads alone, and needs one buffer.
  constexpr bool is_by_warps() const { return threads() == 32; }
  /// One of lines has all the room, so that turns are few.
  constexpr int buffers() const { return is_by_warps() || in_lines ? 1 : 2; }
  constexpr bool is_possible() const {
    return columns % (own_columns * warp_across) == 0 && rows % (own_rows * warp_down()) == 0;
  }
};

/// Terms that a group brings into shared memory at a time. Threads with few results wait for each
/// turn rather than compute: they bring as many as there is shared memory for. 0: there is none.
/// Neighbours along the outermost loop are brought together, a chunk of them or half of one, with
/// all terms between them.
constexpr int kTileTerms = 16;
/// Lines have a multiple of so many terms, or threads that read them meet in banks.
constexpr int kLineTerms = 32;
/// What is brought at once. [bytes]
constexpr int kChunkBytes = 16;
/// And by tensor cores, whatever the type of the factors. [bytes]
constexpr int kTensorTermBytes = 64;
constexpr int tile_terms(const Tile &tile, int bytes) {
  constexpr int shared = 48 << 10, least = 8;
  const bool isSmall = tile.rows + tile.columns <= 64 && tile.rows * tile.columns >= 1024;
  const int usual = tile.is_by_warps() ? 32 : tile.rows >= 64 ? kTileTerms : isSmall ? 64 : 32;
  const int most = tile.terms > 0 ? tile.terms : usual;
  if (tile.in_lines) {
    const int lines = tile.groups * tile.buffers() * (tile.rows + tile.columns);
    const int fit = (shared / lines - kChunkBytes) / bytes;
    return fit >= most ? most : fit / kLineTerms * kLineTerms;
  }
  const int row = (tile.rows + tile.columns) * bytes + 16;
  const int fit = shared / (tile.groups * tile.buffers() * row);
  if (tile.inner > 0) {
    for (int chunk = kChunkBytes / bytes; chunk > 1; chunk /= 2) {
      const int together = tile.inner * chunk, turns = most / together;
      if (together <= fit)
        return turns > 0 && turns * together <= fit ? turns * together : together;
    }
    return 0;
  }
  return fit >= most ? most : fit / least * least;
}

/// Where one of the `leaves` that are added up begins, counted as operands count terms; leaf
/// `leaves`: behind the last.
template <typename Index>
SHARDC_HD constexpr Index first_of_leaf(const Terms &terms, int64_t leaves, int64_t leaf) {
  int64_t all = leaves;
  if (terms.leaves != 0) {
    all = terms.leaves;
    leaf += leaf_of(all, terms.count, terms.begin) / leaves * leaves;
  }
  const int64_t first = leaf_start(all, terms.count, leaf, terms.begin, terms.end);
  return static_cast<Index>((first - terms.from) * terms.inner);
}

/// All sums are used.
struct Everywhere {
  SHARDC_HD constexpr bool operator()(Interval, Interval) const { return true; }
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
// What products of matrices are said by, on CPUs (product_cpu.h) and on GPUs (product_cuda.h).
#pragma once

#include "runtime/device/sum_order.h"
#include "runtime/interval.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Along which of its indices the elements of an operand are neighbours in memory: that of the
/// terms, or that of the results.
enum class Along { terms, results };

/// The terms of all sums: of indices from `begin` to before `end`, of `count` in all; each index
/// has `inner` terms. Operands count them from index `from` on. They are cut into `leaves`, of
/// which a subtree is added up, the one that `begin` is in, and some may be empty; where that is 0,
/// all are, and none is.
struct Terms {
  int64_t count, begin = 0, end = count, inner = 1, from = 0, leaves = 0;
};

/// Whether the groups of threads that share out the terms of a tile are warps: of a narrow tile, so
/// that each of its threads has more of it.
constexpr bool is_by_warps(int columns, int groups) { return columns < 64 && groups >= 4; }

/// Terms that a group brings into shared memory at a time. Threads with few results wait for each turn
/// rather than compute: they bring as many as there is shared memory for.
constexpr int kTileTerms = 16;
constexpr int tile_terms(int rows, int columns, int groups, int bytes) {
  const bool by_warps = is_by_warps(columns, groups);
  if (rows >= 64 && !by_warps) return kTileTerms;
  constexpr int shared = 48 << 10, most = 32, least = 8;
  const int buffers = by_warps ? 1 : 2; // as TileShape has
  const int fit = shared / (groups * buffers * ((rows + columns) * bytes + 16));
  return fit >= most ? most : fit >= least ? fit / least * least : least;
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

// SPDX-License-Identifier: Apache-2.0
// Loops of results that run inside of reductions, for processors that work on vectors.
#pragma once

#include "codegen/kernel/forms/kept_terms.h"
#include "codegen/kernel/view/nest.h"

namespace shardc {

/// One loop of a tile.
struct TileLoop {
  int loop = 0;
  int64_t size = 0;      // of a block; of the largest shard where there is one block
  bool isSingle = false; // one block is all, on every shard
};

/// Neighbours of the nest that run, a block of each, innermost under the loops of reductions, with
/// an accumulator for each element of the blocks. Only the order between elements changes: every
/// element still takes its values one by one in the order of the reduction, so it has the same
/// bits.
struct Tile {
  SmallVector<TileLoop, 2> loops;  // outermost first; none where nothing is gained
  size_t depth = 0;                // of the nest; loops of one index are no loops of the tile
  SmallVector<Expr, 4> reductions; // what is computed so, each after those that it uses
  SmallVector<Expr, 4> turned;     // loads of blocks that are copied first, against the rows
  bool readsRows = false;          // what is gained; else that a sum need not wait for itself

  /// Other reductions: blocks of their terms are computed before they are added one by one, since
  /// compilers put on vectors what does not wait for a sum.
  SmallVector<Expr, 2> termwise;
  /// Of these, what the tile's reductions compute again.
  SmallVector<KeptTerms, 1> kept;
  /// Other reductions whose order is free: every n-th term of a row goes into an accumulator of its
  /// own, which are on vectors.
  SmallVector<Expr, 2> lanewise;
  bool hasLanes = false; // sums outside of the tile work on vectors by themselves

  explicit operator bool() const { return !loops.empty(); }
};

/// The tile of a kernel, none where
///   - reductions with one function and a start of their own are not what it computes,
///   - memory is neither read in rows so, nor are there floats to add that would wait for each
///   other,
///   - results overwrite operands, or
///   - a reduction of a branch may read what is not there, or is rarely needed.
Tile tileOf(const KernelView &view, const Nest &nest);
/// A block of a loop; a few more indices than a block are one block, too.
TileLoop blockOf(const KernelView &view, int loop, int64_t size);
/// A block of a loop whose elements are read in rows.
TileLoop rowBlock(const KernelView &view, int loop);
/// The same, with a lane for each: shorter rows leave lanes as they are.
TileLoop lanesOf(int loop);

/// "4 i by 64 j inside the loop over k: memory is read in rows": for people.
std::string tileText(const KernelView &view, const Tile &tile);

} // namespace shardc

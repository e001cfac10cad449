// SPDX-License-Identifier: Apache-2.0
// The order in which floats are added up belongs to the sum: it follows from what an op says and
// from global extents, never from shards, threads, vectors or what is fused. So every engine gives
// the same bits, and devices that hold whole subtrees do, too.
//
// A sum over several loops is a sum over the first of the sums over the others. A loop has
//   leaves   its indices are cut by the cut rule into leaves; a binary tree, neighbours first, adds
//            up the leaves. Part i of n devices holds a subtree where n divides the leaves into
//            powers of two;
//   lanes    in a leaf, the term at position p goes to lane p mod lanes, which adds its terms one
//            after the other; the same tree adds up the lanes. This is for vectors and warps along
//            rows of memory.
// A plain loop has neither: its terms are added, one after the other, to what the loop around it
// has so far. Everything starts from +0, so what has no term changes nothing.
#pragma once

#include "frontend/ir/formula/bounds/bounds.h"
#include "frontend/ir/formula/formula.h"

namespace shardc {

/// What a loop of a sum runs over.
enum class Along : uint8_t {
  row,     // neighbours in memory: of the operand's last dimension
  column,  // any other dimension
  devices, // what devices have of their own: a leaf each
  window,  // the elements of a window, which is another for each result
};

/// A sum over loops with these extents, of these kinds; `extents` and `along` go together. Rows of
/// up to 32 terms are plain; others have up to 128 lanes and leaves of at most 1,024 terms. Columns
/// have as many leaves as have 32 terms each, those of the loops inside counted. Windows are plain.
SmallVector<SumOrder, 2> orderOfSum(ArrayRef<int64_t> extents, ArrayRef<Along> along);
/// A product whose results have these extents: up to 8 leaves of the first loop, as many as have 32
/// terms each, or as many as have 512 and make up to 2^19 sums of all results; in each of them
/// terms are added one after the other, over all loops.
SmallVector<SumOrder, 2> orderOfProduct(ArrayRef<int64_t> extents, ArrayRef<int64_t> results);
/// A convolution, over features before places of the window: a product, but where the first loop
/// has as many leaves as it may, the second has as many as have 128 terms each and make up to 2^21
/// sums of all results. So have gradients of kernels, which are long sums over few images.
SmallVector<SumOrder, 2> orderOfConvolution(ArrayRef<int64_t> extents, ArrayRef<int64_t> results);
/// A product with a vector, of which each element of the other factor is used once: a sum, but of
/// up to 8 leaves of 512 terms, so that as many devices may share a row.
SmallVector<SumOrder, 2> orderOfVectorProduct(ArrayRef<int64_t> extents, ArrayRef<Along> along);

/// Whether a reduction is a sum of floats, which has an order.
bool isOrdered(const ReduceView &reduce);
/// Whether such a sum starts from +0 and nothing else, which is added to it nowhere: it is -0 where
/// a product that is not rounded comes to that.
bool startsFromZero(const ReduceView &reduce);
/// Whether it is more than one term after the other.
bool hasTree(const ReduceView &reduce);
/// Whether a value is the term of a product: rounded only when it is added.
inline bool isTerm(Expr e) { return isFn(e, Fn::term); }

/// Whether a reduction in it is a sum of products, as those of matrices.
bool hasProduct(Expr e);

/// The indices of a loop of a sum on some shards, and the leaves that they are in.
struct HeldLeaves {
  int64_t most = 0; // leaves on a shard
  /// A power of two: what each shard touches is in as many leaves, of which the first has a
  /// multiple of that for its number. So they are a subtree, with what is empty in it.
  int64_t block = 1;
  int64_t fewest = 0; // leaves on a shard that has some
  /// On every shard they are leaves of one size, which divides the loop's extent; else 0.
  int64_t size = 0;
  /// Leaves keep their places in the tree when they are numbered from the first one of the shard.
  bool nest = true;
  /// No shard has a part of a leaf, and each has some.
  bool whole = true;
};
HeldLeaves heldLeaves(int64_t extent, const SumOrder &order, ArrayRef<Interval> shards);

/// The formula with its sums of floats in another order: `change` is given the orders of a sum's
/// loops.
Formula
reordered(const Formula &formula,
          llvm::function_ref<void(const ReduceView &, llvm::MutableArrayRef<SumOrder>)> change);
/// The formula with at least `leaves` leaves, a power of two, in the first loop of each sum, as far
/// as it has indices.
Formula withLeaves(const Formula &formula, int64_t leaves);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// How often what is under loops over blocks is reached. A loop from block to block turns as often
// as there are blocks, and one over a block as often as a block has indices on average, so that
// both together count each index once.
#pragma once

#include "frontend/ir/formula/bounds/bounds.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>

namespace shardc {

/// The blocks that loops are cut into where one is.
class OpenBlocks {
public:
  /// So many blocks of `indices` each, which are not none: there may be billions.
  struct Alike {
    int64_t indices;
    double count;
  };
  using Blocks = SmallVector<Alike, 4>;

  /// The leaves of a sum of so many terms, of which these are there: the first and the last may be
  /// held in part; the sizes of the others differ by one at most.
  static Blocks leaves(int64_t leaves, int64_t terms, const Interval &own);

  /// All that the loops around open one after the other; one where the loop is not cut.
  double countOf(int loop) const;
  /// Every block that is open, or the whole of the loop, cut into blocks of `size`.
  Blocks cut(int loop, const Interval &whole, int64_t size) const;
  /// What `body` counts with these blocks open, for each of them; the loops around it open some of
  /// them at a time.
  double inside(int loop, Blocks blocks, llvm::function_ref<double()> body);

private:
  std::map<int, Blocks> blocksOf; // by loop
};

} // namespace shardc

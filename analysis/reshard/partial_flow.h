// SPDX-License-Identifier: Apache-2.0
// How far partial sums go through ops that are linear in them before they are combined. Pure.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace shardc {

/// A value that devices may have a partial sum of.
struct PartialNode {
  llvm::SmallVector<int, 2> from; // partial sums that make it, earlier ones; none: it is born so
  double combining = 0;           // bytes that combining it moves
  double making = 0;              // bytes that its other operands move more for that, and its work
  bool isWanted = false;          // something needs it whole
};

/// Which stay partial sums, such that the fewest bytes move; of equal choices the one that combines
/// least often, and last. A value of which that is not said is made of whole ones.
std::vector<bool> madeOfPartials(llvm::ArrayRef<PartialNode> nodes);

} // namespace shardc

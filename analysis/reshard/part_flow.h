// SPDX-License-Identifier: Apache-2.0
// How far parts of sums go through ops that are linear in them before they are combined. Pure.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace shardc {

/// A value that devices may have a part of each.
struct PartNode {
  llvm::SmallVector<int, 2> from; // parts that make it, earlier ones; none: it is born in parts
  double combining = 0;           // bytes that combining it moves
  double making = 0;              // bytes more that its other operands move for parts of it
  bool isWanted = false;          // something needs it whole
};

/// Which are made of parts, such that the fewest bytes move; of equal choices the one that combines
/// least often, and last. A value of which that is not said is made of whole ones.
std::vector<bool> madeOfParts(llvm::ArrayRef<PartNode> nodes);

} // namespace shardc

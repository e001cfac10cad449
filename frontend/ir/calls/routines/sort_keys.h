// SPDX-License-Identifier: Apache-2.0
// What comparators of sorts compare.
#pragma once

#include "mlir/IR/Block.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

namespace shardc {

/// A function of either side's elements.
struct SortKey {
  mlir::Value ofFirst; // as it is computed of the side that goes first where the comparator is true
  bool fromLargest = false, isTotal = false;
};

/// The keys of a comparator, each looked at where those before it are equal; none: it is of another
/// kind.
llvm::SmallVector<SortKey, 2> sortKeysOf(mlir::Block &comparator);

} // namespace shardc

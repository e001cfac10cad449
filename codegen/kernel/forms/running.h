// SPDX-License-Identifier: Apache-2.0
// Blocks of a loop of results in which each element reduces what the block has up to itself, or
// before: one thread goes through a block, and reduces on from element to element.
#pragma once

#include "codegen/kernel/view/nest.h"

namespace shardc {

struct Running {
  int loop;              // of results, the innermost one
  int64_t size;          // of a block
  Expr reduce;           // of one value by one function, which nothing has changed before
  Expr term;             // the value at the element itself
  bool isBefore = false; // elements have what is before them, without their own term

  SmallVector<Expr, 2> inVectors; // loads of neighbours, which are read at once
  SmallVector<Expr, 2> common;    // loads of what is the same for a block
};

/// Of a kernel of one result; none where it has no such reduction, or blocks are not whole.
std::optional<Running> runningOf(const KernelView &view, const Nest &nest);

} // namespace shardc

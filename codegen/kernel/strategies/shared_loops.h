// SPDX-License-Identifier: Apache-2.0
// What threads of a GPU can share out: loops of reductions that stand at one place of a kernel's
// nest, and the loop of results along them.
#pragma once

#include "codegen/kernel/view/nest.h"

#include <optional>

namespace shardc {

struct SharedLoops {
  SmallVector<int, 4> results; // loops around all reductions
  SmallVector<int, 4> loops;   // the first of each reduction, and of results where `along` says so
  SmallVector<int, 4> inner;   // other loops of reductions
  int along = -1;              // the loop of results that reductions do not use; -1: none
  bool areRows = false;        // of memory; else columns
  bool haveRows = false;       // each inner loop is one, of a reduction of two loops
  std::optional<int64_t> leaves; // the fewest of a sum that has an order
  int64_t terms = INT64_MAX;     // the fewest of a loop
};

/// None where a reduction is taken on a condition or has an order that a thread alone has, or where
/// there is little to reduce.
std::optional<SharedLoops> sharedLoopsOf(const KernelView &view, const Nest &nest);

} // namespace shardc

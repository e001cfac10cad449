// SPDX-License-Identifier: Apache-2.0
// The leaves of sums that a kernel's shards hold.
#pragma once

#include "codegen/kernel/view/view.h"
#include "frontend/ir/formula/sum_order.h"

namespace shardc {

/// Of a sum's k-th loop.
HeldLeaves heldOf(const KernelView &view, const ReduceView &reduce, size_t k);

/// By which leaves a sum's first loop is added up: those of the whole sum, or the shard's own where
/// they keep their places in the tree when they are numbered from the first one.
struct Leaves {
  int64_t count = 1;
  bool areOwn = false;    // of the shard's terms alone; else of all terms
  int64_t all = 1;        // that the terms are cut into
  bool someEmpty = false; // on some shard, some have no terms
};
Leaves leavesOf(const KernelView &view, const ReduceView &reduce);
/// The same, but of the whole sum only a subtree that has all that the shard touches: `count` is a
/// power of two. No sum is -0, so leaves without terms, which are +0, change nothing.
Leaves subtreeOf(const KernelView &view, const ReduceView &reduce);

} // namespace shardc

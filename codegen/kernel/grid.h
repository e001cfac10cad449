// SPDX-License-Identifier: Apache-2.0
// Threads in place of loops: how many, and how they share out the indices.
#pragma once

#include "codegen/kernel/statement.h"
#include "codegen/kernel/view/nest.h"

namespace shardc {

/// Of an H100; an A100 has 108. What a sum rounds to depends on none of these.
constexpr int64_t kMultiprocessors = 132, kThreadsAtOnce = 2048;
/// Threads of a warp, and the lanes of a leaf that it has (runtime/device/cuda/reduce_rows_cuda.h).
constexpr int64_t kWarp = 32, kLanes = 128;

/// Indices of a loop on the shard that has most; one at least.
int64_t mostIndices(const KernelView &view, int loop);
/// Of several loops, together.
int64_t mostIndices(const KernelView &view, ArrayRef<int> loops);

/// Whether CUDA has grids of such a size.
bool isPossible(const Threads &threads);

/// One thread for each index of the loops of the nest that stand outside of all reductions, for the
/// largest shard. Its body is empty.
/// `each`: neighbouring indices of the innermost loop for a thread.
Threads threadsOf(const KernelView &view, const Nest &nest, int64_t each = 1);

} // namespace shardc

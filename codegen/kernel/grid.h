// SPDX-License-Identifier: Apache-2.0
// Threads in place of loops: how many, and how they share out the indices.
#pragma once

#include "codegen/kernel/digits.h"
#include "codegen/kernel/statement.h"

namespace shardc {

/// Threads of a warp, and the lanes of a leaf that it has (runtime/device/cuda/teams_cuda.h).
constexpr int64_t kWarp = 32, kLanes = 128;
/// Terms of a reduction below which threads have too little to share.
constexpr int64_t kFewTerms = 64;

/// Indices of a loop on the shard that has most; one at least.
int64_t mostIndices(const KernelView &view, int loop);
/// Of several loops, together.
int64_t mostIndices(const KernelView &view, ArrayRef<int> loops);

/// Whether CUDA has grids of such a size.
bool isPossible(const Threads &threads);

/// One thread for each index of these loops, for the largest shard, or for so many neighbours of
/// the innermost one: a dimension of the grid for each loop, or all counted as one. `block`: of
/// that many threads, at least a warp.
SmallVector<Axis, 4> threadAxes(const KernelView &view, ArrayRef<int> loops, int64_t vector = 1,
                                int64_t block = 256);

/// All indices of these loops, counted as one, `own` for a block, and threads that share what there
/// is to do for each.
SmallVector<Axis, 4> sharedAxes(const KernelView &view, ArrayRef<int> loops, int64_t own,
                                ArrayRef<Axis::Digit> sharing);

/// All indices of a loop by blocks of a dimension of the grid.
Axis wholeAxis(const KernelView &view, int loop, int64_t dimension);

/// The grid that has these digits. Its body is empty.
Threads threadsOf(ArrayRef<Axis> axes);

} // namespace shardc

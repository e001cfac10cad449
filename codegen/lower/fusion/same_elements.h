// SPDX-License-Identifier: Apache-2.0
// Kernels that compute the same elements of several values become one.
#pragma once

#include "codegen/lower/fusion/joined.h"

namespace shardc {

/// What joined kernels point to, and the parts that no kernel makes any more.
struct MadeByJoining {
  std::deque<KernelBody> bodies;
  std::deque<Fusion> fusions;
  std::vector<PartRef> gone;
};

/// Joins kernels that have the same elements on every shard and something in common for each of
/// them, as what an optimiser makes of a gradient: what they read, what they compute, or that one
/// reads what the other makes; or reductions over the same. A kernel takes the place of one of the
/// two, so both stand between the same loops and branches, and what they read comes before. Left
/// alone are those that together would be more than people read or would lose vectors. Results that
/// nothing but their own kernel reads are computed there and not stored.
void joinSameElements(const Graph &graph, std::vector<PlacedKernel> &kernels, MadeByJoining &made);

} // namespace shardc

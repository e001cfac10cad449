// SPDX-License-Identifier: Apache-2.0
// Attention in one kernel, where sums may have an order of their own (--numerics fast).
#pragma once

#include "codegen/lower/fusion/fuse.h"

namespace shardc {

/// Joins the kernels of every attention (codegen/kernel/forms/attention.h): from the product of
/// queries and keys over the softmax to the product with values, where nothing else uses what is
/// between. `apart` lists values that have to stay in memory.
std::vector<Fusion> fuseAttention(const Graph &graph, std::vector<Fusion> fusions,
                                  ArrayRef<bool> apart);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Sums over several loops whose results are few, in two kernels.
#pragma once

#include "codegen/lower/graph/graph.h"
#include "frontend/machine.h"

namespace shardc {

/// A sum over several loops is a sum of sums. Where its results are fewer than a machine has room
/// for threads, and what it reads is worth a kernel of its own, the sums inside become a value in
/// memory, whose dimensions are the first loops of the sum and those of the result. No sum changes
/// its order.
void splitSums(Graph &graph, Pool &pool, const Machine &machine);

} // namespace shardc

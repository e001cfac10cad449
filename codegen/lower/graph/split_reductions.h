// SPDX-License-Identifier: Apache-2.0
// Reductions whose results are few, in two kernels.
#pragma once

#include "codegen/lower/graph/graph.h"
#include "frontend/machine.h"

namespace shardc {

/// A reduction is one of reductions: of the rows of a sum, of the leaves of a long one, of equal
/// parts where any grouping gives the same bits. Where one kernel would leave most of a machine
/// idle, and two take less time for all that, those inside become a value in memory, whose
/// dimensions are what the outer one is over and those of the result. No sum changes its order. Of
/// a CPU threads have what is inside in equal parts, and products whole, or one for each index of
/// the first loop where others have leaves, too. `keepsProducts`: sums of products stay whole, as a
/// library wants them.
void splitReductions(Graph &graph, Pool &pool, const Machine &machine, bool keepsProducts);

} // namespace shardc

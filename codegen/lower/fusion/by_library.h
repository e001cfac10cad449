// SPDX-License-Identifier: Apache-2.0
// Kernels that libraries may do, where sums may have an order of their own (--numerics fast).
#pragma once

#include "codegen/lower/graph.h"

namespace shardc {

/// Keeps apart what a library does, and what it is given: libraries take memory, and give memory.
/// Values that are others' elements at other places may go into it.
void keepForLibraries(const Graph &graph, const Libraries &chosen, std::vector<bool> &apart);

/// Says of every kernel of a form that libraries know which of these may do it.
void useLibraries(Function &function, const Libraries &chosen);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Kernels that libraries may do, where sums may have an order of their own (--numerics fast).
#pragma once

#include "codegen/lower/graph/graph.h"

namespace shardc {

/// Whether a value is a large product of which one of the libraries knows the form.
bool isForLibraries(const GraphValue &value, const Libraries &chosen);

/// Of the libraries those that have functions for a kernel of this formula, by its types and what
/// it does with sums.
Libraries thatTake(const Formula &formula, const Libraries &chosen);

/// Keeps apart what a library does, and what it is given: libraries take memory, and give memory.
/// Values that are others' elements at other places may go into it.
void keepForLibraries(const Graph &graph, const Libraries &chosen, std::vector<bool> &apart);

/// Says of every kernel of a form that libraries know which of these may do it.
void useLibraries(Function &function, const Libraries &chosen);

} // namespace shardc

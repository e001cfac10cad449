// SPDX-License-Identifier: Apache-2.0
// Sums in another order than ops give them.
#pragma once

#include "codegen/lower/graph/graph.h"
#include "codegen/lower/lower.h"

namespace shardc {

/// Does what options say to the sums of floats of a graph.
void orderSums(Graph &graph, const LowerOptions &options);

} // namespace shardc

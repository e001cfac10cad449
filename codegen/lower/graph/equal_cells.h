// SPDX-License-Identifier: Apache-2.0
// What a loop carries twice is in memory once.
#pragma once

#include "codegen/lower/graph/graph.h"

namespace shardc {

/// Values that read a cell of a loop read the first one that is always equal to it: begins as the
/// same value, and becomes the same in every trip. Nobody is left to read the others, as JAX's
/// gradient of a scan has some: what it keeps for the backward pass is often kept twice.
void uniteEqualCells(Graph &graph);

} // namespace shardc

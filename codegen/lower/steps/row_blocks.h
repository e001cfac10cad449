// SPDX-License-Identifier: Apache-2.0
// Which kernels are done together for a block of rows at a time (plan.h: RowBlocks).
#pragma once

#include "codegen/plan/plan.h"

namespace shardc {

/// Finds runs of steps from a product to a product in which every row of what is made needs only
/// that row of what was made before, as in attention, where a buffer between them is larger than a
/// core's cache. Such buffers lose their place in the arena. To be called before memory is
/// assigned.
void blockRows(Function &function);

} // namespace shardc

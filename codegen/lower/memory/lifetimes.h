// SPDX-License-Identifier: Apache-2.0
// From which step to which each buffer is needed.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc {

/// Sets `firstStep` and `lastStep` of every buffer. What is used in a loop and outside of it lives
/// through the whole loop; buffers that trade places live alike. Donated inputs end with the step
/// that reads them last, outputs that lie over one begin with the step that writes them first; with
/// `ofOutputs` all outputs do.
void setLifetimes(Function &function, bool ofOutputs = false);

} // namespace shardc

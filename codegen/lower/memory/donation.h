// SPDX-License-Identifier: Apache-2.0
// Memory of inputs that are not needed any more once they are read.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc {

/// Gives the memory of donated inputs to outputs, and to what comes and goes. An output that a
/// donated input becomes lies where that lay, if it is written when the input has been read, or by
/// the kernel that reads it, element by element (`Buffer::over`, `Kernel::overwrites`). That is, as
/// far as windows are equal, the output that the program says, or that of the input's name, which
/// is what
/// --steps makes of it; else the first one that is nobody's. Wants feeds to be there.
void useDonated(Plan &plan);

} // namespace shardc

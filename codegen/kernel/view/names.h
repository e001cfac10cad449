// SPDX-License-Identifier: Apache-2.0
// What a kernel's parameters and loops are called.
#pragma once

#include "codegen/kernel/view/view.h"

namespace shardc {

/// Names the parameters and loops of a view that is complete but for that.
void chooseNames(KernelView &view);

} // namespace shardc

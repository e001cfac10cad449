// SPDX-License-Identifier: Apache-2.0
// What kernels are called.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc {

/// Kernels are called after their last op. One that reduces first and then makes an output, as a
/// softmax does, is called after the output instead: "make_y" says more than "divide". One that
/// several steps share keeps its op. Numbers come later.
void nameAfterOutputs(Plan &plan);

/// Names kernels "add_0", "add_1", by the mnemonics that they have: over all functions, in order.
void numberKernels(Plan &plan);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// What kernels are called where their last op says too little.
#pragma once

#include "codegen/plan.h"

namespace shardc {

/// Kernels are called after their last op. One that reduces first and then makes an output, as a
/// softmax does, is called after the output instead: "make_y" says more than "divide". One that
/// several steps share keeps its op. Numbers come later.
void nameAfterOutputs(Plan &plan);

} // namespace shardc

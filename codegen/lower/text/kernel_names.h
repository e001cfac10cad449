// SPDX-License-Identifier: Apache-2.0
// What kernels are called.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc {

/// What a kernel is called by what its formula says, whatever ops it is made of: "product",
/// "product_max" with what becomes of it, "softmax", "norm", "row_sum", "column_max", "row_sums" of
/// several. Empty where that is none of these.
std::string wordFor(const Formula &formula);

/// Other kernels are called after their last op. One that reduces first and then makes an output is
/// called after the output instead: "make_y" says more than "divide". One that several steps share
/// keeps its op. Numbers come later.
void nameAfterOutputs(Plan &plan);

/// Names kernels "add_0", "add_1", by the mnemonics that they have: over all functions, in order.
void numberKernels(Plan &plan);

} // namespace shardc

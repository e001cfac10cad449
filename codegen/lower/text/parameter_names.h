// SPDX-License-Identifier: Apache-2.0
// What the parameters of kernels are called that several steps share.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc {

/// What names of one parameter have in common: words at their beginnings and ends, without numbers
/// ("w" of layer_0_w and head_w, "layer_w" of layer_0_w and layer_1_w). Empty where that is
/// nothing, or only what values without a name are called by (v12).
std::string commonName(llvm::ArrayRef<llvm::StringRef> names);

/// A kernel's parameters have the names of its first step's buffers. Where other steps have other
/// buffers, they are called by what all of those have in common, else `x` or `out`. Two parameters
/// have one name where every step has one buffer for both.
void nameSharedParameters(Plan &plan);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// A kernel that pulls (frontend/ir/formula/push.h) is two: one that says what elements begin as,
// and one that pushes updates into them, where they lie.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc {

/// A kernel that another one became, and which of that one's operands it reads.
struct KernelPart {
  Kernel kernel;
  SmallVector<int, 8> ins;
};
struct PushKernels {
  KernelPart start;
  std::optional<KernelPart> push; // none: nothing is pushed
};
/// None where the kernel does not pull. Names are for the caller to number.
std::optional<PushKernels> pushKernelsOf(const Kernel &kernel, const ShardGrid &grid);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Whether parts of sums may be computed with before they are combined: the checker's own way, which
// shares nothing with the analysis that let them.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc {

/// Every term of that result of the kernel has one factor of parts: of the operands in `areParts`,
/// or of a sum over a loop that devices do a part of each.
bool hasOnePartPerTerm(const Kernel &kernel, int result, ArrayRef<bool> areParts);

} // namespace shardc

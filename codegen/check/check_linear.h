// SPDX-License-Identifier: Apache-2.0
// Whether partial sums may be computed with before they are combined: the checker's own way, which
// shares nothing with the analysis that let them.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc {

/// Every term of that result of the kernel has one factor that is a partial sum: of the operands in
/// `arePartial`, or of a sum over a loop that devices do a share of each. Operands in `areZero`
/// have no terms. `mayRound`: it may have been rounded to a float of 16 bits. `areApart`: operands
/// are partial sums over other axes than those by which devices have shares of loops, so that they
/// may be the terms of such a sum.
bool hasOnePartialPerTerm(const Kernel &kernel, int result, ArrayRef<bool> arePartial,
                          ArrayRef<bool> areZero, bool mayRound, bool areApart);

} // namespace shardc

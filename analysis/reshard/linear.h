// SPDX-License-Identifier: Apache-2.0
// Whether partial sums of operands make partial sums of a result. Pure.
#pragma once

#include "frontend/ir/formula/formula.h"

namespace shardc {

/// Whether the value is linear in the operands marked together: partial sums of them give partial
/// sums of it. `mayRound`: also a conversion to a type of fewer digits.
bool isLinear(const Formula &formula, ArrayRef<bool> operands, bool mayRound = false);

} // namespace shardc

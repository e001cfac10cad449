// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "frontend/ir/formula/expressions/expr.h"

namespace shardc {

/// Whether a combiner of args 0 and 1, floats, combines in any order to the same but for rounding,
/// and leaves what is combined with `nothing` as it is. It is tried on some numbers: that is no
/// proof, but what StableHLO may take for granted of any reduction.
bool isMonoid(Expr combine, const Number &nothing);

} // namespace shardc

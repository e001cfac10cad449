// SPDX-License-Identifier: Apache-2.0
// Activations as people write them, in functions that there are. Roundings between are looked
// through.
#pragma once

#include "frontend/ir/formula/expressions/expr.h"

namespace shardc {

/// The x that `value` is x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3))) of, its parts in
/// any order, but for rounding; null: it is something else.
Expr geluArgument(Expr value);
/// The x that `value` is max(x, 0) of, likewise.
Expr reluArgument(Expr value);

} // namespace shardc

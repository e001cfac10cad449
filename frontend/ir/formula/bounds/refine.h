// SPDX-License-Identifier: Apache-2.0
// Environments narrowed by conditions, and how far that is taken.
#pragma once

#include "frontend/ir/formula/bounds/bounds.h"

namespace shardc {

/// Narrows `env` to where lo <= index < hi.
void narrow(Env &env, Expr index, int64_t lo, int64_t hi);
/// Whether `refine` can learn something from the condition.
bool canRefine(Expr condition);

/// Conditions on the way down to an expression. What is shared is reached on many ways, in the
/// worst case exponentially many, so both their length and their number per expression are
/// bounded; beyond, conditions are ignored, which is always sound.
constexpr int kMaxConditions = 16;
constexpr size_t kMaxWays = 6;

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Expressions but for roundings between types of floats, where those do not matter
// (--numerics fast).
#pragma once

#include "frontend/ir/formula/expressions/expr.h"

namespace shardc {

/// Without what rounds a float to fewer bits or makes more of them.
Expr unrounded(Expr e);

} // namespace shardc

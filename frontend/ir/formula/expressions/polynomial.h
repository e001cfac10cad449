// SPDX-License-Identifier: Apache-2.0
// Expressions as sums of products of unknowns, but for rounding: whether two of them, written in
// different orders, are one function.
#pragma once

#include "frontend/ir/formula/expressions/expr.h"

#include <map>
#include <optional>
#include <vector>

namespace shardc {

/// The number that each product of unknowns is taken times; an unknown is there once for each power
/// of it, and of none is the constant.
using Polynomial = std::map<std::vector<Expr>, double>;

/// Sums, differences and products are looked into, and quotients by numbers; all else is an
/// unknown, and so is `unknown`. None: it has more parts than people write.
std::optional<Polynomial> polynomialOf(Expr e, Expr unknown = nullptr);

} // namespace shardc

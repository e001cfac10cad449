// SPDX-License-Identifier: Apache-2.0
// Reductions in two steps, for functions that no collective combines by: argmin, or any comparator
// of the program's own. Pure; the axes are somebody else's matter.
#pragma once

#include "frontend/ir/formula/rule.h"

#include <optional>

namespace shardc {

struct StagedReduction {
  /// Per value that is reduced; element [p, ...] is of share p alone.
  SmallVector<Formula, 2> partials;
  Formula whole; // of all partial results, which are its last operands
};

/// Reduces the one result by equal shares of `loop`, and then those. Values keep their order, so
/// that any associative function will do, and a start enters once. None where the result is no
/// reduction, where `loop` is not the outermost that it is over, or where shares would differ.
std::optional<StagedReduction> inStages(const Formula &formula, int loop, int64_t shares);

/// Marks factors whole that no device can do a part of, not in two steps either. Returns the one
/// that is done in two, or -1. `constants`: of operands, as far as they are known.
int markWhole(Rule &rule, const Formula &formula, ArrayRef<std::optional<Number>> constants);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// How shardings may flow through an op: dimensions to factors, read off the formula.
#pragma once

#include "frontend/ir/formula/formula.h"

namespace shardc {

/// What splitting a factor means. Parallel splits results; permutation too, but data must move; a
/// split reduction leaves partial results; a pick (computed index) leaves the owner's; a whole one
/// cannot be split. Along one that has a communicator code moves what it needs itself.
enum class FactorKind : uint8_t { parallel, permutation, reduction, pick, whole, communicator };

struct Factor {
  std::string name;
  int64_t size;
  FactorKind kind;
};
/// The factors of a dimension, major to minor; none: nothing flows through it.
struct DimFactors {
  SmallVector<int, 2> factors;
};
/// Shardy's op sharding rule, over the loops of the formula.
struct Rule {
  SmallVector<Factor, 4> factors;
  SmallVector<SmallVector<DimFactors, 4>, 3> operands, results;

  /// In Shardy's notation: "([i, k], [k, j])->([i, j]) {i=2, j=4, k=3} reduction={k}".
  std::string str() const;
};
Rule ruleOf(const Formula &formula);

} // namespace shardc

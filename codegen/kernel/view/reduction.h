// SPDX-License-Identifier: Apache-2.0
// How a reduction is written: what its accumulators are called and what they start from.
#pragma once

#include "frontend/ir/formula/expressions/scalars.h"

namespace shardc {

struct KernelView;

struct ReductionPlan {
  enum class Start : uint8_t {
    init,     // the inits, which so come first, where they should: combining is associative
    identity, // what combines to nothing; the init comes at the end where there is one
    first,    // the first values: nothing else is known
  };
  std::vector<std::string> names; // "sum"; "best", "best_at"
  Start start = Start::init;
  std::optional<Fn> fn; // where one value is reduced by one function
  std::optional<Number> identity;
  bool initAtEnd = false;
  bool ignoresInit = false; // there is none, or it combines to nothing
};
ReductionPlan planOf(const ReduceView &reduce);

/// A reduction without loops of one index: what it is over others of, if it has any.
Expr withoutSingles(const KernelView &view, Expr reduce);

} // namespace shardc

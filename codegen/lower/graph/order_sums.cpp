// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/graph/order_sums.h"

#include "frontend/ir/formula/call.h"
#include "frontend/ir/formula/rewriting/roundoff.h"
#include "frontend/ir/formula/sum_order.h"

namespace shardc {

/// Products with the leaves of their first loops alone, as those of matrices have them.
static Formula withLeavesOfFirst(const Formula &formula) {
  return reordered(formula, [](const ReduceView &sum, llvm::MutableArrayRef<SumOrder> order) {
    if (!isTerm(sum.values[0])) return;
    for (SumOrder &each : order.drop_front())
      each = {};
  });
}

void orderSums(Graph &graph, const LowerOptions &options) {
  const bool mayBeByLibrary = !options.libraries.empty(); // in an order of its own
  if (options.sumLeaves == 0 && !options.roundoff && !mayBeByLibrary) return;
  llvm::DenseMap<const Formula *, Shared<Formula>> made; // values share them
  for (GraphValue &value : graph.values) {
    if (value.kind != GraphValue::Kind::computed || callIn(value.formula)) continue;
    const auto [known, fresh] = made.try_emplace(value.formula.get());
    if (fresh) {
      Formula formula = value.formula;
      if (mayBeByLibrary) formula = withLeavesOfFirst(formula);
      if (options.sumLeaves > 0) formula = withLeaves(formula, options.sumLeaves);
      if (options.roundoff) formula = withRoundoff(formula);
      known->second = std::move(formula);
    }
    value.formula = known->second;
  }
}

} // namespace shardc

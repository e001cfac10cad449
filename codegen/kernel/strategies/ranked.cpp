// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/estimate.h"
#include "codegen/kernel/grid.h"
#include "codegen/kernel/strategies/strategies.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

bool isElementwise(const KernelView &view, const Nest &nest) {
  const auto reduces = [](const Result &result) { return contains(result.value, Kind::Item); };
  return !nest.order.empty() && view.loops[nest.order.back()].isLooped() &&
         llvm::none_of(view.formula.results, reduces) && !view.isInPlace();
}

/// Of those of one strategy that differ in numbers alone, the best.
static void keepBest(Candidates &sorted) {
  Candidates best;
  for (Schedule &each : sorted)
    if (llvm::none_of(best, [&](const Schedule &other) {
          return StringRef(other.strategy) == each.strategy &&
                 other.values(To::vector) == each.values(To::vector);
        }))
      best.push_back(std::move(each));
  sorted = std::move(best);
}

Candidates ranked(const KernelView &view, const Nest &nest) {
  Candidates candidates;
  elements(view, nest, candidates);
  inTurns(view, nest, candidates);
  turned(view, nest, candidates);
  places(view, nest, candidates);
  columns(view, nest, candidates);
  rows(view, nest, candidates);
  planes(view, nest, candidates);
  llvm::erase_if(candidates,
                 [](const Schedule &each) { return !isPossible(threadsOf(each.axes)); });
  if (candidates.size() == 1) return candidates; // nothing is to be weighed
  for (Schedule &each : candidates)
    each.estimate = estimateOf(view, each);
  llvm::stable_sort(candidates, [](const Schedule &a, const Schedule &b) {
    return a.estimate.seconds < b.estimate.seconds;
  });
  keepBest(candidates);
  return candidates;
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/estimate.h"
#include "codegen/kernel/strategies/strategies.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

Candidates ranked(const KernelView &view, const Nest &nest) {
  Candidates candidates;
  elements(view, nest, candidates);
  if (candidates.size() == 1) return candidates; // nothing is to be weighed
  for (Schedule &each : candidates)
    each.estimate = estimateOf(view, each);
  llvm::stable_sort(candidates, [](const Schedule &a, const Schedule &b) {
    return a.estimate.seconds < b.estimate.seconds;
  });
  return candidates;
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
#include "analysis/mesh/uses.h"

#include "analysis/boxes/shard_reads.h"
#include "analysis/program/cost.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

/// Loops as often as any device runs them.
static Env mostOf(const ShardLoops &loops) {
  Env most;
  for (const Varying<Interval> &loop : loops) {
    const auto longest = llvm::max_element(
        *loop.values, [](const Interval &a, const Interval &b) { return a.extent() < b.extent(); });
    most.loops.push_back(*longest);
  }
  return most;
}

Uses findUses(const Formula &formula, const SharedBoxes &placed, ArrayRef<Varying<Interval>> splits,
              Placements &placements, const Machine &machine) {
  const ShardLoops loops = loopsFor(formula, placed, splits);
  // Per load what devices read, as one box: a load reads from one placed value.
  const auto loads = readsOf(formula, loops, placed->grid);
  SmallVector<SmallVector<ShardBoxes, 1>, 4> perOperand(formula.operands.size());
  for (const auto &[load, boxes] : loads)
    addUse(perOperand[load->value], boxes);
  Uses uses;
  llvm::DenseMap<Expr, int> numbers;
  SmallVector<TensorSpec, 3> types;
  for (auto [operand, list] : llvm::enumerate(perOperand))
    for (const ShardBoxes &use : list) {
      for (const auto &[load, boxes] : loads)
        if (load->value == static_cast<int64_t>(operand) && !numbers.contains(load) &&
            coversEverywhere(use, boxes))
          numbers[load] = static_cast<int>(uses.list.size());
      uses.list.push_back({operand, placements.share(use), list.size() == 1});
      types.push_back(formula.operands[operand]);
    }
  uses.formula = reassignLoads(formula, numbers, types);
  uses.seconds = secondsOf(formula, mostOf(loops), machine);
  return uses;
}

} // namespace shardc

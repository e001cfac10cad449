// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/view/leaves.h"

#include "llvm/Support/MathExtras.h"

namespace shardc {

HeldLeaves heldOf(const KernelView &view, const ReduceView &reduce, size_t k) {
  Expr loop = reduce.loops[k];
  SmallVector<Interval, 8> shards;
  for (const Case &each : view.cases)
    shards.push_back(each.loops[loop->value]);
  return heldLeaves(loop->numbers[0], reduce.order[k], shards);
}

Leaves leavesOf(const KernelView &view, const ReduceView &reduce) {
  const LoopView &first = view.loops[reduce.loops[0]->value];
  const HeldLeaves held = heldOf(view, reduce, 0);
  if (held.most <= 1 || first.form != LoopView::Form::looped) return {1, true};
  const int64_t all = reduce.order[0].leaves;
  if (!held.nest || held.size == 0 || !first.extent || !first.isLocal) return {all, false, all};
  const int64_t own = *first.extent / held.size;
  return {own, true, own};
}

Leaves subtreeOf(const KernelView &view, const ReduceView &reduce) {
  const Leaves leaves = leavesOf(view, reduce);
  if (leaves.areOwn && llvm::isPowerOf2_64(static_cast<uint64_t>(leaves.count))) return leaves;
  const HeldLeaves held = heldOf(view, reduce, 0);
  return {held.block, false, reduce.order[0].leaves, held.fewest < held.block};
}

} // namespace shardc

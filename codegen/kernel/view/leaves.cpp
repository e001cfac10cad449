// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/view/leaves.h"

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
  if (held.nest && held.size > 0 && first.extent && first.isLocal)
    return {*first.extent / held.size, true};
  return {reduce.order[0].leaves, false};
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/view/reduction.h"

#include "codegen/kernel/view/view.h"
#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

static std::string nameOf(Fn fn, ElementType type) {
  const CombinerInfo *const row = combinerInfo(fn);
  if (!row) return "total";
  return (info(type).isBoolean ? row->booleans : row->numbers).str();
}

static void planSingle(ReductionPlan &plan, const ReduceView &reduce) {
  const ElementType type = reduce.values.front()->type;
  plan.identity = identity(reduce, 0);
  plan.names = {nameOf(*plan.fn, type)};
  Expr init = reduce.inits.empty() ? nullptr : reduce.inits.front();
  const bool isLiteral = init && init->kind == Kind::Literal;
  plan.ignoresInit = !init || (isLiteral && plan.identity && init->number.sameBits(*plan.identity));
  if (isOrdered(reduce)) {
    plan.identity = Number::of(type, 0.0);
    plan.start = ReductionPlan::Start::identity;
    plan.ignoresInit = startsFromZero(reduce);
    plan.initAtEnd = !plan.ignoresInit;
    return;
  }
  if (!plan.identity) return;
  if (init && (plan.ignoresInit || (isLiteral && isExact(*plan.fn, type)))) return;
  plan.start = ReductionPlan::Start::identity;
  plan.initAtEnd = !plan.ignoresInit;
}

ReductionPlan planOf(const ReduceView &reduce) {
  ReductionPlan plan;
  if (reduce.inits.empty()) plan.start = ReductionPlan::Start::first;
  if (reduce.values.size() == 1) plan.fn = combiner(reduce);
  if (plan.fn) {
    planSingle(plan, reduce);
    return plan;
  }
  plan.ignoresInit = reduce.inits.empty();
  for (size_t k = 0; k < reduce.values.size(); ++k) {
    const bool isPlace = k > 0 && !info(reduce.values[k]->type).isRounded;
    plan.names.push_back(isPlace ? "best_at" : "best");
  }
  return plan;
}

Expr withoutSingles(const KernelView &view, Expr reduce) {
  const ReduceView whole(reduce);
  SmallVector<Expr, 4> loops;
  SmallVector<SumOrder, 2> order;
  for (auto [loop, own] : llvm::zip_equal(whole.loops, whole.order))
    if (view.loops[loop->value].isLooped()) {
      loops.push_back(loop);
      order.push_back(own);
    }
  if (loops.empty() || loops.size() == whole.loops.size()) return reduce;
  return expr::reduce(loops, whole.values, whole.combine, whole.inits, order);
}

} // namespace shardc

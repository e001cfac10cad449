// SPDX-License-Identifier: Apache-2.0
// Rows of warps: reductions first, each with a function for its terms, then what is written along
// the row, an element for each thread in turns; of one element, by the first thread.
#include "codegen/kernel/body.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

KernelTree BodyBuilder::build(WarpRows &rows) {
  onWarps = true;
  SmallVector<Expr, 2> values;
  for (const Result &result : view.formula.results)
    values.push_back(result.value);
  inside(rows.threads.body, [&] {
    const std::string lane = scope.fresh("lane");
    add(LetPosition{lane, {{Count::threads(32)}}});
    if (rows.along < 0) {
      prepare(values);
      If first;
      first.flag = lane + " == 0";
      inside(first.then, [&] { stores(); });
      return add(std::move(first));
    }
    hoist(values, {rows.along});
    For along;
    along.loop = rows.along;
    along.over = For::Over::lane;
    along.from = lane;
    along.size = 32;
    inside(along.body, [&] { stores(); });
    add(std::move(along));
  });
  body.statements.push_back({std::move(rows.threads)});
  return std::move(body);
}

void BodyBuilder::reduceRow(Expr e, const ReductionPlan &plan) {
  const ReduceView reduce(e);
  ReduceRow row;
  row.fn = *plan.fn;
  row.loop = static_cast<int>(reduce.loops[0]->value);
  hoist(reduce.values, {row.loop});
  row.isOrdered = isOrdered(reduce);
  if (row.isOrdered)
    row.leaves = heldOf(reduce, 0).most <= 1 ? 1 : reduce.order[0].leaves;
  else
    row.start = reduce.values[0]->pool->literal(*plan.identity);
  row.value = reduce.values[0];
  const State before = save();
  inside(row.body, [&] {
    prepare({row.value});
    nameParts(row.value);
  });
  restore(before);
  row.term = scope.fresh("term");
  row.name = scope.fresh(plan.names[0]);
  row.isFinal = plan.ignoresInit;
  const Place place = Place::of(row.name);
  const bool isFinal = row.isFinal;
  add(std::move(row));
  if (!isFinal) add(Accumulate{place, *plan.fn, reduce.inits[0], /*valueFirst=*/true});
  add(Bind{e, {place}});
  setReduced(e, place);
}

} // namespace shardc

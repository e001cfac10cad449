// SPDX-License-Identifier: Apache-2.0
// Rows and columns of teams: reductions first, each with a function for its terms, then what is
// written along the row or column, an element for each thread in turns; of one element, by the
// first thread.
#include "codegen/kernel/body/body.h"
#include "codegen/kernel/view/leaves.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

/// A thread's number in its team, and what it is called.
static LetPosition placeInTeam(const Threads &threads, Scope &scope) {
  const char *const called = threads.isSpread ? "slot" : threads.team == 32 ? "lane" : "thread";
  const bool isBlock = threads.own() == 1;
  const Count place = isBlock            ? Count::groups(1, threads.team)
                      : threads.isSpread ? Count::groups(threads.own(), threads.team)
                                         : Count::threads(threads.team);
  return {scope.fresh(called), {{place}}};
}

KernelTree BodyBuilder::buildShared(const Schedule &schedule, Threads threads, const Nest &nest) {
  team = &threads;
  threads.perElement = false;
  threads.keepsRows = schedule.kept.has_value();
  const auto isAlong = [&](int loop) { return llvm::is_contained(nest.order, loop); };
  const auto *const found = llvm::find_if(schedule.shared, isAlong);
  const int along = found == schedule.shared.end() ? -1 : *found;
  SmallVector<Expr, 2> values;
  for (const Result &result : view.formula.results)
    values.push_back(result.value);
  inside(threads.body, [&] {
    if (schedule.kept) declareRows(*schedule.kept);
    if (rows && along >= 0) {
      hoist(values, {along});
      return storeRows();
    }
    const LetPosition place = placeInTeam(threads, scope);
    add(place);
    if (along < 0) {
      prepare(values);
      If first;
      first.flag = place.name + " == 0";
      inside(first.then, [&] { stores(); });
      return add(std::move(first));
    }
    hoist(values, {along});
    For all;
    all.loop = along;
    all.over = For::Over::lane;
    all.from = place.name;
    all.size = threads.team;
    inside(all.body, [&] { stores(); });
    add(std::move(all));
  });
  team = nullptr;
  rows = nullptr;
  body.statements.push_back({std::move(threads)});
  return std::move(body);
}

void BodyBuilder::reduceByTeam(Expr e, const ReductionPlan &plan) {
  if (rows) return reduceRow(e, plan);
  const ReduceView reduce(e);
  ReduceByTeam made;
  made.fn = *plan.fn;
  made.loop = static_cast<int>(reduce.loops[0]->value);
  hoist(reduce.values, {made.loop});
  made.isOrdered = isOrdered(reduce);
  if (made.isOrdered)
    made.leaves = subtreeOf(view, reduce);
  else
    made.start = reduce.values[0]->pool->literal(*plan.identity);
  if (team->isSpread) {
    made.columns = team->own();
    made.slots = team->team;
  } else {
    made.warps = team->team / 32;
  }
  made.value = reduce.values[0];
  const State before = save();
  inside(made.body, [&] {
    prepare({made.value});
    nameParts(made.value);
  });
  restore(before);
  made.term = scope.fresh("term");
  made.name = scope.fresh(plan.names[0]);
  made.isFinal = plan.ignoresInit;
  const std::string name = made.name;
  add(std::move(made));
  finishReduced(e, plan, name);
}

} // namespace shardc

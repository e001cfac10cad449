// SPDX-License-Identifier: Apache-2.0
// Rows and columns of teams: reductions first, each with a function for its terms, then what is
// written along the row or column, an element for each thread in turns; of one element, by the
// first thread.
#include "codegen/kernel/body/body.h"
#include "codegen/kernel/view/leaves.h"
#include "codegen/kernel/view/reduction.h"

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
  laneLoops = schedule.lanes;
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
  laneLoops = {};
  rows = nullptr;
  body.statements.push_back({std::move(threads)});
  return std::move(body);
}

/// Of the loops but the first.
static Expr innerOf(const ReduceView &reduce) {
  return expr::item(expr::reduce(reduce.loops.drop_front(), reduce.values, reduce.combine, {},
                                 ArrayRef(reduce.order).drop_front()),
                    0);
}

void BodyBuilder::reduceByTeam(Expr all, const ReductionPlan &plan) {
  if (rows) return reduceRow(all, plan);
  for (Expr loop : ReduceView(all).loops) {
    const auto number = static_cast<int>(loop->value);
    const bool isOne = view.loops[number].form == LoopView::Form::declared;
    if (isOne && !isDeclared(number, *statements)) add(OneIndex{number});
  }
  Expr e = withoutSingles(view, all);
  const ReduceView reduce(e);
  ReduceByTeam made;
  made.fn = *plan.fn;
  made.loop = static_cast<int>(reduce.loops[0]->value);
  made.type = reduce.values[0]->type;
  made.start = reduce.values[0]->pool->literal(*plan.identity);
  if (neverEmpty(reduce.loops)) hoist(reduce.values, loopsFrom(reduce, 0));
  made.isOrdered = isOrdered(reduce);
  if (made.isOrdered) made.leaves = subtreeOf(view, reduce);
  if (made.isOrdered && reduce.order[0].lanes == kLanes / 2) made.lanes = kLanes / 2;
  const int warp = static_cast<int>(kWarp);
  const bool areLanes = llvm::is_contained(laneLoops, made.loop);
  made.isPlane = !laneLoops.empty() && !areLanes && !made.isOrdered;
  if (made.isPlane) {
    made.warps = team->team / warp;
  } else if (team->isSpread || !(laneLoops.empty() || areLanes)) {
    made.columns = team->isSpread ? team->own() : warp; // each lane has the same
    made.slots = team->isSpread ? team->team : team->team / warp;
  } else {
    made.warps = areLanes ? 1 : team->team / warp;
  }
  const State before = save();
  if (made.isPlane)
    addToLanes(reduce, plan, made);
  else if (reduce.loops.size() > 1 && laneLoops.empty())
    addToTerms(e, plan, made);
  else
    inside(made.body, [&] {
      made.value = reduce.loops.size() > 1 ? innerOf(reduce) : reduce.values[0];
      prepare({made.value});
      nameParts(made.value);
    });
  restore(before);
  made.term = scope.fresh(made.value && reduce.loops.size() > 1 ? "inner" : "term");
  made.name = scope.fresh(plan.names[0]);
  made.isFinal = plan.ignoresInit;
  const std::string name = made.name;
  add(std::move(made));
  finishReduced(all, plan, name);
}

/// A thread has every so-many-th term of a row, in any order.
void BodyBuilder::addToLanes(const ReduceView &reduce, const ReductionPlan &plan,
                             ReduceByTeam &made) {
  made.into = scope.fresh(plan.names[0]);
  inside(made.body, [&] {
    const LetPosition lane{scope.fresh("lane"), {{Count::threads(kWarp)}}};
    add(lane);
    For row;
    row.loop = static_cast<int>(reduce.loops[1]->value);
    row.over = For::Over::lane;
    row.from = lane.name;
    row.size = kWarp;
    inside(row.body, [&] { accumulate(reduce, plan, {{Place::of(made.into)}, ""}); });
    add(std::move(row));
  });
}

/// A thread has the other loops for itself.
void BodyBuilder::addToTerms(Expr e, const ReductionPlan &plan, ReduceByTeam &made) {
  const ReduceView reduce(e);
  const Threads *const all = std::exchange(team, nullptr);
  made.into = scope.fresh(plan.names[0]);
  const Place into = Place::of(made.into);
  const bool mayHoist = neverEmpty(reduce.loops);
  inside(made.body, [&] {
    if (made.isOrdered) return addTerms({expr::item(e, 0), reduce, plan, {}, mayHoist}, 1, into);
    loops(
        loopsFrom(reduce, 1), mayHoist ? reduce.values : ArrayRef<Expr>(),
        [&] {
          accumulate(reduce, plan, {{into}, ""});
        },
        reduce.values);
  });
  team = all;
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// They are found by walking down from the results; a reduction inside of another's terms is
// computed before it, so it must not depend on that one's loop.
//
// Whether they are rows or columns is said by the orders of sums: those with lanes are rows of
// memory. Without a sum, by what is read side by side.
#include "codegen/kernel/strategies/shared_loops.h"

#include "codegen/kernel/grid.h"
#include "codegen/kernel/view/choices.h"
#include "codegen/kernel/view/leaves.h"
#include "codegen/kernel/view/reduction.h"
#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

class Finder {
public:
  Finder(const KernelView &view, const Nest &nest) : view(view), nest(nest) {}

  std::optional<SharedLoops> find() {
    const size_t given = nest.stops.empty() ? nest.order.size() : nest.stops.front();
    if (nest.stops.size() > 1) return std::nullopt;
    made.results.assign(nest.order.begin(), nest.order.begin() + static_cast<long>(given));
    for (const int loop : ArrayRef(nest.order).drop_front(given)) {
      if (!view.loops[loop].isLooped()) continue;
      if (made.along >= 0) return std::nullopt;
      made.along = loop;
    }
    Seen seen;
    for (const Result &result : view.formula.results)
      walk(result.value, {}, false, seen);
    if (!isRight || reductions.empty()) return std::nullopt;
    if (!hasRows && !hasColumns) (readsAlong ? hasRows : hasColumns) = true;
    if (hasRows && hasColumns) return std::nullopt;
    made.areRows = hasRows;
    made.haveRows = made.inner.size() == reductions.size() &&
                    llvm::all_of(reductions, [&](Expr e) { return isOfRows(ReduceView(e)); });
    if (made.along >= 0) made.loops.push_back(made.along);
    return std::move(made);
  }

private:
  const KernelView &view;
  const Nest &nest;
  bool isRight = true;
  bool hasRows = false, hasColumns = false; // sums that have the order of one
  bool readsAlong = false;                  // neighbours, while a reduction's loop counts up
  SharedLoops made;
  llvm::DenseSet<Expr> reductions;

  /// Expressions, and whether under a condition.
  using Seen = llvm::DenseSet<std::pair<Expr, char>>;

  /// `bound`: loops of the reduction around; `branch`: whether a condition is around.
  void walk(Expr e, ArrayRef<int> bound, bool branch, Seen &seen) {
    if (!isRight || !seen.insert({e, branch}).second) return;
    if (e->kind == Kind::Load)
      for (const int loop : bound)
        readsAlong |= accessOf(view, e).stride(loop) == Stride::one;
    if (e->kind == Kind::Item) return reduction(e->args[0], bound, branch);
    if (namesLoop(e)) return walk(e->args[0], bound, branch, seen);
    for (auto [number, part] : llvm::enumerate(e->args)) {
      const bool mayNot = e->kind == Kind::At || (isBranch(view, e) && number > 0);
      walk(part, bound, branch || mayNot, seen);
    }
  }

  void reduction(Expr e, ArrayRef<int> bound, bool branch) {
    const auto isBound = [&](int loop) { return llvm::is_contained(bound, loop); };
    e = withoutSingles(view, e);
    const ReduceView reduce(e);
    isRight = isRight && !branch && llvm::none_of(freeLoops(e), isBound) && isOne(reduce);
    if (!isRight || !reductions.insert(e).second) return;
    SmallVector<int, 2> own;
    for (Expr loop : reduce.loops)
      own.push_back(static_cast<int>(loop->value));
    Seen inside, outside;
    walk(reduce.values[0], own, false, inside);
    for (Expr init : reduce.inits)
      walk(init, {}, false, outside);
  }

  /// One function, of whose loops the first may be shared out.
  bool isOne(const ReduceView &reduce) {
    const ReductionPlan plan = planOf(reduce);
    if (isTerm(reduce.values[0])) return false; // it is not rounded before it is added
    if (!plan.fn || !plan.identity) return false;
    if (!isOrdered(reduce) && !isExact(*plan.fn, reduce.values[0]->type)) return false;
    int64_t terms = 1;
    for (Expr each : reduce.loops) {
      const LoopView &own = view.loops[each->value];
      if (!own.isLooped()) return false;
      terms *= own.largest;
      if (each != reduce.loops[0]) made.inner.push_back(static_cast<int>(each->value));
    }
    const int loop = static_cast<int>(reduce.loops[0]->value);
    if (terms < kFewTerms) return false;
    hasColumns = hasColumns || reduce.loops.size() > 1;
    made.terms = std::min(made.terms, view.loops[loop].largest);
    made.loops.push_back(loop);
    return !isOrdered(reduce) || isOrderedOne(reduce);
  }

  /// A sum of sums of rows, or what is read in rows.
  bool isOfRows(const ReduceView &reduce) const {
    if (reduce.loops.size() != 2) return false;
    if (isOrdered(reduce)) return reduce.order[1].lanes == kLanes;
    const auto isAlong = [&](const AccessFacts &each) {
      return each.stride(static_cast<int>(reduce.loops[1]->value)) == Stride::one;
    };
    return llvm::any_of(view.facts.loads, isAlong);
  }

  bool isOrderedOne(const ReduceView &reduce) {
    const SumOrder &order = reduce.order[0];
    const bool isRow = order.lanes >= kLanes / 2 && reduce.loops.size() == 1;
    if (!isRow && (order.lanes != 1 || order.leaves < 2)) return false;
    (isRow ? hasRows : hasColumns) = true;
    const int64_t count = subtreeOf(view, reduce).count;
    made.leaves = std::min(made.leaves.value_or(count), count);
    return true;
  }
};

} // namespace

std::optional<SharedLoops> sharedLoopsOf(const KernelView &view, const Nest &nest) {
  return Finder(view, nest).find();
}

} // namespace shardc

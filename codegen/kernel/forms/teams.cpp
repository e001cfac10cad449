// SPDX-License-Identifier: Apache-2.0
// All reductions of the kernel have to stand at the same place of its nest: inside the loops that
// teams share out and outside of the one that is left. They are found by walking down from the
// results; one inside of another's terms is computed before it, so it must not depend on that one's
// loop.
//
// Whether a team has a row or a column is said by the orders of sums: those with lanes are rows of
// memory. Without a sum, by what is read side by side.
#include "codegen/kernel/forms/teams.h"

#include "codegen/kernel/view/facts.h"
#include "codegen/kernel/view/leaves.h"
#include "codegen/kernel/view/reduction.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace shardc {

// Below this, threads of a team have too little to do.
constexpr int64_t kFewTerms = 64;
constexpr int64_t kMostThreads = 1024;
constexpr int64_t kWarpsOfBlock = 8;
// Terms that are worth a warp.
constexpr int64_t kTermsOfWarp = 1024;
// Columns of a block, which have a sector of memory or more in each row.
constexpr int64_t kMostColumns = 32, kFewestColumns = 8;
// Threads of a block that keep columns, each with some 64 elements, so that registers are enough.
constexpr int64_t kMostOfKept = 512;
// Of those whose order says nothing: as few as a leaf has.
constexpr int64_t kTermsOfSlot = 32;

static int64_t powerFrom(int64_t number) {
  return static_cast<int64_t>(llvm::PowerOf2Ceil(static_cast<uint64_t>(number)));
}
static int64_t powerUpTo(int64_t number) {
  return static_cast<int64_t>(llvm::bit_floor(static_cast<uint64_t>(number)));
}

namespace {

class TeamsFinder {
public:
  TeamsFinder(const KernelView &view, const Nest &nest) : view(view), nest(nest) {}

  std::optional<Teams> find() {
    const size_t given = nest.stops.empty() ? nest.order.size() : nest.stops.front();
    if (nest.stops.size() > 1) return std::nullopt;
    Teams teams;
    teams.threads.loops.assign(nest.order.begin(), nest.order.begin() + static_cast<long>(given));
    for (const int loop : ArrayRef(nest.order).drop_front(given)) {
      if (!isLooped(loop)) continue;
      if (teams.along >= 0) return std::nullopt;
      teams.along = loop;
    }
    Seen seen;
    for (const Result &result : view.formula.results)
      walk(result.value, {}, false, seen);
    if (!isRight || reductions.empty()) return std::nullopt;
    if (!hasRows && !hasColumns) (readsAlong ? hasRows : hasColumns) = true;
    if (hasRows && hasColumns) return std::nullopt;
    teams.threads.isFlat = true;
    teams.threads.perElement = false;
    if (hasRows) {
      setRows(teams.threads);
      teams.kept = keptRowsOf(view, teams.along, teams.threads.team / kWarp);
      return teams;
    }
    return keepColumns(teams) || setColumns(teams.threads) ? std::optional(teams) : std::nullopt;
  }

private:
  const KernelView &view;
  const Nest &nest;
  bool isRight = true;
  bool hasRows = false, hasColumns = false; // sums that have the order of one
  bool readsAlong = false;                  // neighbours, while a reduction's loop counts up
  std::optional<int64_t> leaves;            // the fewest of a sum that has an order
  int64_t terms = INT64_MAX;                // the fewest of a reduction
  llvm::DenseSet<Expr> reductions;

  bool isLooped(int loop) const { return view.loops[loop].form == LoopView::Form::looped; }

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
      const bool mayNot = e->kind == Kind::At || (e->kind == Kind::Select && number > 0);
      walk(part, bound, branch || mayNot, seen);
    }
  }

  void reduction(Expr e, ArrayRef<int> bound, bool branch) {
    const auto isBound = [&](int loop) { return llvm::is_contained(bound, loop); };
    isRight = isRight && !branch && llvm::none_of(freeLoops(e), isBound) && isOne(ReduceView(e));
    if (!isRight || !reductions.insert(e).second) return;
    const ReduceView reduce(e);
    SmallVector<int, 2> own;
    for (Expr loop : reduce.loops)
      own.push_back(static_cast<int>(loop->value));
    Seen inside, outside;
    walk(reduce.values[0], own, false, inside);
    for (Expr init : reduce.inits)
      walk(init, {}, false, outside);
  }

  /// One function along one loop.
  bool isOne(const ReduceView &reduce) {
    const ReductionPlan plan = planOf(reduce);
    if (isTerm(reduce.values[0])) return false; // it is not rounded before it is added
    if (!plan.fn || !plan.identity || reduce.loops.size() != 1) return false;
    const int loop = static_cast<int>(reduce.loops[0]->value);
    const LoopView &own = view.loops[loop];
    if (!isLooped(loop) || own.mayBeEmpty || own.largest < kFewTerms) return false;
    terms = std::min(terms, own.largest);
    return !isOrdered(reduce) || isOrderedOne(reduce);
  }

  bool isOrderedOne(const ReduceView &reduce) {
    const SumOrder &order = reduce.order[0];
    const bool isRow = order.lanes == kLanes;
    if (!isRow && (order.lanes != 1 || order.leaves < 2)) return false;
    (isRow ? hasRows : hasColumns) = true;
    const int64_t count = subtreeOf(view, reduce).count;
    leaves = std::min(leaves.value_or(count), count);
    return true;
  }

  /// A warp for each leaf of a row; where that is one, a block has several rows.
  void setRows(Threads &threads) const {
    const int64_t rows = mostIndices(view, threads.loops);
    const int64_t warps = std::min(
        leaves.value_or(powerFrom(llvm::divideCeil(terms, kTermsOfWarp))), kMostThreads / kWarp);
    int64_t own = warps > 1 ? 1 : kWarpsOfBlock;
    while (own > 1 && llvm::divideCeil(rows, own) < kMultiprocessors)
      own /= 2;
    threads.team = static_cast<int>(warps * kWarp);
    threads.block = static_cast<int>(own) * threads.team;
    threads.x = llvm::divideCeil(rows, own);
  }

  /// Columns that are read once, a leaf by each thread.
  bool keepColumns(Teams &teams) const {
    const int64_t slots = leaves.value_or(powerUpTo(std::max<int64_t>(terms / kTermsOfSlot, 1)));
    if (slots < 2 || slots * kFewestColumns > kMostOfKept) return false;
    const int64_t columns = mostIndices(view, teams.threads.loops);
    const int64_t own = columnsOfBlock(columns, kMostOfKept / slots);
    if (own * slots < kWarp) return false;
    teams.kept = keptColumnsOf(view, teams.along, slots, own);
    if (teams.kept) spread(teams.threads, own, slots, columns);
    return teams.kept.has_value();
  }

  /// As few columns to a block as keep all multiprocessors busy; `most`, but not too few for that.
  static int64_t columnsOfBlock(int64_t columns, int64_t most) {
    int64_t own = std::min(kMostColumns, powerFrom(columns));
    while (own > kFewestColumns &&
           (own > most || llvm::divideCeil(columns, own) < kMultiprocessors))
      own /= 2;
    return own;
  }

  /// As few columns to a block as keep all multiprocessors busy, and as many slots as keep a
  /// multiprocessor busy; not where threads of their own do.
  bool setColumns(Threads &threads) const {
    const int64_t columns = mostIndices(view, threads.loops);
    const int64_t own = columnsOfBlock(columns, kMostColumns);
    int64_t slots = std::min(leaves.value_or(powerUpTo(terms)), kMostThreads / own);
    while (slots > 1 && columns * slots > kMultiprocessors * kThreadsAtOnce)
      slots /= 2;
    if (slots < 2 || own * slots < kWarp) return false;
    spread(threads, own, slots, columns);
    return true;
  }
  static void spread(Threads &threads, int64_t own, int64_t slots, int64_t columns) {
    threads.team = static_cast<int>(slots);
    threads.isSpread = true;
    threads.block = static_cast<int>(own * slots);
    threads.x = llvm::divideCeil(columns, own);
  }
};

} // namespace

std::optional<Teams> teamsOf(const KernelView &view, const Nest &nest) {
  return TeamsFinder(view, nest).find();
}

} // namespace shardc

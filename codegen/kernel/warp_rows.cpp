// SPDX-License-Identifier: Apache-2.0
// All reductions of the kernel have to stand at the same place of its nest: inside the loops of
// rows and outside of the one that is left. They are found by walking down from the results; one
// inside of another's terms is computed before it, so it must not depend on that one's loop.
#include "codegen/kernel/warp_rows.h"

#include "codegen/kernel/reduction.h"
#include "frontend/ir/formula/rewrite.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace shardc {

// Below this, threads of a warp have too little to do.
constexpr int64_t kShortRow = 64;
constexpr int64_t kWarpsOfBlock = 8;
// The lanes of a leaf that a warp has (runtime/rows_cuda.h).
constexpr int64_t kLanes = 128;

namespace {

class Finder {
public:
  Finder(const KernelView &view, const Nest &nest) : view(view), nest(nest) {}

  std::optional<WarpRows> find() {
    const size_t given = nest.stops.empty() ? nest.order.size() : nest.stops.front();
    if (nest.stops.size() > 1) return std::nullopt;
    WarpRows rows;
    rows.threads.loops.assign(nest.order.begin(), nest.order.begin() + static_cast<long>(given));
    for (const int loop : ArrayRef(nest.order).drop_front(given)) {
      if (!isLooped(loop)) continue;
      if (rows.along >= 0) return std::nullopt;
      rows.along = loop;
    }
    Seen seen;
    for (const Result &result : view.formula.results)
      walk(result.value, {}, false, seen);
    if (!isRight || !found) return std::nullopt;
    setGrid(rows.threads);
    return rows;
  }

private:
  const KernelView &view;
  const Nest &nest;
  bool isRight = true, found = false;
  llvm::DenseSet<Expr> reductions;

  bool isLooped(int loop) const { return view.loops[loop].form == LoopView::Form::looped; }

  /// Expressions, and whether under a condition.
  using Seen = llvm::DenseSet<std::pair<Expr, char>>;

  /// `bound`: loops of the reduction around; `branch`: whether a condition is around.
  void walk(Expr e, ArrayRef<int> bound, bool branch, Seen &seen) {
    if (!isRight || !seen.insert({e, branch}).second) return;
    if (e->kind == Kind::Item) return reduction(e->args[0], bound, branch);
    if (namesLoop(e)) return walk(e->args[0], bound, branch, seen);
    for (auto [number, part] : llvm::enumerate(e->args)) {
      const bool mayNot = e->kind == Kind::At || (e->kind == Kind::Select && number > 0);
      walk(part, bound, branch || mayNot, seen);
    }
  }

  void reduction(Expr e, ArrayRef<int> bound, bool branch) {
    const auto isBound = [&](int loop) { return llvm::is_contained(bound, loop); };
    isRight = isRight && !branch && llvm::none_of(freeLoops(e), isBound) && isRow(ReduceView(e));
    if (!isRight || !reductions.insert(e).second) return;
    found = true;
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
  bool isRow(const ReduceView &reduce) const {
    const ReductionPlan plan = planOf(reduce);
    if (!plan.fn || !plan.identity || reduce.loops.size() != 1) return false;
    const int loop = static_cast<int>(reduce.loops[0]->value);
    const LoopView &own = view.loops[loop];
    if (!isLooped(loop) || own.mayBeEmpty || own.largest < kShortRow) return false;
    if (!isOrdered(reduce)) return true;
    SmallVector<Interval, 8> shards;
    for (const Case &each : view.cases)
      shards.push_back(each.loops[loop]);
    const HeldLeaves held = heldLeaves(reduce.loops[0]->numbers[0], reduce.order[0], shards);
    return reduce.order[0].lanes == kLanes && (view.isWhole(loop) || held.most <= 1);
  }

  void setGrid(Threads &threads) const {
    int64_t rows = 1;
    for (const int loop : threads.loops)
      rows *= std::max<int64_t>(view.loops[loop].largest, 1);
    threads.isFlat = true;
    threads.ofWarps = true;
    threads.perElement = false;
    threads.x = llvm::divideCeil(rows, kWarpsOfBlock);
  }
};

} // namespace

std::optional<WarpRows> warpRowsOf(const KernelView &view, const Nest &nest) {
  return Finder(view, nest).find();
}

int levelsOf(int64_t leaves) {
  return static_cast<int>(llvm::Log2_64(static_cast<uint64_t>(std::max<int64_t>(leaves, 1))));
}

} // namespace shardc

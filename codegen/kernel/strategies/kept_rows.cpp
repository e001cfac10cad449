// SPDX-License-Identifier: Apache-2.0
// Terms of reductions and values of results are put over one loop. What two of them compute in any
// case, a load or more, is kept: the largest such parts. A part that only stands in a larger one is
// no part of its own, unless something else needs it, too. Of rows those count that are needed at
// one time: one of which only the next is made takes no registers from then on.
#include "codegen/kernel/strategies/kept_rows.h"

#include "codegen/kernel/grid.h"
#include "codegen/kernel/view/choices.h"
#include "codegen/kernel/view/facts.h"
#include "codegen/kernel/view/leaves.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

namespace shardc {

// Elements of a thread, of one row: those of a leaf of 1,024 terms; and of all rows that it keeps.
constexpr int64_t kMostOwn = 32, kMostKept = 96;
// Of columns: those of a leaf. One is made of the other, in its place.
constexpr int64_t kMostOfColumn = 64, kMostOfColumns = 128;

namespace {

class KeptRowsFinder {
public:
  KeptRowsFinder(const KernelView &view, int along, KeptRows shape)
      : view(view), along(along), made(std::move(shape)) {}

  std::optional<KeptRows> find() {
    for (const Result &result : view.formula.results)
      addReductions(result.value);
    made.loop = along >= 0 ? along : loopOf(reductions.front());
    if (!isOneLength() || !haveLeavesOfWarps()) return std::nullopt;
    if (along >= 0 &&
        !llvm::all_of(llvm::seq(view.outs.size()), [&](size_t k) { return isRow(k); }))
      return std::nullopt;
    addValues();
    addKept();
    made.inFours = !areColumns() && areInFours();
    if (made.kept.empty() && !made.inFours) return std::nullopt;
    const auto count = areColumns() ? static_cast<int64_t>(made.kept.size()) : mostAtOnce();
    if (count * ownElements() > (areColumns() ? kMostOfColumns : kMostKept)) return std::nullopt;
    const auto isWide = [](Expr e) { return info(e->type).bytes > 4; };
    if (areColumns() && llvm::any_of(made.kept, isWide) && 2 * ownElements() > kMostOfColumn)
      return std::nullopt;
    if (made.inFours)
      for (Expr load : loads)
        if (!llvm::is_contained(made.kept, load)) made.kept.push_back(load);
    return std::move(made);
  }

private:
  const KernelView &view;
  int along;
  KeptRows made;
  llvm::SetVector<Expr> reductions;
  SmallVector<Expr, 4> values; // that make rows, by the loop
  llvm::SetVector<Expr> loads; // along it, in any case
  bool anyInBranch = false;    // loads
  llvm::DenseMap<Expr, int> needs;
  llvm::DenseMap<Expr, bool> known; // whether they use the loop

  static int loopOf(Expr reduction) {
    return static_cast<int>(ReduceView(reduction).loops[0]->value);
  }
  /// Reductions stand outside of the loop.
  bool uses(Expr e) {
    if (e->kind == Kind::Loop) return e->value == made.loop;
    if (e->kind == Kind::Item) return false;
    if (const auto found = known.find(e); found != known.end()) return found->second;
    const bool any = llvm::any_of(valuesOf(e), [&](Expr part) { return uses(part); });
    return known[e] = any;
  }

  void addReductions(Expr value) {
    forEach(value, [&](Expr e) {
      if (e->kind == Kind::Reduce) reductions.insert(e);
    });
  }

  bool isOneLength() {
    const auto isWhole = [&](int loop) {
      return view.loops[loop].extent && (view.isWhole(loop) || view.loops[loop].isLocal) &&
             view.loops[loop].extent == view.loops[made.loop].extent &&
             view.loops[loop].isLocal == view.loops[made.loop].isLocal;
    };
    if (view.windows || !isWhole(made.loop)) return false;
    if (!llvm::all_of(reductions, [&](Expr e) {
          return ReduceView(e).loops.size() == 1 && isWhole(loopOf(e));
        }))
      return false;
    made.count = *view.loops[made.loop].extent;
    return ownElements() <= (areColumns() ? kMostOfColumn : kMostOwn);
  }
  bool areColumns() const { return made.slots != 0; }

  /// That a thread has of a row.
  int64_t ownElements() const {
    if (areColumns()) return llvm::divideCeil(made.count, made.slots);
    const auto longest = llvm::divideCeil(made.count, made.warps);
    return static_cast<int64_t>(llvm::divideCeil(longest, kLanes)) * (kLanes / kWarp);
  }

  /// A warp, or a thread of a column, has a leaf of each sum.
  bool haveLeavesOfWarps() const {
    return llvm::all_of(reductions, [&](Expr e) {
      const ReduceView reduce(e);
      if (!isOrdered(reduce)) return true;
      if (!areColumns() && reduce.order[0].lanes != kLanes) return false;
      const Leaves leaves = leavesOf(view, reduce);
      return (leaves.areOwn || view.isWhole(loopOf(e))) &&
             leaves.count == (areColumns() ? made.slots : made.warps);
    });
  }

  bool isRow(size_t output) const {
    const ArrayRef<Expr> index = view.formula.results[output].index;
    const bool isAlong = view.facts.stores[output].isAlong(made.loop);
    return !view.outs[output].isInPlace && (areColumns() || isAlong) &&
           llvm::none_of(index, [](Expr e) { return contains(e, Kind::At); });
  }

  void addValues() {
    for (Expr e : reductions) {
      Expr loop =
          ReduceView(e).values[0]->pool->loop(made.loop, view.formula.loops[made.loop].extent);
      values.push_back(overLoop(ReduceView(e).values[0], loopOf(e), loop));
    }
    if (along >= 0)
      for (const Result &result : view.formula.results)
        values.push_back(result.value);
    for (Expr value : values) {
      llvm::DenseSet<Expr> seen, inBranch;
      count(value, seen);
      lookIntoBranches(value, inBranch);
    }
  }

  /// What is computed in any case.
  void count(Expr e, llvm::DenseSet<Expr> &seen) {
    if (!seen.insert(e).second || e->kind == Kind::Item || isIndex(e) || !uses(e)) return;
    ++needs[e];
    if (e->kind == Kind::Load) loads.insert(e);
    for (Expr part : computedParts(view, e))
      count(part, seen);
  }

  void lookIntoBranches(Expr e, llvm::DenseSet<Expr> &seen) {
    if (!seen.insert(e).second || e->kind == Kind::Item || isIndex(e)) return;
    anyInBranch |= e->kind == Kind::Load && uses(e) && !loads.contains(e);
    for (Expr part : valuesOf(e))
      lookIntoBranches(part, seen);
  }

  void addKept() {
    llvm::DenseSet<Expr> seen;
    for (Expr value : values)
      addKept(value, seen);
  }
  void addKept(Expr e, llvm::DenseSet<Expr> &seen) {
    if (needs.lookup(e) == 0 || !seen.insert(e).second) return;
    if (needs.lookup(e) > 1 && contains(e, Kind::Load)) {
      if (!llvm::is_contained(made.kept, e)) made.kept.push_back(e);
      return;
    }
    for (Expr part : e->args)
      addKept(part, seen);
  }

  /// Numbers of values, those of reductions that a value has inside before it.
  void addInOrder(Expr value, int number, SmallVectorImpl<int> &order) const {
    if (llvm::is_contained(order, number)) return;
    forEach(value, [&](Expr e) {
      const auto found = llvm::find(reductions, e);
      if (found == reductions.end()) return;
      const auto inner = static_cast<int>(found - reductions.begin());
      if (inner != number) addInOrder(values[inner], inner, order);
    });
    order.push_back(number);
  }

  /// When something kept is first and last used, in values that are made one after the other.
  struct Span {
    int first, last;
  };
  using Spans = llvm::DenseMap<Expr, Span>;
  void use(Expr e, int now, Spans &spans, llvm::DenseSet<Expr> &seen) const {
    if (!seen.insert(e).second || e->kind == Kind::Item || isIndex(e)) return;
    if (llvm::is_contained(made.kept, e)) {
      const auto [span, fresh] = spans.try_emplace(e, Span{now, now});
      span->second.last = now;
      if (!fresh) return;
    }
    for (Expr part : e->args)
      use(part, now, spans, seen);
  }

  /// Of what is kept, how many are needed later when some value has been made.
  int64_t mostAtOnce() const {
    SmallVector<int, 8> order;
    for (size_t number = 0; number < values.size(); ++number)
      addInOrder(values[number], static_cast<int>(number), order);
    Spans spans;
    for (auto [now, number] : llvm::enumerate(order)) {
      llvm::DenseSet<Expr> seen;
      use(values[number], static_cast<int>(now), spans, seen);
    }
    int64_t most = 1;
    for (int now = 0; now < static_cast<int>(order.size()); ++now)
      most = std::max<int64_t>(most, llvm::count_if(spans, [&](const auto &each) {
                                 return each.second.first <= now && now < each.second.last;
                               }));
    return most;
  }

  bool areInFours() const {
    constexpr int64_t kFour = 4;
    if (anyInBranch || made.count % (kFour * made.warps) != 0) return false;
    const auto isWide = [](ElementType type) { // four are 8 bytes at least, 32 at most
      return info(type).bytes >= 2 && info(type).bytes <= 8;
    };
    const bool areRead = llvm::all_of(loads, [&](Expr load) {
      return isWide(load->type) && accessOf(view, load).isInFours(made.loop);
    });
    if (along < 0 || !areRead) return areRead;
    return llvm::all_of(llvm::enumerate(view.formula.results), [&](auto result) {
      return isWide(result.value().type.type) &&
             view.facts.stores[result.index()].isInFours(made.loop);
    });
  }
};

} // namespace

std::optional<KeptRows> keptRowsOf(const KernelView &view, int along, int64_t warps) {
  KeptRows shape;
  shape.warps = warps;
  return KeptRowsFinder(view, along, shape).find();
}

std::optional<KeptRows> keptColumnsOf(const KernelView &view, int along, int64_t slots,
                                      int64_t columns) {
  KeptRows shape;
  shape.slots = slots;
  shape.columns = columns;
  return KeptRowsFinder(view, along, shape).find();
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Reductions that a nest computes per element become reductions of a block of elements, so that the
// innermost loop runs over neighbours in memory. First all reductions are collected that the nest
// meets at its greatest depth; each has to be one that an array of accumulators can do, and must
// use none of the same depth that comes after it. Then it is looked how every load moves along the
// innermost loop of results: in rows, or not at all, so that blocks read memory in rows; or else
// sums of floats that wait for nothing else, so that several of them keep a processor busy. What
// reads alike along the next loop outwards shares what it has read in a block of rows, too.
#include "codegen/kernel/forms/tile.h"

#include "codegen/kernel/functions.h"
#include "codegen/kernel/view/choices.h"
#include "codegen/kernel/view/facts.h"
#include "codegen/kernel/view/reduction.h"
#include "codegen/kernel/work/work.h"
#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/formula/sum_order.h"

#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardc {

using Form = LoopView::Form;

namespace {

// Elements of a block. What is read in rows takes whole cache lines; what is not keeps few pointers
// alive. Several rows share what they read alike.
constexpr int64_t kColumnsOfRows = 64;
constexpr int64_t kColumnsOfDots = 16;
constexpr int64_t kRows = 4;
// Fewer terms are not worth an array, and fewer not lanes.
constexpr int64_t kTerms = 16;
constexpr int64_t kTermsOfLanes = 32;
// A branch that is taken less often is not worth computing for all.
constexpr double kOften = 0.25;

class Tiler {
public:
  Tiler(const KernelView &view, const Nest &nest) : view(view), nest(nest) {}

  Tile make() {
    if (!findLoops()) tile.reductions.clear();
    for (const Result &result : view.formula.results)
      forEach(result.value, [&](Expr e) {
        if (e->kind != Kind::Reduce) return;
        if (!llvm::is_contained(tile.reductions, e) && mayBeLanewise(e))
          tile.lanewise.push_back(e);
        else if (isTermwise(e))
          tile.termwise.push_back(e);
        tile.hasLanes |= hasLanes(e);
      });
    for (Expr e : tile.termwise)
      if (const auto kept = keptTermsOf(view, e, tile.reductions)) tile.kept.push_back(*kept);
    return tile;
  }

private:
  bool findLoops() {
    if (view.isInPlace()) return false;
    for (const Result &result : view.formula.results)
      collectComputed(result.value);
    for (const Result &result : view.formula.results)
      collectBranches(result.value, 1);
    for (const Candidate &each : candidates)
      depth = std::max(depth, each.depth);
    if (depth == 0 || !keepDeepest()) return false;
    chooseLoops();
    return true;
  }

  struct Candidate {
    Expr reduce;
    size_t depth; // loops of the nest around it
    bool inBranch;
  };

  const KernelView &view;
  const Nest &nest;
  Tile tile;
  std::vector<Candidate> candidates; // parts before wholes
  llvm::DenseSet<Expr> computed, branches;
  size_t depth = 0;

  size_t depthOf(Expr e) const {
    const SmallVector<int, 8> used = freeLoops(e);
    size_t around = 0;
    for (auto [k, loop] : llvm::enumerate(nest.order))
      if (llvm::is_contained(used, loop)) around = k + 1;
    return around;
  }

  // Reductions, as BodyBuilder meets them.

  void collectComputed(Expr e) {
    if (!computed.insert(e).second) return;
    if (e->kind != Kind::Item) {
      for (Expr part : computedParts(view, e))
        collectComputed(part);
      return;
    }
    Expr reduce = e->args[0];
    if (!computed.insert(reduce).second) return;
    for (Expr value : ReduceView(reduce).values)
      collectComputed(value);
    candidates.push_back({reduce, depthOf(e), false});
  }

  void collectBranches(Expr e, double often) {
    if (!branches.insert(e).second) return;
    if (namesLoop(e)) return collectBranches(e->args[0], often);
    if (isBranch(view, e)) {
      const double yes = often * shareOf(e->args[0], view.envs);
      collectBranches(e->args[0], often);
      collectBranches(e->args[1], yes);
      return collectBranches(e->args[2], often - yes);
    }
    if (e->kind != Kind::Item) {
      for (Expr part : e->args)
        collectBranches(part, often);
      return;
    }
    Expr reduce = e->args[0];
    const size_t around = depthOf(e);
    if (computed.contains(reduce) || often < kOften || !mayLeaveBranch(reduce)) return;
    candidates.push_back({reduce, around, true});
  }

  /// Whether all that it reads is there wherever it is computed.
  bool mayLeaveBranch(Expr reduce) const {
    if (!view.allCases) return false;
    // It may stand outside of loops that it does not use.
    const SmallVector<int, 8> used = freeLoops(reduce);
    const auto mayBeSkipped = [&](int loop) {
      const auto isEmpty = [&](const Case &each) { return each.loops[loop].empty(); };
      return !llvm::is_contained(used, loop) && llvm::any_of(view.cases, isEmpty);
    };
    if (llvm::any_of(nest.order, mayBeSkipped)) return false;
    return isTileable(reduce) && freeOfReductions(reduce) &&
           llvm::all_of(ReduceView(reduce).values,
                        [&](Expr value) { return areReadsHeld(view, value); });
  }

  static bool freeOfReductions(Expr reduce) {
    return llvm::none_of(ReduceView(reduce).values,
                         [](Expr value) { return contains(value, Kind::Item); });
  }

  // What arrays of accumulators can do.

  bool isTileable(Expr e) const {
    const ReduceView reduce(e);
    const ReductionPlan plan = planOf(reduce);
    const auto isLooped = [&](Expr l) { return view.loops[l->value].form == Form::looped; };
    if (!plan.fn || plan.start == ReductionPlan::Start::first) return false;
    if (llvm::none_of(reduce.loops, isLooped)) return false;
    const auto hasItem = [](Expr part) { return contains(part, Kind::Item); };
    return llvm::none_of(reduce.inits, hasItem) && partsStandOutside(reduce);
  }

  /// Whether the reductions that its values use are computed before its loops.
  bool partsStandOutside(const ReduceView &reduce) const {
    bool outside = true;
    const auto binds = [&](int l) {
      return llvm::any_of(reduce.loops, [&](Expr loop) { return loop->value == l; });
    };
    const auto mayBeEmpty = [&](Expr loop) { return view.loops[loop->value].mayBeEmpty; };
    const bool isEver = llvm::none_of(reduce.loops, mayBeEmpty);
    for (Expr value : reduce.values)
      forEach(value, [&](Expr e) {
        if (e->kind != Kind::Item) return;
        outside = outside && isEver && computed.contains(e->args[0]) &&
                  llvm::none_of(freeLoops(e), binds);
      });
    return outside;
  }

  /// Whether those that it uses, if they are as deep, stand before it. A branch may use one that is
  /// computed for something else, later.
  bool usesOnlyEarlier(Expr reduce) const {
    bool earlier = true;
    for (Expr value : ReduceView(reduce).values)
      forEach(value, [&](Expr e) {
        if (e->kind != Kind::Item || llvm::is_contained(tile.reductions, e->args[0])) return;
        earlier = earlier && llvm::none_of(candidates, [&](const Candidate &other) {
                    return other.depth == depth && other.reduce == e->args[0];
                  });
      });
    return earlier;
  }

  bool keepDeepest() {
    for (const Candidate &each : candidates) {
      if (each.depth != depth) continue;
      if (!isTileable(each.reduce) || !usesOnlyEarlier(each.reduce)) return false;
      tile.reductions.push_back(each.reduce);
    }
    const int inner = nest.order[depth - 1];
    if (view.loops[inner].form != Form::looped) return false;
    tile.readsRows = areRows(tile.reductions, inner);
    const auto isOnVectors = [&](Expr e) { return hasLanes(e) || mayBeLanewise(e); };
    return tile.readsRows || (llvm::none_of(tile.reductions, isOnVectors) && areDots(inner));
  }

  // What is gained.

  /// Lanes of a sum are on vectors, and do not wait for each other.
  static bool hasLanes(Expr e) {
    return llvm::any_of(ReduceView(e).order, [](const SumOrder &each) { return each.lanes > 1; });
  }

  /// Calls `visit` for all that reductions compute in their loops themselves.
  static void forEachTerm(ArrayRef<Expr> reductions, llvm::function_ref<void(Expr)> visit) {
    llvm::DenseSet<Expr> seen;
    const auto walk = [&](auto &&self, Expr e) -> void {
      if (!seen.insert(e).second || e->kind == Kind::Item) return;
      visit(e);
      if (namesLoop(e)) return self(self, e->args[0]);
      for (Expr part : e->args)
        self(self, part);
    };
    for (Expr reduce : reductions)
      for (Expr value : ReduceView(reduce).values)
        walk(walk, value);
  }

  void forEachStride(ArrayRef<Expr> reductions, int loop,
                     llvm::function_ref<void(Stride)> visit) const {
    forEachTerm(reductions, [&](Expr e) {
      if (e->kind == Kind::Load) visit(accessOf(view, e).stride(loop));
    });
  }

  bool callsFunctions() const {
    bool any = false;
    forEachTerm(tile.reductions, [&](Expr e) { any |= callsFunction(e); });
    return any;
  }

  bool areRows(ArrayRef<Expr> reductions, int loop) const {
    bool any = false, all = true;
    forEachStride(reductions, loop, [&](Stride stride) {
      any |= stride == Stride::one;
      all &= stride == Stride::one || stride == Stride::none;
    });
    return any && all;
  }

  /// Sums of floats, one after the other, that wait for nothing else.
  bool areDots(int loop) const {
    bool all = !callsFunctions() && llvm::all_of(tile.reductions, isOfFloats);
    forEachStride(tile.reductions, loop, [&](Stride stride) { all &= stride != Stride::unknown; });
    return all;
  }

  static bool isOfFloats(Expr reduce) { return info(ReduceView(reduce).values[0]->type).isRounded; }

  /// The largest of numbers, and a sum of integers, are the same in any order.
  bool mayBeLanewise(Expr e) const {
    const ReduceView reduce(e);
    const std::optional<Fn> fn = combiner(reduce);
    const ElementType type = reduce.values[0]->type;
    if (!fn || !isExact(*fn, type) || !planOf(reduce).identity) return false;
    if (info(type).isBoolean || info(type).isComplex || info(type).isSmall) return false;
    if (isInteger(type) && info(type).bytes < 4) return false;
    const int inner = static_cast<int>(reduce.loops.back()->value);
    const LoopView &loop = view.loops[inner];
    const auto hasItem = [](Expr part) { return contains(part, Kind::Item); };
    return loop.form == Form::looped && loop.largest >= kTermsOfLanes &&
           llvm::none_of(reduce.inits, hasItem) && partsStandOutside(reduce) && areRows(e, inner);
  }

  bool isTermwise(Expr e) const {
    const ReduceView reduce(e);
    if (llvm::is_contained(tile.reductions, e) || hasTree(reduce) || !isOfFloats(e) ||
        !isTileable(e) || isTerm(reduce.values[0])) // which is not rounded before it is added
      return false;
    const int inner = static_cast<int>(ReduceView(e).loops.back()->value);
    bool any = false;
    forEachTerm(e, [&](Expr term) { any |= isVectorFunction(term); });
    const LoopView &loop = view.loops[inner];
    return any && loop.form == Form::looped && loop.largest >= kTerms && areRows(e, inner);
  }

  // Loops.

  void add(int loop, int64_t size) { tile.loops.push_back(blockOf(view, loop, size)); }

  void chooseLoops() {
    size_t first = depth - 1;
    if (const size_t rows = rowsBefore(first); rows < first) {
      add(nest.order[rows], kRows);
      first = rows;
    }
    add(nest.order[depth - 1], tile.readsRows ? kColumnsOfRows : kColumnsOfDots);
    tile.depth = depth - first;
  }

  /// The place in the nest of the next loop outwards, if blocks of it read something alike and no
  /// reduction stands between; else `inner`.
  size_t rowsBefore(size_t inner) const {
    size_t rows = inner;
    while (rows > 0 && view.loops[nest.order[--rows]].form == Form::absent)
      ;
    if (rows == inner || view.loops[nest.order[rows]].form != Form::looped) return inner;
    bool isShared = false;
    forEachStride(tile.reductions, nest.order[rows],
                  [&](Stride stride) { isShared |= stride == Stride::none; });
    const auto isBetween = [&](const Candidate &each) {
      return !each.inBranch && each.depth > rows && each.depth < depth;
    };
    return isShared && llvm::none_of(candidates, isBetween) ? rows : inner;
  }
};

} // namespace

TileLoop blockOf(const KernelView &view, int loop, int64_t size) {
  const int64_t largest = view.loops[loop].largest;
  const bool isSingle = largest <= size + size / 2;
  return {loop, isSingle ? largest : size, isSingle};
}

Tile tileOf(const KernelView &view, const Nest &nest) { return Tiler(view, nest).make(); }

TileLoop rowBlock(const KernelView &view, int loop) { return blockOf(view, loop, kColumnsOfRows); }
TileLoop lanesOf(int loop) { return {loop, kColumnsOfRows}; }

std::string tileText(const KernelView &view, const Tile &tile) {
  const auto isSingle = [](const TileLoop &each) { return each.isSingle; };
  const bool isOne = llvm::all_of(tile.loops, isSingle);
  std::vector<std::string> blocks, inside;
  for (const TileLoop &each : tile.loops) {
    const std::string size = each.isSingle ? "all " : std::to_string(each.size) + " ";
    blocks.push_back((isOne ? "" : size) + view.loops[each.loop].name);
  }
  if (!tile.turned.empty())
    return llvm::join(blocks, isOne ? " and " : " by ") +
           " are turned in the cache: memory is read and written in rows";
  for (Expr loop : ReduceView(tile.reductions.front()).loops)
    if (view.loops[loop->value].form != Form::absent)
      inside.push_back(view.loops[loop->value].name);
  const std::string loops = tile.reductions.size() > 1 ? "each reduction"
                            : inside.size() > 1 ? "the loops over " + llvm::join(inside, ", ")
                                                : "the loop over " + inside.front();
  return llvm::join(blocks, isOne ? " and " : " by ") + " inside " + loops +
         (tile.readsRows ? ": memory is read in rows" : ": no sum waits for itself");
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
#include "codegen/check/check_partials.h"

#include "frontend/ir/formula/push.h"
#include "frontend/ir/formula/rewriting/loops.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

static bool isZero(Expr e) {
  return e->kind == Kind::Literal && e->number.sameBits(ofNoBits(e->type));
}

/// The first combiner to which a number is nothing.
static std::optional<Fn> combinerOf(Expr nothing) {
  if (nothing->kind != Kind::Literal) return std::nullopt;
  for (const CombinerInfo &row : combiners())
    if (const auto own = identity(row.fn, nothing->type); own && own->sameBits(nothing->number))
      return row.fn;
  return std::nullopt;
}

namespace {

class PartialFinder {
public:
  PartialFinder(const Kernel &kernel, int result, const ShardGrid &grid)
      : kernel(kernel), formula(onlyResult(kernel.formula, result)), grid(grid) {}

  KernelPartials run() {
    forEachExpr(formula, [&](Expr e) {
      if (e->kind == Kind::Reduce) addReduced(e);
      if (e->kind == Kind::Held) addPicked(e);
    });
    if (isPushed(formula)) addPushed(formula.results.front());
    if (given && hasSums) fail("it picks from partial sums that have not been combined");
    if (given) {
      found.made.combine = given->combine;
      found.made.asBits = given->asBits;
    }
    Expr value = formula.results.front().value;
    found.isZero = isZero(value);
    if (value->kind == Kind::Literal) found.literal = value;
    found.isResult = given || splitsUpdates ||
                     (value->kind == Kind::Item &&
                      llvm::any_of(ReduceView(value->args[0]).loops, [&](Expr loop) {
                        return !kernel.loops[loop->value].isUniform();
                      }));
    return std::move(found);
  }

private:
  void fail(const std::string &what) {
    if (found.problem.empty()) found.problem = what;
  }

  void addReduced(Expr reduce) {
    const ReduceView view(reduce);
    bool isSplit = false;
    for (Expr loop : view.loops)
      isSplit |= addSplit(static_cast<int>(loop->value));
    const std::optional<Fn> fn = combiner(view);
    if (isSplit && !fn) fail("its partial sums cannot be combined");
    if (isSplit && fn) found.made.combine = *fn;
    hasSums |= isSplit;
  }

  /// Devices may have a share of the updates each.
  void addPushed(const Result &result) {
    const auto own = ownLoops(result);
    bool isSplit = false;
    for (int loop : loopsOfPush(result))
      if (!llvm::is_contained(own, loop)) isSplit |= addSplit(loop);
    if (!isSplit) return;
    hasSums = splitsUpdates = true;
    if (const auto fn = combinerOfBody(result.combine))
      found.made.combine = *fn;
    else
      fail("updates of several devices cannot be combined");
  }

  /// What the result is where another device holds that.
  Expr elsewhere(Expr held) const {
    Expr value = formula.results.front().value;
    Expr no = value->pool->literal(Number::of(ElementType::i1, int64_t{0}));
    Memo memo;
    return rewrite(
        value, [&](Expr e) { return e == held ? no : nullptr; }, memo);
  }

  /// What another device holds has to be nothing in the result itself, else it would be computed
  /// with: zero, or to an output that is left unreduced what changes nothing.
  void addPicked(Expr held) {
    addSplit(static_cast<int>(held->args[1]->value));
    Expr nothing = elsewhere(held);
    PartialSum picked = {{}, kSum, isZero(nothing)};
    if (const auto combine = combinerOf(nothing); combine && !picked.asBits)
      picked.combine = *combine;
    else if (!picked.asBits)
      fail("it is not zero where another device holds what is picked");
    if (given && *given != picked) fail("its parts are combined in two ways");
    given = picked;
    const Interval picks = range(held->args[0], wholeLoops(formula));
    if (picks.lo < 0 || picks.hi > formula.loops[held->args[1]->value].extent)
      fail("it may pick what no device holds");
  }

  /// Whether devices do a share of the loop each: all of it together, and nothing twice.
  bool addSplit(int loop) {
    const Varying<Interval> own = intervalsOf(grid, kernel.loops[loop]);
    found.made.over.insert(own.over.begin(), own.over.end());
    std::vector<std::pair<int64_t, int64_t>> ends;
    for (const Interval &interval : own.values)
      if (!interval.empty()) ends.push_back({interval.lo, interval.hi});
    llvm::sort(ends);
    int64_t done = 0;
    for (auto [lo, hi] : ends)
      done = lo == done ? hi : -1;
    const Loop &whole = formula.loops[loop];
    if (!own.isUniform() && done != whole.extent)
      fail("devices do not do each index of loop '" + whole.name + "' once");
    return !own.isUniform();
  }

  const Kernel &kernel;
  const Formula formula; // of the result
  const ShardGrid &grid;
  KernelPartials found;
  std::optional<PartialSum> given; // how what is picked is combined
  bool hasSums = false, splitsUpdates = false;
};

} // namespace

KernelPartials partialSumOf(const Kernel &kernel, int result, const ShardGrid &grid) {
  return PartialFinder(kernel, result, grid).run();
}

PartialSum partialSumOf(const PlanTensor &tensor) {
  if (!tensor.unreduced) return {};
  return {{tensor.unreduced->over.begin(), tensor.unreduced->over.end()},
          tensor.unreduced->combine};
}

bool isAs(const PartialSum &made, const PartialSum &wanted, ElementType type) {
  if (made.over.empty() || !made.asBits)
    return made.over == wanted.over && made.combine == wanted.combine;
  // All but one are zero, which may be nothing to another combiner as well.
  const auto nothing = identity(wanted.combine, type);
  return made.over == wanted.over && nothing && nothing->sameBits(ofNoBits(type));
}

bool staysSame(Expr literal, const PartialSum &wanted) {
  if (!literal) return false;
  // Largest and smallest of equal numbers are these, and sums of nothing are nothing.
  if (isIdempotent(wanted.combine) || isZero(literal)) return true;
  const auto nothing = identity(wanted.combine, literal->type);
  return nothing && nothing->sameBits(literal->number);
}

} // namespace shardc

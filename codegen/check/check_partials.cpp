// SPDX-License-Identifier: Apache-2.0
#include "codegen/check/check_partials.h"

#include "frontend/ir/formula/loops.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

static bool isBoth(Expr e) {
  return e->kind == Kind::Scalar && static_cast<Fn>(e->value) == Fn::both;
}

static bool isZero(Expr e) {
  return e->kind == Kind::Literal && e->number.sameBits(Number::of(e->type, int64_t{0}));
}

/// Whether a condition has `held` among what all has to hold.
static bool implies(Expr condition, Expr held) {
  return condition == held || (isBoth(condition) && llvm::any_of(condition->args, [&](Expr part) {
                                 return implies(part, held);
                               }));
}

/// The combiner to which a number is nothing, of those that outputs are left unreduced by.
static std::optional<Fn> combinerOf(Expr nothing) {
  if (nothing->kind != Kind::Literal) return std::nullopt;
  for (Fn fn : {Fn::add, Fn::max, Fn::min})
    if (identity(fn, nothing->type)->sameBits(nothing->number)) return fn;
  return std::nullopt;
}

/// Of a value that the device which holds `held` has, and the others nothing: how they combine.
static std::optional<Fn> combinerOf(Expr held, Expr value) {
  if (value->kind != Kind::Select || !implies(value->args[0], held)) return std::nullopt;
  return isZero(value->args[2]) ? std::nullopt : combinerOf(value->args[2]);
}

/// Whether all bits of `e` are zero where `held` does not hold: of a truth value, whether it
/// implies `held`. Simplifying may have moved what is held into the branches of what is picked.
static bool isZeroUnless(Expr held, Expr e, llvm::DenseMap<Expr, bool> &known) {
  if (e == held || isZero(e)) return true;
  if (!isBoth(e) && e->kind != Kind::Select) return false;
  if (const auto found = known.find(e); found != known.end()) return found->second;
  const auto is = [&](Expr part) { return isZeroUnless(held, part, known); };
  const bool zero =
      isBoth(e) ? llvm::any_of(e->args, is) : is(e->args[2]) && (is(e->args[0]) || is(e->args[1]));
  return known[e] = zero;
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
    Expr value = formula.results.front().value;
    found.isZero = isZero(value);
    found.isResult |=
        value->kind == Kind::Item && llvm::any_of(ReduceView(value->args[0]).loops, [&](Expr loop) {
          return !kernel.loops[loop->value].isUniform();
        });
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
      isSplit |= addSplit(loop);
    const std::optional<Fn> fn = combiner(view);
    if (isSplit && !fn) fail("its partial sums cannot be combined");
    if (isSplit && fn) found.made.combine = *fn;
  }

  /// What another device holds has to be zero in the result itself, else it would be computed with.
  void addPicked(Expr held) {
    addSplit(held->args[1]);
    Expr value = formula.results.front().value;
    if (const std::optional<Fn> combine = combinerOf(held, value)) {
      found.made.combine = *combine;
      found.isResult = true;
    } else {
      found.made.asBits = true;
      llvm::DenseMap<Expr, bool> known;
      if (!isZeroUnless(held, value, known))
        fail("it is not zero where another device holds what is picked");
    }
    const Interval picked = range(held->args[0], wholeLoops(formula));
    if (picked.lo < 0 || picked.hi > formula.loops[held->args[1]->value].extent)
      fail("it may pick what no device holds");
  }

  /// Whether devices do a share of the loop each: all of it together, and nothing twice.
  bool addSplit(Expr loop) {
    const Varying<Interval> own = intervalsOf(grid, kernel.loops[loop->value]);
    found.made.over.insert(own.over.begin(), own.over.end());
    std::vector<std::pair<int64_t, int64_t>> ends;
    for (const Interval &interval : own.values)
      if (!interval.empty()) ends.push_back({interval.lo, interval.hi});
    llvm::sort(ends);
    int64_t done = 0;
    for (auto [lo, hi] : ends)
      done = lo == done ? hi : -1;
    const Loop &whole = formula.loops[loop->value];
    if (!own.isUniform() && done != whole.extent)
      fail("devices do not do each index of loop '" + whole.name + "' once");
    return !own.isUniform();
  }

  const Kernel &kernel;
  const Formula formula; // of the result
  const ShardGrid &grid;
  KernelPartials found;
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
  if (!made.asBits) return made == wanted;
  // All but one are zero, which may be nothing to another combiner as well.
  const auto nothing = identity(wanted.combine, type);
  return made.over == wanted.over && nothing->sameBits(Number::of(type, int64_t{0}));
}

} // namespace shardc

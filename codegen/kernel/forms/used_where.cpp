// SPDX-License-Identifier: Apache-2.0
// The one way from the value to the sum is followed; conditions that choose it are what has to
// hold.
#include "codegen/kernel/forms/used_where.h"

#include "frontend/ir/formula/bounds/bounds.h"
#include "frontend/ir/formula/expressions/arithmetic.h"
#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

class UseFinder {
public:
  UseFinder(const KernelView &view, Expr sum, int rows, int columns)
      : view(view), sum(sum), rows(rows), columns(columns) {}

  SmallVector<TileBound, 1> find(Expr value) {
    findWhere(value);
    return where;
  }

private:
  const KernelView &view;
  Expr sum;
  int rows, columns;
  SmallVector<TileBound, 1> where;
  llvm::DenseMap<Expr, bool> sumIn;

  /// Each expression is asked once.
  bool hasSum(Expr e) {
    if (e == sum) return true;
    if (const auto known = sumIn.find(e); known != sumIn.end()) return known->second;
    const bool has = llvm::any_of(e->args, [&](Expr part) { return hasSum(part); });
    return sumIn[e] = has;
  }

  /// Follows the one way to the sum.
  void findWhere(Expr e) {
    if (e->kind == Kind::Item) return;
    const auto ways = llvm::make_filter_range(llvm::enumerate(e->args),
                                              [&](auto arg) { return hasSum(arg.value()); });
    if (!llvm::hasSingleElement(ways)) return;
    const auto [number, next] = *ways.begin();
    if (e->kind == Kind::Select && number > 0) addCondition(e->args[0], number == 1);
    findWhere(next);
  }

  /// What has to hold of indices where the condition holds, or does not.
  void addCondition(Expr condition, bool holds) {
    if (isConjunction(condition) && holds)
      for (Expr part : condition->args)
        addCondition(part, true);
    if (condition->kind != Kind::Within || !isOfResults(condition->args[0])) return;
    Expr index = condition->args[0];
    const int64_t lo = condition->numbers[0], hi = condition->numbers[1];
    const bool isAbove = isBelowEverywhere(index, hi), isBelow = isAboveEverywhere(index, lo);
    if (!holds && !isAbove && !isBelow) return; // outside of a band
    if (!isBelow) addBound(index, lo, holds);
    if (!isAbove) addBound(index, hi, !holds);
  }

  void addBound(Expr index, int64_t bound, bool isLower) {
    Expr within = isLower ? expr::within(index, bound, kFar) : expr::within(index, -kFar, bound);
    if (within->kind == Kind::Within) where.push_back({within, isLower});
  }

  bool isBelowEverywhere(Expr index, int64_t hi) const {
    return llvm::all_of(view.envs, [&](const Env &env) { return range(index, env).hi <= hi; });
  }
  bool isAboveEverywhere(Expr index, int64_t lo) const {
    return llvm::all_of(view.envs, [&](const Env &env) { return range(index, env).lo >= lo; });
  }

  /// A sum of indices of loops, rows or columns among them.
  static bool uses(Expr e, int loop) { return llvm::is_contained(freeLoops(e), loop); }

  bool isOfResults(Expr index) const {
    const IndexSum parts = indexSum(index);
    const auto isLoop = [](const Term &term) { return term.second->kind == Kind::Loop; };
    return llvm::all_of(parts.terms, isLoop) && (uses(index, rows) || uses(index, columns));
  }
};

} // namespace

SmallVector<TileBound, 1> usedWhere(const KernelView &view, Expr value, Expr sum, int rows,
                                    int columns) {
  return UseFinder(view, sum, rows, columns).find(value);
}

} // namespace shardc

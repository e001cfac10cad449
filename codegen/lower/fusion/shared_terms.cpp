// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/fusion/shared_terms.h"

#include "codegen/lower/fusion/figures.h"
#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace shardc {

/// Whether both factors have loops that the other one does not.
static bool isOfMatrices(Expr term) {
  if (!isTerm(term)) return false;
  const auto left = freeLoops(term->args[0]), right = freeLoops(term->args[1]);
  const auto isIn = [](ArrayRef<int> some, ArrayRef<int> others) {
    return llvm::all_of(some, [&](int loop) { return llvm::is_contained(others, loop); });
  };
  return !isIn(left, right) && !isIn(right, left);
}

bool mayShareTerms(const Formula &formula) {
  const Census census(formula);
  return !census.reductions.empty() && llvm::all_of(census.reductions, [](Expr reduction) {
    const ReduceView reduce(reduction);
    return reduce.values.size() == 1 && combiner(reduce) && !isOfMatrices(reduce.values[0]);
  });
}

static llvm::DenseSet<Expr> loadsAlong(Expr value, ArrayRef<Expr> loops) {
  llvm::DenseSet<Expr> found;
  anyUnder(value, [&](Expr e) {
    const auto isUsed = [&, used = freeLoops(e)](Expr loop) {
      return llvm::is_contained(used, static_cast<int>(loop->value));
    };
    if (e->kind == Kind::Load && llvm::all_of(loops, isUsed)) found.insert(e);
    return false;
  });
  return found;
}

static bool runAlike(const KernelBody &body, const ReduceView &a, const ReduceView &b) {
  const auto areLoops = [&](Expr x, Expr y) {
    return body.loops[x->value] == body.loops[y->value];
  };
  const auto areOrders = [](const SumOrder &x, const SumOrder &y) {
    return x.leaves == y.leaves && x.lanes == y.lanes;
  };
  if (!llvm::equal(a.loops, b.loops, areLoops)) return false;
  return !isOrdered(a) || !isOrdered(b) || llvm::equal(a.order, b.order, areOrders);
}

/// Whether the second reads something that the first reads at the same time.
static bool readAlike(const ReduceView &first, const ReduceView &second) {
  Expr value = second.values[0];
  for (auto [from, to] : llvm::zip_equal(second.loops, first.loops))
    value = overLoop(value, static_cast<int>(from->value), to);
  const auto known = loadsAlong(first.values[0], first.loops);
  return llvm::any_of(loadsAlong(value, first.loops),
                      [&](Expr load) { return known.contains(load); });
}

bool sharesTerms(const KernelBody &body) {
  Formula others = body.formula, last = body.formula;
  others.results.pop_back();
  last.results = {body.formula.results.back()};
  const Census before(others), own(last);
  if (before.reductions.empty()) return false;
  const ReduceView first(before.reductions.front());
  const auto isLike = [&](Expr e) { return runAlike(body, first, ReduceView(e)); };
  return llvm::all_of(own.reductions, isLike) && llvm::any_of(own.reductions, [&](Expr e) {
           return llvm::any_of(before.reductions, [&](Expr other) {
             return isLike(other) && readAlike(ReduceView(other), ReduceView(e));
           });
         });
}

} // namespace shardc

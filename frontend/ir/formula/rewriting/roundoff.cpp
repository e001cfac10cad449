// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/formula/rewriting/roundoff.h"

#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/formula/sum_order.h"

#include <algorithm>
#include <cmath>

namespace shardc {

/// Of a complex number in both parts.
static Expr magnitude(Expr value) {
  if (const auto part = partOf(value->type)) {
    Expr size = expr::scalar(Fn::magnitude, *part, {value});
    return expr::scalar(Fn::complex, value->type, {size, size});
  }
  if (!isTerm(value)) return expr::scalar(Fn::abs, value->type, {value});
  return expr::scalar(Fn::term, value->type,
                      {magnitude(value->args[0]), magnitude(value->args[1])});
}

/// One way or the other, by the element's place: in no pattern that sums of neighbours cancel.
static Expr isUp(Pool &pool, ArrayRef<int> loops, const Formula &formula) {
  int64_t factor = 1;
  SmallVector<Term, 4> terms;
  for (const int loop : loops) {
    factor = factor * 3 % 7;
    terms.push_back({factor, pool.loop(loop, formula.loops[loop].extent)});
  }
  return expr::within(expr::mod(expr::linear(pool, 0, terms), 7), 0, 3);
}

static Expr perturbed(Expr item, const ReduceView &sum, Expr value, ArrayRef<Expr> inits,
                      const Formula &formula) {
  Pool &pool = *item->pool;
  double terms = 1;
  for (Expr loop : sum.loops)
    terms *= static_cast<double>(loop->numbers[0]);
  const double off = roundingOf(item->type) * std::sqrt(std::max(terms - 1, 0.0));
  const auto literal = [&](double x) { return pool.literal(Number::of(item->type, x)); };
  Expr own = expr::item(expr::reduce(sum.loops, value, sum.combine, inits, sum.order), 0);
  Expr all = expr::item(expr::reduce(sum.loops, magnitude(value), sum.combine, {}, sum.order), 0);
  Expr by = expr::select(isUp(pool, freeLoops(item), formula), literal(off), literal(-off));
  return expr::scalar(Fn::add, item->type, {own, expr::scalar(Fn::mul, item->type, {all, by})});
}

Formula withRoundoff(const Formula &formula) {
  Memo memo;
  const auto visit = [&](auto &&self, Expr e) -> Expr {
    const auto sums = [&](Expr part) -> Expr {
      if (part->kind != Kind::Item || part->args[0]->kind != Kind::Reduce) return nullptr;
      const ReduceView sum(part->args[0]);
      if (!isOrdered(sum)) return nullptr;
      SmallVector<Expr, 1> inits;
      for (Expr init : sum.inits)
        inits.push_back(self(self, init));
      return perturbed(part, sum, self(self, sum.values[0]), inits, formula);
    };
    return rewrite(e, sums, memo);
  };
  Formula made = formula;
  for (Result &result : made.results)
    result.value = visit(visit, result.value);
  return made;
}

} // namespace shardc

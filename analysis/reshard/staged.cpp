// SPDX-License-Identifier: Apache-2.0
#include "analysis/reshard/staged.h"

#include "analysis/reshard/associative.h"
#include "analysis/reshard/partial.h"
#include "frontend/ir/formula/push.h"
#include "frontend/ir/formula/rewriting/loops.h"

namespace shardc {

static Expr addLoop(Formula &formula, Pool &pool, const std::string &name, int64_t extent) {
  formula.loops.push_back({name, extent});
  return pool.loop(static_cast<int>(formula.loops.size()) - 1, extent);
}

/// y[i] with one more dimension in front.
static Result inFront(Expr index, int64_t extent, const Result &result, ElementType type) {
  Result more{{type, {extent}}, {index}, nullptr};
  more.type.shape.append(result.type.shape.begin(), result.type.shape.end());
  more.index.append(result.index.begin(), result.index.end());
  return more;
}

/// partial[p, i] = reduce over k of x[i, p * share + k].
static Formula partialOf(const Formula &formula, Expr reduce, int number, int64_t shares) {
  Formula partial = formula;
  const ReduceView shared(inParts(partial, reduce, shares, "p"));
  const ElementType type = shared.values[number]->type;
  partial.results = {inFront(shared.loops[0], shares, formula.results[0], type)};
  partial.results[0].value = expr::item(
      expr::reduce(shared.loops.drop_front(), shared.values, shared.combine, {}), number);
  return partial;
}

/// y[i] = reduce over p of partial[p, i].
static Formula wholeOf(const Formula &formula, const ReduceView &view, ArrayRef<Formula> partials,
                       int64_t shares) {
  Formula whole = formula;
  Pool &pool = *view.loops[0]->pool;
  Expr p = addLoop(whole, pool, "p", shares);
  SmallVector<Expr, 4> values;
  for (const Formula &partial : partials) {
    SmallVector<Expr, 4> at = {p};
    at.append(formula.results[0].index.begin(), formula.results[0].index.end());
    const TensorSpec &type = partial.results[0].type;
    values.push_back(expr::load(pool, type.type, static_cast<int>(whole.operands.size()), at));
    whole.operands.push_back(type);
  }
  Expr &value = whole.results[0].value;
  value = expr::item(expr::reduce({p}, values, view.combine, view.inits),
                     static_cast<int>(value->value));
  return whole;
}

std::optional<StagedReduction> inStages(const Formula &formula, int loop, int64_t shares) {
  Expr value = formula.results[0].value;
  if (pullOf(value)) return std::nullopt;
  if (value->kind != Kind::Item || formula.loops[loop].extent % shares != 0) return std::nullopt;
  const ReduceView view(value->args[0]);
  if (view.loops[0]->value != loop || !isAssociative(view.combine)) return std::nullopt;
  StagedReduction staged;
  for (int number = 0; number < static_cast<int>(view.values.size()); ++number)
    staged.partials.push_back(partialOf(formula, value->args[0], number, shares));
  staged.whole = wholeOf(formula, view, staged.partials, shares);
  return staged;
}

int markWhole(Rule &rule, const Formula &formula, ArrayRef<std::optional<Number>> constants) {
  int staged = -1;
  for (int number = 0; number < static_cast<int>(rule.factors.size()); ++number) {
    Factor &factor = rule.factors[number];
    if (factor.kind != FactorKind::reduction && factor.kind != FactorKind::pick) continue;
    if (cutAt(formula, {number}, constants)) continue;
    if (inStages(formula, number, 1))
      staged = number;
    else
      factor.kind = FactorKind::whole;
  }
  return staged;
}

} // namespace shardc

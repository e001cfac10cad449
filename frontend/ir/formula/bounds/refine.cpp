// SPDX-License-Identifier: Apache-2.0
// What a condition says about the loops below it.
#include "frontend/ir/formula/bounds/refine.h"

#include "frontend/ir/formula/bounds/index.h"
#include "frontend/ir/formula/bounds/intervals.h"
#include "frontend/ir/formula/expressions/scalars.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallSet.h"

#include <tuple>

namespace shardc {

/// Narrows the loop of `x` = loop + c or c - loop to where x mod size is `digit`.
static void narrowStep(Env &env, Expr x, int64_t size, int64_t digit) {
  const SmallVector<Term, 4> list = terms(x);
  if (list.size() != 1 || std::abs(list[0].first) != 1) return;
  Expr loop = list[0].second;
  if (loop->kind != Kind::Loop || static_cast<size_t>(loop->value) >= env.loops.size()) return;
  Interval &v = env.loops[loop->value];
  if (v.empty() || v.step != 1) return;
  const int64_t first = list[0].first * (digit - constantOf(x)); // one loop number that fits
  v = made(v.lo + floorMod(first - v.lo, size), v.hi, size);
}

static void narrowTerms(Env &env, Expr e, int64_t lo, int64_t hi) {
  for (auto [factor, part] : terms(e)) {
    const Interval rest = range(expr::linear(*e->pool, 0, {{1, e}, {-factor, part}}), env);
    if (rest.empty()) return;
    // lo <= factor * part + rest < hi
    const int64_t least = lo - (rest.hi - 1), most = hi - 1 - rest.lo;
    if (factor > 0)
      narrow(env, part, ceilDiv(least, factor), floorDiv(most, factor) + 1);
    else
      narrow(env, part, ceilDiv(most, factor), floorDiv(least, factor) + 1);
  }
}

/// What is left of lo <= e < hi, a sum, without the terms that are one number each: of e or of -e,
/// whichever loops add to.
static void narrowRest(Env &env, Expr e, int64_t lo, int64_t hi) {
  SmallVector<Term, 4> rest;
  int64_t known = constantOf(e);
  for (const auto &[factor, part] : terms(e)) {
    const Interval own = range(part, env);
    if (own.extent() == 1)
      known += factor * own.lo;
    else
      rest.push_back({factor, part});
  }
  if (rest.size() < 2) return;
  lo -= known, hi -= known;
  if (rest.front().first < 0) {
    for (Term &term : rest)
      term.first = -term.first;
    std::tie(lo, hi) = std::pair(1 - hi, 1 - lo);
  }
  Expr sum = expr::linear(*e->pool, 0, rest);
  if (sum != e) env.known.push_back({sum, clipped(range(sum, env), lo, hi)});
}

void narrow(Env &env, Expr e, int64_t lo, int64_t hi) {
  const Interval before = range(e, env);
  const Interval after = clipped(before, lo, hi);
  if (after == before) return;
  if (e->kind == Kind::Loop && static_cast<size_t>(e->value) < env.loops.size()) {
    env.loops[e->value] = after;
    return;
  }
  env.known.push_back({e, after});
  if (after.empty() || isConstant(e)) return;
  if (e->kind == Kind::Linear) narrowRest(env, e, after.lo, after.hi);
  if (e->kind == Kind::Linear) narrowTerms(env, e, after.lo, after.hi);
  if (e->kind == Kind::Pick) narrow(env, e->args[0], after.lo, after.hi);
  if (e->kind != Kind::Digit) return;
  const int64_t unit = e->numbers[0], size = e->numbers[1];
  if (size == 0)
    narrow(env, e->args[0], after.lo * unit, after.hi * unit);
  else if (unit == 1 && after.extent() == 1)
    narrowStep(env, e->args[0], size, after.lo);
}

/// One comparison.
static void narrowBy(Env &env, Expr condition, bool holds) {
  if (condition->kind == Kind::Held && holds) {
    const Interval own = range(condition->args[1], env);
    return narrow(env, condition->args[0], own.lo, own.hi);
  }
  if (condition->kind != Kind::Within) return;
  Expr index = condition->args[0];
  const int64_t lo = condition->numbers[0], hi = condition->numbers[1];
  if (holds) return narrow(env, index, lo, hi);
  // Outside is one interval only where one side is known not to occur.
  const Interval v = range(index, env);
  if (v.lo >= lo)
    narrow(env, index, hi, kFar);
  else if (v.hi <= hi)
    narrow(env, index, -kFar, lo);
}

/// Whether the first two of its parts hold where it does.
static bool isAnd(Expr e) {
  return isConjunction(e) ||
         (e->kind == Kind::Select && e->type == ElementType::i1 && isLiteral(e->args[2], 0));
}

Env refine(const Env &env, Expr condition, bool holds) {
  Env refined = env;
  // Conditions that all hold, or do not; left ones first, each once.
  llvm::SmallSet<std::pair<Expr, bool>, 4> seen;
  SmallVector<std::pair<Expr, bool>, 4> open = {{condition, holds}};
  while (!open.empty()) {
    const auto [e, isTrue] = open.pop_back_val();
    if (!seen.insert({e, isTrue}).second) continue;
    if (isFn(e, Fn::bitNot))
      open.push_back({e->args[0], !isTrue});
    else if ((isAnd(e) && isTrue) || (isFn(e, Fn::bitOr) && !isTrue))
      open.append({{e->args[1], isTrue}, {e->args[0], isTrue}});
    else
      narrowBy(refined, e, isTrue);
  }
  return refined;
}

bool canRefine(Expr condition) {
  llvm::SmallDenseSet<Expr, 4> seen;
  SmallVector<Expr, 4> open = {condition};
  while (!open.empty()) {
    Expr e = open.pop_back_val();
    if (e->kind == Kind::Within || e->kind == Kind::Held) return true;
    const bool combines = isFn(e, Fn::bitNot) || isAnd(e) || isFn(e, Fn::bitOr);
    if (combines && seen.insert(e).second) open.append(e->args.begin(), e->args.end());
  }
  return false;
}

} // namespace shardc

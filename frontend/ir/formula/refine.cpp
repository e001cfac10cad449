// SPDX-License-Identifier: Apache-2.0
// What a condition says about the loops below it.
#include "frontend/ir/formula/refine.h"

#include "frontend/ir/formula/index.h"
#include "frontend/ir/formula/intervals.h"

namespace shardc {

static bool isFn(Expr e, Fn fn) {
  return e->kind == Kind::Scalar && e->value == static_cast<int64_t>(fn);
}

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
  if (e->kind == Kind::Linear) narrowTerms(env, e, after.lo, after.hi);
  if (e->kind == Kind::Pick) narrow(env, e->args[0], after.lo, after.hi);
  if (e->kind != Kind::Digit) return;
  const int64_t unit = e->numbers[0], size = e->numbers[1];
  if (size == 0)
    narrow(env, e->args[0], after.lo * unit, after.hi * unit);
  else if (unit == 1 && after.extent() == 1)
    narrowStep(env, e->args[0], size, after.lo);
}

static void refineInPlace(Env &env, Expr condition, bool holds) {
  if (isFn(condition, Fn::bitNot)) return refineInPlace(env, condition->args[0], !holds);
  const bool isAnd = isFn(condition, Fn::both) || isFn(condition, Fn::bitAnd);
  if ((isAnd && holds) || (isFn(condition, Fn::bitOr) && !holds)) {
    refineInPlace(env, condition->args[0], holds);
    refineInPlace(env, condition->args[1], holds);
    return;
  }
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

Env refine(const Env &env, Expr condition, bool holds) {
  Env refined = env;
  refineInPlace(refined, condition, holds);
  return refined;
}

bool canRefine(Expr condition) {
  if (condition->kind == Kind::Within || condition->kind == Kind::Held) return true;
  if (!isFn(condition, Fn::bitNot) && !isFn(condition, Fn::both) && !isFn(condition, Fn::bitAnd) &&
      !isFn(condition, Fn::bitOr))
    return false;
  for (Expr part : condition->args)
    if (canRefine(part)) return true;
  return false;
}

} // namespace shardc

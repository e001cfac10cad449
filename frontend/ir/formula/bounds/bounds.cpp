// SPDX-License-Identifier: Apache-2.0
// The ranges of indices, and the loops of boxes.
#include "frontend/ir/formula/bounds/bounds.h"

#include "frontend/ir/formula/bounds/index.h"
#include "frontend/ir/formula/bounds/intervals.h"

#include "llvm/ADT/STLExtras.h"

#include <cassert>

namespace shardc {

namespace {
/// Infers ranges. Parts that expressions share are looked at once.
class Ranger {
public:
  explicit Ranger(const Env *env) : env(env) {}

  Interval of(Expr e) {
    if (e->kind == Kind::Loop) return narrowed(e, loop(e));
    if (auto it = memo.find(e); it != memo.end()) return it->second;
    const Interval range = narrowed(e, inferred(e));
    memo[e] = range;
    return range;
  }

private:
  const Env *env;
  llvm::SmallDenseMap<Expr, Interval, 8> memo;

  Interval loop(Expr e) const {
    if (env == nullptr || static_cast<size_t>(e->value) >= env->loops.size())
      return made(0, e->numbers[0], 1);
    const Interval &v = env->loops[e->value];
    return made(v.lo, v.hi, v.step);
  }

  Interval narrowed(Expr e, Interval range) const {
    if (env == nullptr) return range;
    for (const auto &[known, v] : env->known)
      if (known == e) range = intersection(range, v);
    return range;
  }

  Interval inferred(Expr e) {
    switch (e->kind) {
    case Kind::Linear:
      return sum(e);
    case Kind::Trip:
      return trip(e);
    case Kind::Digit: {
      const Interval v = of(e->args[0]);
      return v.empty() ? v : digitRange(v, e->numbers[0], e->numbers[1]);
    }
    case Kind::At:
      return made(e->numbers[0], e->numbers[1] + 1, 1);
    case Kind::Pick:
      return intersection(of(e->args[0]), of(e->args[1]));
    default:
      assert(false && "not an index");
      return {-kFar, kFar, 1};
    }
  }

  Interval trip(Expr e) const {
    const auto depth = static_cast<size_t>(e->value);
    if (env == nullptr || depth >= env->trips.size()) return made(0, e->numbers[0], 1);
    return made(env->trips[depth], env->trips[depth] + 1, 1);
  }

  Interval sum(Expr e) {
    int64_t lo = e->value, hi = e->value, step = 0;
    for (size_t k = 0; k < e->args.size(); ++k) {
      const Interval v = of(e->args[k]);
      if (v.empty()) return v;
      const int64_t factor = e->numbers[k];
      const int64_t first = factor * v.lo, last = factor * (v.hi - 1);
      lo += std::min(first, last);
      hi += std::max(first, last);
      step = std::gcd(step, std::abs(factor) * stepOf(v));
    }
    return made(lo, hi + 1, step);
  }
};
} // namespace

Interval range(Expr index, const Env &env) { return Ranger(&env).of(index); }
Interval wholeRange(Expr index) { return Ranger(nullptr).of(index); }

// Environments.

Env wholeLoops(const Formula &formula) {
  Env env;
  for (const Loop &loop : formula.loops)
    env.loops.push_back({0, loop.extent, 1});
  return env;
}

Box resultBox(const Formula &formula, int result, const Env &env) {
  Box box;
  for (Expr index : formula.results[result].index)
    box.push_back(range(index, env));
  return box;
}

/// The digits, major first, of the numbers in `v`.
static void invert(ArrayRef<Expr> digits, const Interval &v, Env &env) {
  int64_t unit = 1;
  for (size_t k = digits.size(); k-- > 0;) {
    const int64_t extent = digits[k]->numbers[0];
    Interval &loop = env.loops[digits[k]->value];
    if (v.empty()) // the major loop does not run, the others keep their extents
      loop = {0, k == 0 ? 0 : extent, 1};
    else
      loop = digitRange(k == 0 ? v : Interval{v.lo, v.hi, 1}, unit, k == 0 ? 0 : extent);
    unit *= extent;
  }
}

Env loopsFor(const Formula &formula, int result, const Box &box) {
  Env env = wholeLoops(formula);
  const Result &made = formula.results[result];
  for (size_t dim = 0; dim < box.size(); ++dim)
    if (auto digits = radix(made.index[dim])) invert(*digits, box[dim], env);
  for (auto [loop, interval] : llvm::zip_equal(formula.loops, env.loops))
    if (loop.isWhole && !interval.empty()) interval = {0, loop.extent, 1};
  return env;
}

std::optional<Env> withoutIdle(const Env &env, llvm::function_ref<bool(size_t loop)> mayBeIdle) {
  Env idle = env;
  for (size_t loop = 0; loop < env.loops.size(); ++loop)
    if (mayBeIdle(loop)) idle.loops[loop] = {};
  return idle.loops == env.loops ? std::nullopt : std::optional(std::move(idle));
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// A pull is a reduction of pairs: whether an update has hit, and what is there. Its combiner takes
// the right one's value into the left one's where the right one hits, so it has an order, and each
// engine that knows nothing of pushes gives the right bits.
//
// A hit is solved for the element: of 0 <= i - at(n) < size, with i the index of a dimension, comes
// i = at(n) + k, with k below the size. Other conditions stay conditions.
#include "frontend/ir/formula/push.h"

#include "frontend/ir/formula/bounds/index.h"
#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/formula/rewriting/loops.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

static Expr truth(Pool &pool, bool value) {
  return pool.literal(Number::of(ElementType::i1, int64_t{value}));
}

/// A body with other arguments.
static Expr withArguments(Expr body, Expr left, Expr right) {
  Memo memo;
  const auto argument = [&](Expr e) -> Expr {
    if (e->kind != Kind::Arg) return nullptr;
    return e->value == 0 ? left : right;
  };
  return rewrite(body, argument, memo);
}

Expr pulled(ArrayRef<Expr> loops, Expr hit, Expr value, Expr start, Expr body) {
  Pool &pool = *start->pool;
  const ElementType type = start->type;
  Expr nothing = pool.literal(Number::of(type, int64_t{0}));
  Expr hits[] = {pool.arg(ElementType::i1, 0), pool.arg(ElementType::i1, 2)};
  Expr there = pool.arg(type, 1), update = pool.arg(type, 3);
  const Expr values[] = {hit, expr::select(hit, value, nothing)};
  const Expr combine[] = {expr::scalar(Fn::bitOr, ElementType::i1, hits),
                          expr::select(hits[1], withArguments(body, there, update), there)};
  const Expr inits[] = {truth(pool, false), start};
  return expr::item(expr::reduce(loops, values, combine, inits), 1);
}

std::optional<Pull> pullOf(Expr value) {
  if (value->kind != Kind::Item || value->value != 1) return std::nullopt;
  const ReduceView view(value->args[0]);
  if (view.values.size() != 2 || view.inits.empty() || view.inits[0] != truth(*value->pool, false))
    return std::nullopt;
  Pool &pool = *value->pool;
  Expr hits[] = {pool.arg(ElementType::i1, 0), pool.arg(ElementType::i1, 2)};
  Expr there = pool.arg(value->type, 1), update = pool.arg(value->type, 3);
  Expr combine = view.combine[1];
  if (view.combine[0] != expr::scalar(Fn::bitOr, ElementType::i1, hits) ||
      combine->kind != Kind::Select || combine->args[0] != hits[1] || combine->args[2] != there)
    return std::nullopt;
  Expr arguments[] = {pool.arg(value->type, 0), pool.arg(value->type, 1)};
  Memo memo;
  const auto argument = [&](Expr e) -> Expr {
    if (e->kind != Kind::Arg) return nullptr;
    return e == there ? arguments[0] : e == update ? arguments[1] : e;
  };
  Expr body = rewrite(combine->args[1], argument, memo);
  return Pull{SmallVector<Expr, 4>(view.loops), view.values[0], view.values[1], view.inits[1],
              body};
}

std::optional<Fn> combinerOfBody(Expr body) {
  const bool isOfBoth = body->kind == Kind::Scalar && body->args.size() == 2 &&
                        body->args[0]->kind == Kind::Arg && body->args[1]->kind == Kind::Arg &&
                        body->args[0] != body->args[1];
  if (!isOfBoth) return std::nullopt;
  const Fn fn = static_cast<Fn>(body->value);
  if (!info(fn).commutative || !identity(fn, body->type)) return std::nullopt;
  return fn;
}

namespace {

/// An index of the result that lies in a box: loop = begin + k, k below `count`.
struct Solved {
  int loop;
  int64_t count;
  Expr begin;
};

class Inversion {
public:
  Inversion(const Formula &formula, Pull pull)
      : formula(formula), pull(std::move(pull)), pool(*this->pull.start->pool) {}

  std::optional<Pushed> run() {
    Pushed made{formula, std::nullopt, {}};
    made.start.results[0].value = pull.start;
    if (pull.hit == truth(pool, false)) return made;
    for (Expr index : formula.results[0].index)
      if (const auto loops = radix(index); !loops || loops->size() > 1) return std::nullopt;
    solve(pull.hit);
    if (isCircular() || (where && contains(where, Kind::Reduce))) return std::nullopt;
    made.push = inverted(made.were);
    return made;
  }

private:
  bool isOfResult(Expr loop) const { return llvm::is_contained(formula.results[0].index, loop); }
  bool isSolved(int loop) const {
    return llvm::any_of(solved, [&](const Solved &other) { return other.loop == loop; });
  }
  /// Whether what an index begins at needs another one that is computed.
  bool isCircular() const {
    return llvm::any_of(solved, [&](const Solved &each) {
      return llvm::any_of(freeLoops(each.begin), [&](int loop) { return isSolved(loop); });
    });
  }

  /// A part of a condition says where an index is, or stays a condition.
  void solve(Expr condition) {
    if (isConjunction(condition)) {
      llvm::for_each(condition->args, [&](Expr part) { solve(part); });
      return;
    }
    if (condition == truth(pool, true)) return;
    parts.push_back(condition);
    if (condition->kind == Kind::Within && solveWithin(condition)) return;
    where = expr::both(where, condition);
  }

  bool solveWithin(Expr within) {
    for (const auto &[factor, term] : terms(within->args[0])) {
      const auto loop = static_cast<int>(term->value);
      const bool isIndex = term->kind == Kind::Loop && isOfResult(term) && !isSolved(loop);
      if (!isIndex || std::abs(factor) != 1) continue;
      Expr rest = expr::sub(within->args[0], expr::mul(term, factor));
      const int64_t lo = within->numbers[0], hi = within->numbers[1];
      // lo <= term + rest < hi, or lo <= rest - term < hi.
      Expr begin = factor > 0 ? expr::sub(pool.constant(lo), rest) : expr::add(rest, 1 - hi);
      solved.push_back({loop, hi - lo, begin});
      return true;
    }
    return false;
  }

  Formula inverted(SmallVectorImpl<int> &were) {
    Formula push = formula;
    const auto addLoop = [&](Loop loop, int was) {
      push.loops.push_back(loop);
      were.push_back(was);
      return pool.loop(static_cast<int>(push.loops.size()) - 1, loop.extent);
    };
    SmallVector<Expr, 8> to(formula.loops.size(), nullptr), found(formula.loops.size(), nullptr);
    for (Expr loop : pull.loops)
      to[loop->value] = addLoop(formula.loops[loop->value], static_cast<int>(loop->value));
    for (const auto &[loop, count, begin] : solved) {
      found[loop] = renameLoops(begin, to);
      const Loop &own = formula.loops[loop];
      if (count != 1) found[loop] = expr::add(found[loop], addLoop({own.name, count}, -1));
    }
    const auto renamed = [&](Expr e) {
      SmallVector<Expr, 8> all(to);
      for (const Solved &each : solved)
        all[each.loop] = found[each.loop];
      return renameLoops(e, all);
    };
    Result &result = push.results[0];
    result.combine = pull.body;
    if (where) result.where = renamed(where);
    result.value = renamed(ofHits());
    for (Expr &index : result.index)
      if (index->kind == Kind::Loop && found[index->value])
        index = expr::pick(found[index->value], index);
    return push;
  }

  /// The value, where the update hits.
  Expr ofHits() const {
    Memo memo;
    return rewrite(
        pull.value,
        [&](Expr e) { return llvm::is_contained(parts, e) ? truth(pool, true) : nullptr; }, memo);
  }

  const Formula &formula;
  const Pull pull;
  Pool &pool;
  SmallVector<Solved, 4> solved;
  SmallVector<Expr, 4> parts; // of the condition
  Expr where = nullptr;
};

} // namespace

std::optional<Pushed> pushed(const Formula &formula) {
  if (formula.results.size() != 1 || isPushed(formula.results[0])) return std::nullopt;
  auto pull = pullOf(formula.results[0].value);
  if (!pull) return std::nullopt;
  return Inversion(formula, std::move(*pull)).run();
}

Env envOfPush(const Pushed &inverted, const Env &env) {
  const size_t before = inverted.start.loops.size();
  Env all = env;
  all.loops.resize(before);
  for (auto [k, was] : llvm::enumerate(inverted.were))
    all.loops.push_back(was >= 0 ? env.loops[was]
                                 : Interval{0, inverted.push->loops[before + k].extent});
  return all;
}

SmallVector<int, 4> ownLoops(const Result &result) {
  SmallVector<int, 4> own;
  for (Expr index : result.index)
    if (index->kind == Kind::Loop) own.push_back(static_cast<int>(index->value));
  return own;
}

SmallVector<int, 8> loopsOfPush(const Result &result) {
  SmallVector<int, 8> all = freeLoops(result.value);
  if (result.where) llvm::append_range(all, freeLoops(result.where));
  for (Expr index : result.index)
    llvm::append_range(all, freeLoops(index->kind == Kind::Pick ? index->args[0] : index));
  llvm::sort(all);
  all.erase(llvm::unique(all), all.end());
  return all;
}

SmallVector<Expr, 4> conditionsOf(const Result &result) {
  SmallVector<Expr, 4> conditions;
  for (Expr pick : picksOf(result))
    conditions.push_back(expr::held(pick->args[0], pick->args[1]));
  if (result.where) conditions.push_back(result.where);
  return conditions;
}

SmallVector<Expr, 2> picksOf(const Result &result) {
  SmallVector<Expr, 2> picks;
  for (Expr index : result.index)
    if (index->kind == Kind::Pick) picks.push_back(index);
  return picks;
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// What expressions are where loops are bounded: constants where a range is one number, digits of
// numbers in one block, bounds that always or never hold.
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "frontend/ir/formula/bounds/index.h"
#include "frontend/ir/formula/bounds/intervals.h"
#include "frontend/ir/formula/bounds/refine.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <tuple>

namespace shardc {

namespace {

/// Where an expression is: the environments, below the same conditions.
struct Place {
  SmallVector<Env, 1> envs;
  Memo memo = Memo();
  int conditions = 0;
};

class Simplifier {
public:
  explicit Simplifier(ArrayRef<Env> envs) {
    places.push_back(std::make_unique<Place>());
    places[0]->envs.assign(envs.begin(), envs.end());
  }

  Expr run(Expr e) {
    findIdle(e);
    return visit(e, 0);
  }

private:
  std::vector<std::unique_ptr<Place>> places;
  std::map<std::tuple<int, Expr, bool>, int> below;
  llvm::DenseMap<Expr, SmallVector<int, 1>> visited; // in which places
  SmallVector<Expr, 2> idle; // loops of reductions that are of nothing in some environments

  void findIdle(Expr e) {
    (void)anyUnder(e, [&](Expr part) {
      if (part->kind == Kind::Reduce)
        for (Expr loop : ReduceView(part).loops)
          if (!runsEverywhere(loop, 0)) idle.push_back(loop);
      return false;
    });
  }
  bool usesIdle(Expr index) const {
    if (idle.empty()) return false;
    bool uses = false;
    forEachPart(index, [&](Expr part) { uses = uses || llvm::is_contained(idle, part); });
    return uses;
  }

  bool runsEverywhere(Expr loop, int place) const {
    return llvm::none_of(places[place]->envs,
                         [&](const Env &env) { return range(loop, env).empty(); });
  }

  /// The numbers of an index in all environments in which it has some.
  Interval rangeAt(Expr index, int place) const {
    Interval all = {0, 0, 1};
    for (const Env &env : places[place]->envs) {
      const Interval v = range(index, env);
      if (v.empty()) continue;
      if (all.empty()) {
        all = v;
        continue;
      }
      const int64_t step = std::gcd(std::gcd(stepOf(all), stepOf(v)), all.lo - v.lo);
      all = made(std::min(all.lo, v.lo), std::max(all.hi, v.hi), step);
    }
    return all;
  }

  int enter(int place, Expr condition, bool holds) {
    if (places[place]->conditions >= kMaxConditions || !canRefine(condition)) return place;
    const auto [it, isNew] =
        below.try_emplace({place, condition, holds}, static_cast<int>(places.size()));
    if (!isNew) return it->second;
    auto next = std::make_unique<Place>();
    for (const Env &env : places[place]->envs)
      next->envs.push_back(refine(env, condition, holds));
    next->conditions = places[place]->conditions + 1;
    places.push_back(std::move(next));
    return it->second;
  }

  /// Below a condition as it was and as it became: each may say more.
  int enter(int place, Expr before, Expr after, bool holds) {
    const int inner = enter(place, before, holds);
    return before == after ? inner : enter(inner, after, holds);
  }

  Expr visit(Expr e, int place) {
    if (auto it = places[place]->memo.find(e); it != places[place]->memo.end()) return it->second;
    SmallVector<int, 1> &seen = visited[e];
    if (seen.size() >= kMaxWays && place != 0) return visit(e, 0);
    seen.push_back(place);
    Expr result = e->type == ElementType::index && e->kind != Kind::Reduce ? index(e, place)
                                                                           : scalar(e, place);
    places[place]->memo[e] = result;
    return result;
  }

  /// `e` with its parts simplified in the same place.
  Expr rebuilt(Expr e, int place) {
    Memo memo;
    return rewrite(
        e, [&](Expr part) -> Expr { return part == e ? nullptr : visit(part, place); }, memo);
  }

  Expr index(Expr e, int place) {
    if (e->kind == Kind::Pick) return expr::pick(visit(e->args[0], place), e->args[1]);
    if (e->kind == Kind::At) return rebuilt(e, place);
    const Interval v = rangeAt(e, place);
    // The index of an idle loop is none where that does not run: so nothing is read there.
    if (v.extent() == 1) return usesIdle(e) ? e : e->pool->constant(v.lo);
    const auto rangeHere = [&](Expr part) { return rangeAt(part, place); };
    if (e->kind == Kind::Digit)
      return digitWhere(visit(e->args[0], place), e->numbers[0], e->numbers[1], rangeHere);
    if (e->kind == Kind::Linear) return sum(e, place);
    return e;
  }

  /// What is known of a number is not known of parts of it, which a sum is made of: so digits stay
  /// where, without them, more would seem to be read.
  Expr sum(Expr e, int place) {
    SmallVector<Term, 4> exact, digits;
    for (const Term &term : terms(e)) {
      exact.push_back(withKnownRemainder(term, place));
      digits.push_back({term.first, visit(term.second, place)});
    }
    Expr made = expr::linear(*e->pool, e->value, exact);
    if (exact == digits || isNoWider(made, e, place)) return made;
    return expr::linear(*e->pool, e->value, digits);
  }

  bool isNoWider(Expr made, Expr e, int place) const {
    return llvm::all_of(places[place]->envs, [&](const Env &env) {
      const Interval now = range(made, env), before = range(e, env);
      return before.empty() || (before.lo <= now.lo && now.hi <= before.hi);
    });
  }

  /// Where x mod 2 is known to be r, 2 (x / 2) is x - r.
  Term withKnownRemainder(const Term &term, int place) {
    auto [factor, digit] = term;
    if (digit->kind == Kind::Digit && factor % digit->numbers[0] == 0) {
      const int64_t unit = digit->numbers[0], size = digit->numbers[1];
      const Interval rest = rangeAt(expr::digit(digit->args[0], 1, unit), place);
      Expr exact = expr::add(digit->args[0], -rest.lo);
      if (unit > 1 && rest.extent() == 1 && size <= kFar / unit)
        return {factor / unit, visit(expr::digit(exact, 1, size * unit), place)};
    }
    return {factor, visit(digit, place)};
  }

  Expr scalar(Expr e, int place) {
    switch (e->kind) {
    case Kind::Within: {
      const auto rangeHere = [&](Expr part) { return rangeAt(part, place); };
      Expr simpler = withinWhere(e->args[0], e->numbers[0], e->numbers[1], rangeHere);
      if (simpler->kind != Kind::Within) return simpler;
      return withinWhere(visit(simpler->args[0], place), simpler->numbers[0], simpler->numbers[1],
                         rangeHere);
    }
    case Kind::Held: // another device's interval may be another
      return expr::held(visit(e->args[0], place), e->args[1]);
    case Kind::Select:
      return select(e, place);
    case Kind::Scalar:
      if (isFn(e, Fn::both)) return both(e, place);
      return rebuilt(e, place);
    case Kind::Reduce:
      return reduce(e, place);
    default:
      return e->args.empty() ? e : rebuilt(e, place);
    }
  }

  Expr select(Expr e, int place) {
    Expr before = e->args[0], after = visit(before, place);
    if (after->kind == Kind::Literal) return visit(e->args[after->number.isTrue() ? 1 : 2], place);
    return expr::select(after, visit(e->args[1], enter(place, before, after, true)),
                        visit(e->args[2], enter(place, before, after, false)));
  }

  Expr both(Expr e, int place) {
    Expr before = e->args[0], after = visit(before, place);
    if (isLiteral(after, 0)) return after;
    Expr second = visit(e->args[1], enter(place, before, after, true));
    return expr::both(after, second);
  }

  Expr reduce(Expr e, int place) {
    const ReduceView view(e);
    SmallVector<Expr, 4> values, inits, loops;
    for (Expr value : view.values)
      values.push_back(visit(value, place));
    for (Expr init : view.inits)
      inits.push_back(visit(init, place));
    // A loop of one number is that number, but only where it runs everywhere: else some
    // reductions are of nothing.
    SmallVector<SumOrder, 2> order;
    for (auto [loop, own] : llvm::zip_equal(view.loops, view.order)) {
      if (runsEverywhere(loop, place) && rangeAt(loop, place).extent() == 1) continue;
      loops.push_back(loop);
      order.push_back(own);
    }
    return expr::reduce(loops, values, view.combine, inits, order);
  }
};

} // namespace

Expr simplify(Expr e, ArrayRef<Env> envs) { return Simplifier(envs).run(e); }

} // namespace shardc

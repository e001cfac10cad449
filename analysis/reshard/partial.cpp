// SPDX-License-Identifier: Apache-2.0
#include "analysis/reshard/partial.h"

#include "analysis/reshard/linear.h"
#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/formula/push.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

namespace shardc {

/// Whether collectives combine by it.
static bool isCollective(Fn fn) {
  const CombinerInfo *const row = combinerInfo(fn);
  return row && !row->collective.empty();
}

/// Whether a start that enters every partial sum counts as often as it does once.
static bool mayRepeat(Fn fn, Expr init) {
  if (isIdempotent(fn)) return true;
  if (init->kind != Kind::Literal) return false;
  const Number &value = init->number;
  if (fn == Fn::mul) return value.is(1);
  return value.sameBits(Number::of(value.type, int64_t{0}));
}

/// y = combine(init, p), of arguments 0 and 1: `formula` with a new last operand that holds the
/// combination.
static Formula endOf(const Formula &formula, Expr combine, Expr init, const Result &result) {
  Formula end = formula;
  const int operand = static_cast<int>(end.operands.size());
  end.operands.push_back(result.type);
  for (Loop &loop : end.loops)
    loop.split = -1;
  Pool &pool = *result.value->pool;
  Expr combined = expr::load(pool, result.type.type, operand, result.index);
  Memo memo;
  end.results[0].value = rewrite(
      combine,
      [&](Expr e) -> Expr {
        if (e->kind != Kind::Arg) return nullptr;
        return e->value == 0 ? init : combined;
      },
      memo);
  return end;
}
static Formula endOf(const Formula &formula, const ReduceView &view, const Result &result) {
  return endOf(formula, view.combine[0], view.inits[0], result);
}

/// What a device holds of what is picked, and zero in place of the rest: only one device has a
/// picked element, so the sum of all their bits is that element's.
static std::optional<PartialFormula> cutAtPicks(const Formula &formula, ArrayRef<int> loops) {
  Expr load = formula.results.front().value;
  SmallVector<Expr, 4> at(load->args);
  Expr held = nullptr;
  PartialFormula cut{formula, Fn::add, true, std::nullopt};
  for (auto [place, loop] : llvm::enumerate(loops)) {
    const auto isOwn = [&, loop = loop](Expr index) {
      return index->kind == Kind::Pick && index->args[1]->value == loop;
    };
    const auto pick = llvm::find_if(at, isOwn);
    if (pick == at.end()) return std::nullopt;
    Expr here = expr::held((*pick)->args[0], (*pick)->args[1]);
    held = expr::both(held, here);
    *pick = (*pick)->args[0];
    cut.partial.loops[loop].split = static_cast<int>(place);
  }
  Pool &pool = *load->pool;
  Expr zero = pool.literal(ofNoBits(load->type));
  cut.partial.results[0].value =
      expr::select(held, expr::load(pool, load->type, static_cast<int>(load->value), at), zero);
  return cut;
}

/// `formula` with numbers in place of loads of operands that are one throughout.
static Formula withNumbers(const Formula &formula, ArrayRef<std::optional<Number>> constants) {
  Formula made = formula;
  Expr &value = made.results[0].value;
  Pool &pool = *value->pool;
  Memo memo;
  value = rewrite(
      value,
      [&](Expr e) -> Expr {
        if (e->kind != Kind::Load || static_cast<size_t>(e->value) >= constants.size())
          return nullptr;
        const std::optional<Number> &number = constants[e->value];
        return number ? pool.literal(*number) : nullptr;
      },
      memo);
  return made;
}

static bool areAmong(ArrayRef<int> loops, ArrayRef<Expr> all) {
  return llvm::all_of(loops, [&](int loop) {
    return llvm::any_of(all, [&](Expr own) { return own->value == loop; });
  });
}

/// What each device's updates make of nothing; what was there enters once.
static std::optional<PartialFormula> cutAtUpdates(PartialFormula cut, const Pull &pull,
                                                  ArrayRef<int> loops) {
  const auto fn = combinerOfBody(pull.body);
  if (!fn || !isCollective(*fn) || !areAmong(loops, pull.loops)) return std::nullopt;
  if (!identity(*fn, cut.partial.results.front().type.type)) return std::nullopt;
  cut.combine = *fn;
  for (auto [place, loop] : llvm::enumerate(loops))
    cut.partial.loops[loop].split = static_cast<int>(place);
  if (mayRepeat(*fn, pull.start)) return cut;
  Result &result = cut.partial.results.front();
  cut.end = endOf(cut.partial, pull.body, pull.start, result);
  Expr nothing = result.value->pool->literal(*identity(*fn, result.type.type));
  result.value = pulled(pull.loops, pull.hit, pull.value, nothing, pull.body);
  return cut;
}

std::optional<PartialFormula> cutAt(const Formula &formula, ArrayRef<int> loops,
                                    ArrayRef<std::optional<Number>> constants) {
  if (formula.results.front().value->kind == Kind::Load) return cutAtPicks(formula, loops);
  PartialFormula cut{withNumbers(formula, constants), Fn::add, false, std::nullopt};
  const Result &result = cut.partial.results.front();
  if (result.value->kind != Kind::Item) return std::nullopt;
  if (const auto pull = pullOf(result.value)) return cutAtUpdates(std::move(cut), *pull, loops);
  Expr reduce = result.value->args[0];
  const ReduceView view(reduce);
  const auto fn = combiner(view);
  if (!fn || !isCollective(*fn) || !identity(view, 0)) return std::nullopt;
  if (!areAmong(loops, view.loops)) return std::nullopt;
  cut.combine = *fn;
  for (auto [place, loop] : llvm::enumerate(loops))
    cut.partial.loops[loop].split = static_cast<int>(place);
  if (view.inits.empty() || mayRepeat(*fn, view.inits[0])) return cut;
  cut.end = endOf(cut.partial, view, result);
  cut.partial.results[0].value =
      expr::item(expr::reduce(view.loops, view.values, view.combine, {}, view.order), 0);
  return cut;
}

std::optional<PartialFormula> passedOn(const Formula &formula, ArrayRef<bool> isPartial,
                                       ArrayRef<std::optional<Number>> constants, bool mayRound) {
  PartialFormula passed{withNumbers(formula, constants), Fn::add, false, std::nullopt};
  if (isLinear(passed.partial, isPartial, mayRound)) return passed;
  // A start that is whole enters once.
  Result &result = passed.partial.results.front();
  if (result.value->kind != Kind::Item) return std::nullopt;
  const ReduceView view(result.value->args[0]);
  if (view.inits.empty() || combiner(view) != Fn::add) return std::nullopt;
  passed.end = endOf(passed.partial, view, result);
  result.value = expr::item(expr::reduce(view.loops, view.values, view.combine, {}, view.order), 0);
  if (!isLinear(passed.partial, isPartial, mayRound)) return std::nullopt;
  return passed;
}

Formula splitIntoPartials(Pool &pool, const TensorSpec &type, ArrayRef<int> split, int64_t copies,
                          Fn combine) {
  Formula made{{}, {type}, {{type, {}, nullptr}}};
  Result &result = made.results[0];
  for (auto [dim, extent] : llvm::enumerate(type.shape)) {
    made.loops.push_back({std::string(1, static_cast<char>('i' + dim % 18)), extent});
    result.index.push_back(pool.loop(static_cast<int>(dim), extent));
  }
  Expr held = nullptr;
  const auto add = [&](Expr index, const std::string &name, int64_t extent) {
    const auto loop = static_cast<int>(made.loops.size());
    made.loops.push_back({name, extent, loop - static_cast<int>(type.shape.size())});
    Expr here = expr::held(index, pool.loop(loop, extent));
    held = expr::both(held, here);
  };
  for (int dim : split)
    add(result.index[dim], "own" + std::to_string(dim), type.shape[dim]);
  if (copies > 1) add(pool.constant(0), "copy", copies);
  result.value = expr::select(held, expr::load(pool, type.type, 0, result.index),
                              pool.literal(*identity(combine, type.type)));
  return made;
}

} // namespace shardc

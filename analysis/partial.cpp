// SPDX-License-Identifier: Apache-2.0
#include "analysis/partial.h"

#include "frontend/ir/formula/rewrite.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

namespace shardc {

/// The functions that collectives combine by.
static bool isCollective(Fn fn) {
  switch (fn) {
  case Fn::add:
  case Fn::mul:
  case Fn::max:
  case Fn::min:
  case Fn::bitAnd:
  case Fn::bitOr:
  case Fn::bitXor:
    return true;
  default:
    return false;
  }
}

/// Whether a start that enters every part counts as often as it does once: combined with itself it
/// is itself.
static bool mayRepeat(Fn fn, Expr init, ArrayRef<std::optional<Number>> constants) {
  switch (fn) {
  case Fn::max:
  case Fn::min:
  case Fn::bitAnd:
  case Fn::bitOr:
    return true;
  default:
    break;
  }
  std::optional<Number> number;
  if (init->kind == Kind::Literal) number = init->number;
  if (init->kind == Kind::Load && static_cast<size_t>(init->value) < constants.size())
    number = constants[init->value];
  if (!number) return false;
  const double value = number->asDouble();
  return (fn == Fn::mul && value == 1) || (fn != Fn::mul && value == 0 && !std::signbit(value));
}

/// y = combine(init, p): `formula` with a new last operand that holds the combination.
static Formula endOf(const Formula &formula, const ReduceView &view, const Result &result) {
  Formula end = formula;
  const int operand = static_cast<int>(end.operands.size());
  end.operands.push_back(result.type);
  for (Loop &loop : end.loops)
    loop.split = -1;
  Pool &pool = *result.value->pool;
  Expr combined = expr::load(pool, result.type.type, operand, result.index);
  Memo memo;
  end.results[0].value = rewrite(
      view.combine[0],
      [&](Expr e) -> Expr {
        if (e->kind != Kind::Arg) return nullptr;
        return e->value == 0 ? view.inits[0] : combined;
      },
      memo);
  return end;
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
    held = held ? expr::scalar(Fn::both, ElementType::i1, {held, here}) : here;
    *pick = (*pick)->args[0];
    cut.part.loops[loop].split = static_cast<int>(place);
  }
  Pool &pool = *load->pool;
  Expr zero = pool.literal(Number::of(load->type, int64_t{0}));
  cut.part.results[0].value =
      expr::select(held, expr::load(pool, load->type, static_cast<int>(load->value), at), zero);
  return cut;
}

std::optional<PartialFormula> cutAt(const Formula &formula, ArrayRef<int> loops,
                                    ArrayRef<std::optional<Number>> constants) {
  const Result &result = formula.results.front();
  if (result.value->kind == Kind::Load) return cutAtPicks(formula, loops);
  if (result.value->kind != Kind::Item) return std::nullopt;
  Expr reduce = result.value->args[0];
  const ReduceView view(reduce);
  const auto fn = combiner(view);
  if (!fn || !isCollective(*fn) || !identity(view, 0)) return std::nullopt;
  for (int loop : loops)
    if (llvm::none_of(view.loops, [&](Expr own) { return own->value == loop; }))
      return std::nullopt;
  PartialFormula cut{formula, *fn, false, std::nullopt};
  for (auto [place, loop] : llvm::enumerate(loops))
    cut.part.loops[loop].split = static_cast<int>(place);
  if (view.inits.empty() || mayRepeat(*fn, view.inits[0], constants)) return cut;
  cut.end = endOf(formula, view, result);
  cut.part.results[0].value =
      expr::item(expr::reduce(view.loops, view.values, view.combine, {}), 0);
  return cut;
}

namespace {

/// How a value depends on the marked operands.
enum class Dependence : uint8_t { none, linear, other };

class Linearity {
public:
  Linearity(ArrayRef<bool> marked, ArrayRef<bool> split) : marked(marked), split(split) {}

  Dependence of(Expr e) {
    if (const auto found = known.find(e); found != known.end()) return found->second;
    const Dependence made = compute(e);
    return known[e] = made;
  }

private:
  Dependence compute(Expr e) {
    switch (e->kind) {
    case Kind::Load:
      if (anyOf(e->args) != Dependence::none) return Dependence::other;
      return marked[e->value] ? Dependence::linear : Dependence::none;
    case Kind::Scalar:
      return scalar(static_cast<Fn>(e->value), e->args);
    case Kind::Select:
      if (of(e->args[0]) != Dependence::none) return Dependence::other;
      return both(of(e->args[1]), of(e->args[2]), e->args[1], e->args[2]);
    case Kind::Item:
      return of(e->args[0]);
    case Kind::Reduce:
      return reduction(ReduceView(e));
    default:
      return anyOf(e->args) == Dependence::none ? Dependence::none : Dependence::other;
    }
  }

  Dependence anyOf(ArrayRef<Expr> args) {
    for (Expr arg : args)
      if (of(arg) != Dependence::none) return Dependence::other;
    return Dependence::none;
  }

  static bool isZero(Expr e) { return e->kind == Kind::Literal && e->number.asDouble() == 0; }

  /// Of a sum, or of a choice.
  static Dependence both(Dependence a, Dependence b, Expr x, Expr y) {
    if (a == Dependence::none && b == Dependence::none) return Dependence::none;
    const bool left = a == Dependence::linear || isZero(x);
    const bool right = b == Dependence::linear || isZero(y);
    return left && right ? Dependence::linear : Dependence::other;
  }

  Dependence scalar(Fn fn, ArrayRef<Expr> args) {
    const Dependence a = of(args[0]);
    const Dependence b = args.size() > 1 ? of(args[1]) : Dependence::none;
    if (a == Dependence::none && b == Dependence::none) return Dependence::none;
    switch (fn) {
    case Fn::neg:
      return a;
    case Fn::add:
    case Fn::sub:
      return both(a, b, args[0], args[1]);
    case Fn::mul:
      if (a == Dependence::none) return b;
      return b == Dependence::none ? a : Dependence::other;
    default:
      return Dependence::other;
    }
  }

  bool isPart(const ReduceView &view) const {
    return llvm::any_of(view.loops, [&](Expr loop) {
      return static_cast<size_t>(loop->value) < split.size() && split[loop->value];
    });
  }

  Dependence reduction(const ReduceView &view) {
    if (isPart(view)) {
      const bool isSum = combiner(view) == Fn::add && llvm::all_of(view.inits, isZero);
      return isSum ? ofPart(view.values[0]) : Dependence::other;
    }
    if (combiner(view) != Fn::add) {
      for (Expr value : view.values)
        if (of(value) != Dependence::none) return Dependence::other;
      return anyOf(view.inits);
    }
    const Dependence value = of(view.values[0]);
    if (view.inits.empty() || value == Dependence::none) {
      return anyOf(view.inits) == Dependence::none ? value : Dependence::other;
    }
    return both(value, of(view.inits[0]), view.values[0], view.inits[0]);
  }

  /// A part of a sum of parts of sums is none of anything.
  Dependence ofPart(Expr value) {
    return of(value) == Dependence::none ? Dependence::linear : Dependence::other;
  }

  ArrayRef<bool> marked, split;
  llvm::DenseMap<Expr, Dependence> known;
};

} // namespace

bool isLinear(const Formula &formula, ArrayRef<bool> operands, ArrayRef<bool> split) {
  return Linearity(operands, split).of(formula.results.front().value) == Dependence::linear;
}

} // namespace shardc

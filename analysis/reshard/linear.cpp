// SPDX-License-Identifier: Apache-2.0
#include "analysis/reshard/linear.h"

#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/formula/expressions/scalars.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

/// How a value depends on the marked operands.
enum class Dependence : uint8_t { none, linear, other };

class Linearity {
public:
  Linearity(ArrayRef<bool> marked, bool mayRound) : marked(marked), mayRound(mayRound) {}

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
      return convertedFrom(e) ? conversion(e) : scalar(static_cast<Fn>(e->value), e->args);
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

  static bool isZero(Expr e) { return e->kind == Kind::Literal && e->number.is(0); }

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
    switch (info(fn).linear) {
    case Linear::no:
      return Dependence::other;
    case Linear::jointly:
      return args.size() == 1 ? a : both(a, b, args[0], args[1]);
    case Linear::each:
      if (a == Dependence::none) return b;
      return b == Dependence::none ? a : Dependence::other;
    }
    return Dependence::other;
  }

  Dependence conversion(Expr e) {
    const Dependence from = of(e->args[0]);
    const ElementType wide = e->args[0]->type;
    const bool isExact = info(wide).isNarrow && isPromotable(info(wide).computed, e->type);
    // What a device adds where it has nothing is zero, which f8E8M0FNU lacks.
    const bool rounds =
        info(wide).isFloat && info(e->type).isNarrow && Number::of(e->type, int64_t{0}).is(0);
    const bool isLinear = isExact || (mayRound && rounds);
    return isLinear || from == Dependence::none ? from : Dependence::other;
  }

  Dependence reduction(const ReduceView &view) {
    if (combiner(view) != kSum) {
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

  ArrayRef<bool> marked;
  bool mayRound;
  llvm::DenseMap<Expr, Dependence> known;
};

} // namespace

bool isLinear(const Formula &formula, ArrayRef<bool> operands, bool mayRound) {
  return Linearity(operands, mayRound).of(formula.results.front().value) == Dependence::linear;
}

} // namespace shardc

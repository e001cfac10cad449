// SPDX-License-Identifier: Apache-2.0
#include "codegen/check/check_linear.h"

#include "frontend/ir/formula/expressions/scalars.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

/// Factors that are partial sums in every term of a value. Zero has no terms, so it adds to
/// anything.
enum class Degree : uint8_t { zero, none, one, mixed };

class Degrees {
public:
  Degrees(const Kernel &kernel, ArrayRef<bool> arePartial, ArrayRef<bool> areZero, bool mayRound,
          bool areApart)
      : kernel(kernel), arePartial(arePartial), areZero(areZero), mayRound(mayRound),
        areApart(areApart) {}

  Degree of(Expr e) {
    const auto [known, fresh] = degrees.try_emplace(e, Degree::mixed);
    if (!fresh) return known->second;
    const Degree found = find(e);
    return degrees[e] = found;
  }

private:
  Degree find(Expr e) {
    switch (e->kind) {
    case Kind::Literal:
      return e->number.is(0) ? Degree::zero : Degree::none;
    case Kind::Load:
      if (!areWhole(e->args)) return Degree::mixed;
      if (arePartial[e->value]) return Degree::one;
      return areZero[e->value] ? Degree::zero : Degree::none;
    case Kind::Scalar:
      if (convertedFrom(e)) return ofConversion(e);
      return ofFunction(static_cast<Fn>(e->value), e->args);
    case Kind::Select:
      return areWhole(e->args[0]) ? sum(of(e->args[1]), of(e->args[2])) : Degree::mixed;
    case Kind::Item:
      return of(e->args[0]);
    case Kind::Reduce:
      return ofReduction(ReduceView(e));
    default:
      return areWhole(e->args) ? Degree::none : Degree::mixed;
    }
  }

  bool areWhole(ArrayRef<Expr> list) {
    return llvm::all_of(list, [&](Expr e) { return of(e) <= Degree::none; });
  }

  static Degree sum(Degree a, Degree b) {
    if (a == Degree::zero || b == Degree::zero) return std::max(a, b);
    return a == b ? a : Degree::mixed;
  }

  static Degree product(Degree a, Degree b) {
    if (a == Degree::mixed || b == Degree::mixed) return Degree::mixed;
    if (a == Degree::zero || b == Degree::zero) return Degree::zero;
    return a == Degree::one && b == Degree::one ? Degree::mixed : std::max(a, b);
  }

  Degree ofFunction(Fn fn, ArrayRef<Expr> args) {
    switch (info(fn).linear) {
    case Linear::no:
      return areWhole(args) ? Degree::none : Degree::mixed;
    case Linear::jointly:
      return args.size() == 1 ? of(args[0]) : sum(of(args[0]), of(args[1]));
    case Linear::each:
      return product(of(args[0]), of(args[1]));
    }
    return Degree::mixed;
  }

  /// To a wider float each part is what it was; to a narrower one it is rounded.
  Degree ofConversion(Expr e) {
    const ElementInfo &from = info(e->args[0]->type), &to = info(e->type);
    const bool widens = from.isFloat && from.bits <= 16 && to.isFloat && to.bits >= 32;
    const bool rounds = mayRound && from.isFloat && to.isFloat && to.bits <= 16;
    const Degree degree = of(e->args[0]);
    return degree <= Degree::none || widens || rounds ? degree : Degree::mixed;
  }

  Degree ofReduction(const ReduceView &view) {
    const bool isSum = combiner(view) == kSum;
    const bool isShared =
        llvm::any_of(view.loops, [&](Expr loop) { return !kernel.loops[loop->value].isUniform(); });
    if (!isSum) {
      const bool isWhole = areWhole(view.values) && areWhole(view.inits);
      return isWhole && !isShared ? Degree::none : Degree::mixed;
    }
    Degree term = of(view.values[0]);
    if (isShared && !(areApart && term == Degree::one))
      term = term <= Degree::none ? Degree::one : Degree::mixed;
    return view.inits.empty() ? term : sum(of(view.inits[0]), term);
  }

  const Kernel &kernel;
  ArrayRef<bool> arePartial, areZero;
  bool mayRound, areApart;
  llvm::DenseMap<Expr, Degree> degrees;
};

} // namespace

bool hasOnePartialPerTerm(const Kernel &kernel, int result, ArrayRef<bool> arePartial,
                          ArrayRef<bool> areZero, bool mayRound, bool areApart) {
  const Degree degree = Degrees(kernel, arePartial, areZero, mayRound, areApart)
                            .of(kernel.formula.results[result].value);
  return degree == Degree::zero || degree == Degree::one;
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/formula/expressions/monoid.h"

#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/DenseMap.h"

#include <cmath>

namespace shardc {

static bool isOfScalars(Expr e) {
  return !anyUnder(e, [](Expr part) {
    return part->kind != Kind::Arg && part->kind != Kind::Literal && part->kind != Kind::Select &&
           part->kind != Kind::Scalar;
  });
}

namespace {

/// A combiner that computes.
class Combiner {
public:
  explicit Combiner(Expr combine) : combine(combine) {}

  Number operator()(const Number &left, const Number &right) const {
    llvm::DenseMap<Expr, Number> known;
    return valueOf(combine, {left, right}, known);
  }

private:
  static Number valueOf(Expr e, ArrayRef<Number> args, llvm::DenseMap<Expr, Number> &known) {
    if (e->kind == Kind::Arg) return args[e->value];
    if (e->kind == Kind::Literal) return e->number;
    if (const auto found = known.find(e); found != known.end()) return found->second;
    SmallVector<Number, 3> values;
    for (Expr arg : e->args)
      values.push_back(valueOf(arg, args, known));
    const Number value = e->kind == Kind::Select
                             ? values[values[0].isTrue() ? 1 : 2]
                             : apply(static_cast<Fn>(e->value), e->type, values);
    return known[e] = value;
  }

  Expr combine;
};

} // namespace

/// Of numbers that come of others of this size.
static bool isNear(double a, double b, double size, ElementType type) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b || std::abs(a - b) <= 64 * roundingOf(type) * std::max({1.0, size, std::abs(a)});
}

bool isMonoid(Expr combine, const Number &nothing) {
  const ElementType type = nothing.type;
  if (!info(type).isFloat || combine->type != type || !isOfScalars(combine)) return false;
  const Combiner combined(combine);
  SmallVector<Number, 8> samples = {nothing};
  for (const double sample : {-20.0, -3.0, -0.75, 0.0, 0.5, 2.0, 9.0})
    samples.push_back(Number::of(type, sample));
  for (const Number &a : samples) {
    if (!combined(nothing, a).sameBits(a) || !combined(a, nothing).sameBits(a)) return false;
    for (const Number &b : samples)
      for (const Number &c : samples) {
        const double left = combined(combined(a, b), c).real,
                     right = combined(a, combined(b, c)).real;
        const double size = std::max({std::abs(a.real), std::abs(b.real), std::abs(c.real)});
        if (!isNear(left, right, std::isfinite(size) ? size : 1, type)) return false;
      }
  }
  return true;
}

} // namespace shardc

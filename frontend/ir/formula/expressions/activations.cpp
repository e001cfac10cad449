// SPDX-License-Identifier: Apache-2.0
// It is a polynomial of x and of its tanh, which is tried for each x that there is.
#include "frontend/ir/formula/expressions/activations.h"

#include "frontend/ir/formula/expressions/polynomial.h"
#include "frontend/ir/formula/expressions/unrounded.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

#include <cmath>
#include <numbers>

namespace shardc {

/// All that is computed of what is loaded and summed up.
static void collect(Expr e, llvm::SmallSetVector<Expr, 32> &found) {
  if (!found.insert(unrounded(e)) || unrounded(e)->kind == Kind::Item) return;
  for (Expr arg : unrounded(e)->args)
    if (arg->type != ElementType::index) collect(arg, found);
}

/// Whether numbers are one, but for how the type rounds the constants that they are made of.
static bool isNear(double number, double wanted, ElementType type) {
  return std::abs(number - wanted) <= 2 * roundingOf(type) * std::abs(wanted);
}

/// Whether it has these parts and no other.
static bool isOf(const Polynomial &polynomial, const Polynomial &parts, ElementType type) {
  return polynomial.size() == parts.size() && llvm::all_of(parts, [&](const auto &part) {
           const auto found = polynomial.find(part.first);
           return found != polynomial.end() && isNear(found->second, part.second, type);
         });
}

/// Whether `value` is gelu(x), x / 2 + x / 2 * tanh(s * x + s * 0.044715 * x^3), s^2 = 2 / pi.
static bool isGelu(Expr value, Expr x, Expr tanh) {
  const auto whole = polynomialOf(value, x), inside = polynomialOf(tanh->args[0], x);
  if (!whole || !inside) return false;
  std::vector<Expr> both = {x, tanh};
  llvm::sort(both, [](Expr a, Expr b) { return a->id < b->id; });
  const double s = std::sqrt(2 / std::numbers::pi);
  return isOf(*whole, {{{x}, 0.5}, {both, 0.5}}, value->type) &&
         isOf(*inside, {{{x}, s}, {{x, x, x}, s * 0.044715}}, value->type);
}

Expr geluArgument(Expr value) {
  llvm::SmallSetVector<Expr, 32> parts;
  collect(value, parts);
  const auto *const tanh = llvm::find_if(parts, [](Expr e) { return isFn(e, Fn::tanh); });
  if (tanh == parts.end()) return nullptr;
  const auto *const x = llvm::find_if(
      parts, [&](Expr e) { return e->kind != Kind::Literal && isGelu(value, e, *tanh); });
  return x == parts.end() ? nullptr : *x;
}

Expr reluArgument(Expr value) {
  const auto isZero = [](Expr e) {
    return unrounded(e)->kind == Kind::Literal && unrounded(e)->number.is(0);
  };
  Expr most = unrounded(value);
  if (!isFn(most, Fn::max)) return nullptr;
  for (const int other : {0, 1})
    if (isZero(most->args[other])) return most->args[1 - other];
  return nullptr;
}

} // namespace shardc

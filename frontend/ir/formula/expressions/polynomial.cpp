// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/formula/expressions/polynomial.h"

#include "frontend/ir/formula/expressions/unrounded.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

constexpr size_t kMostParts = 16, kMostPowers = 4;

static Polynomial plus(Polynomial a, const Polynomial &b, double factor) {
  for (const auto &[unknowns, number] : b)
    a[unknowns] += factor * number;
  return a;
}

static std::optional<Polynomial> product(const Polynomial &a, const Polynomial &b) {
  Polynomial all;
  for (const auto &[left, x] : a)
    for (const auto &[right, y] : b) {
      std::vector<Expr> unknowns = left;
      llvm::append_range(unknowns, right);
      if (unknowns.size() > kMostPowers) return std::nullopt;
      llvm::sort(unknowns, [](Expr one, Expr other) { return one->id < other->id; });
      all[std::move(unknowns)] += x * y;
    }
  if (all.size() > kMostParts) return std::nullopt;
  return all;
}

static Polynomial number(double value) { return {{{}, value}}; }

std::optional<Polynomial> polynomialOf(Expr e, Expr unknown) {
  e = unrounded(e);
  if (e != unknown && e->kind == Kind::Literal) return number(e->number.asDouble());
  const bool isLooked = e != unknown && (isFn(e, Fn::add) || isFn(e, Fn::sub) || isFn(e, Fn::mul) ||
                                         isFn(e, Fn::div) || isFn(e, Fn::neg));
  if (!isLooked) return Polynomial{{{e}, 1}};
  const auto left = polynomialOf(e->args[0], unknown);
  if (!left) return std::nullopt;
  if (isFn(e, Fn::neg)) return product(*left, number(-1));
  const auto right = polynomialOf(e->args[1], unknown);
  if (!right) return std::nullopt;
  if (isFn(e, Fn::mul)) return product(*left, *right);
  if (isFn(e, Fn::div)) {
    const bool isByNumber = right->size() == 1 && right->begin()->first.empty();
    return isByNumber ? product(*left, number(1 / right->begin()->second)) : Polynomial{{{e}, 1}};
  }
  Polynomial sum = plus(*left, *right, isFn(e, Fn::add) ? 1 : -1);
  if (sum.size() > kMostParts) return std::nullopt;
  return sum;
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/forms/library/bare_product.h"

#include "codegen/kernel/view/reduction.h"
#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

static Expr unconverted(Expr e) {
  Expr from = convertedFrom(e);
  return from ? from : e;
}

/// The load that a factor is; where it is not zero by conditions.
static Expr loadOf(Expr factor, SmallVectorImpl<Expr> &where) {
  Expr value = unconverted(factor);
  const bool isChosen = value->kind == Kind::Select && value->args[2]->kind == Kind::Literal &&
                        value->args[2]->number.is(0);
  if (isChosen) {
    where.append(conjuncts(value->args[0]));
    value = unconverted(value->args[1]);
  }
  return value->kind == Kind::Load ? value : nullptr;
}

static bool uses(ArrayRef<Expr> index, int loop) {
  return llvm::any_of(index, [&](Expr e) { return llvm::is_contained(freeLoops(e), loop); });
}

/// Puts each loop that is used into its list; false where one belongs to none.
static bool sortLoops(const Formula &formula, BareProduct &product) {
  for (int loop = 0; loop < static_cast<int>(formula.loops.size()); ++loop) {
    const bool left = uses(product.left->args, loop), right = uses(product.right->args, loop),
               result = uses(formula.results.front().index, loop);
    if (!left && !right && !result) continue;
    if (int(left) + int(right) + int(result) < 2) return false;
    SmallVector<int, 4> &list = !result  ? product.terms
                                : !right ? product.rows
                                : !left  ? product.columns
                                         : product.batches;
    list.push_back(loop);
  }
  return true;
}

bool hasPlaces(const BareProduct &product) {
  const auto isPlace = [&](Expr index) {
    const auto parts = terms(index);
    const auto isTerm = [&](const Term &part) {
      return part.second->kind == Kind::Loop &&
             llvm::is_contained(product.terms, static_cast<int>(part.second->value));
    };
    const bool isOne = parts.empty() || (parts.size() == 1 && parts[0].first == 1 &&
                                         parts[0].second->kind == Kind::Loop);
    return !isOne && !llvm::all_of(parts, isTerm);
  };
  return !product.where.empty() || llvm::any_of(product.left->args, isPlace);
}

std::optional<BareProduct> bareProductOf(const Formula &formula) {
  if (formula.results.size() != 1 || formula.results.front().combine) return std::nullopt;
  Expr item = unconverted(formula.results.front().value);
  return item->kind == Kind::Item ? productOf(formula, item) : std::nullopt;
}

std::optional<BareProduct> productOf(const Formula &formula, Expr item) {
  const ReduceView sum(item->args[0]);
  if (sum.values.size() != 1 || combiner(sum) != kSum || !planOf(sum).ignoresInit)
    return std::nullopt;
  Expr term = sum.values.front();
  if (!isProduct(term)) return std::nullopt;
  BareProduct product;
  product.sum = term->type;
  product.left = loadOf(term->args[0], product.where);
  product.right = loadOf(term->args[1], product.whereRight);
  if (!product.left || !product.right) return std::nullopt;
  if (product.where.empty()) {
    if (!product.whereRight.empty()) std::swap(product.left, product.right);
    std::swap(product.where, product.whereRight);
  }
  const auto isRead = [&](int loop) {
    return uses(product.left->args, loop) || uses(product.right->args, loop);
  };
  const bool areTerms =
      llvm::all_of(sum.loops, [&](Expr loop) { return isRead(static_cast<int>(loop->value)); });
  if (!areTerms || !sortLoops(formula, product)) return std::nullopt;
  return product;
}

} // namespace shardc

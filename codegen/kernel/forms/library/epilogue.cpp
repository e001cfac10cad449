// SPDX-License-Identifier: Apache-2.0
// An activation is undone first: what is left has to be linear in the sum and in what is loaded.
#include "codegen/kernel/forms/library/epilogue.h"

#include "frontend/ir/formula/expressions/activations.h"
#include "frontend/ir/formula/expressions/polynomial.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

using runtime::Activation;

/// What an activation is of; the value itself where there is none.
static Expr withoutActivation(Expr value, Activation &activation) {
  if (Expr x = reluArgument(value)) {
    activation = Activation::relu;
    return x;
  }
  Expr x = geluArgument(value);
  if (!x) return value;
  activation = Activation::gelu;
  return x;
}

/// The loop that goes along what lies side by side; -1: none does.
static int innermostOf(ArrayRef<Expr> index) {
  if (index.empty()) return -1;
  const auto loops = radix(index.back());
  return loops && !loops->empty() ? static_cast<int>(loops->back()->value) : -1;
}

namespace {

class EpilogueFinder {
public:
  explicit EpilogueFinder(const Formula &formula)
      : formula(formula), type(formula.results.front().type.type) {}

  std::optional<ProductWithEpilogue> find() {
    constexpr ElementType kTypes[] = {ElementType::f32, ElementType::bf16, ElementType::f16};
    if (!llvm::is_contained(kTypes, type)) return std::nullopt;
    Epilogue &epilogue = made.epilogue;
    Expr value = withoutActivation(formula.results.front().value, epilogue.activation);
    const auto parts = polynomialOf(value);
    if (!parts || !findSum(*parts)) return std::nullopt;
    for (const auto &[unknowns, number] : *parts)
      if (unknowns.front()->kind != Kind::Item && !add(unknowns.front(), number))
        return std::nullopt;
    return made;
  }

private:
  const Formula &formula;
  const ElementType type;
  ProductWithEpilogue made;

  /// One sum of products, and loads.
  bool findSum(const Polynomial &parts) {
    int sums = 0;
    for (const auto &[unknowns, number] : parts) {
      if (unknowns.size() != 1) return false;
      if (unknowns.front()->kind != Kind::Item) continue;
      const auto product = productOf(formula, unknowns.front());
      if (!product || number == 0) return false;
      made.product = *product;
      made.epilogue.scale = number;
      ++sums;
    }
    return sums == 1;
  }

  bool add(Expr load, double number) {
    const int innermost = innermostOf(formula.results.front().index);
    if (load->kind != Kind::Load || load->type != type || innermost < 0 ||
        innermostOf(load->args) != innermost || !llvm::all_of(load->args, isOfLoops))
      return false;
    const auto uses = [&](int loop) {
      return llvm::any_of(load->args,
                          [&](Expr e) { return llvm::is_contained(freeLoops(e), loop); });
    };
    const auto &rows = made.product.rows, &columns = made.product.columns;
    const bool areColumns = llvm::is_contained(columns, innermost);
    if (!areColumns && !llvm::is_contained(rows, innermost)) return false;
    const auto &inner = areColumns ? columns : rows, &outer = areColumns ? rows : columns;
    if (!llvm::all_of(inner, uses)) return false;
    if (llvm::none_of(outer, uses)) {
      if (made.epilogue.bias || number != 1) return false;
      made.epilogue.bias = load;
      return true;
    }
    if (made.epilogue.added || !llvm::all_of(outer, uses)) return false;
    made.epilogue.added = load;
    made.epilogue.share = number;
    return true;
  }

  static bool isOfLoops(Expr index) {
    return llvm::all_of(terms(index), [](const Term &term) {
      return term.first > 0 && term.second->kind == Kind::Loop;
    });
  }
};

} // namespace

std::optional<ProductWithEpilogue> productWithEpilogue(const Formula &formula) {
  if (const auto bare = bareProductOf(formula)) return ProductWithEpilogue{*bare, {}};
  if (formula.results.size() != 1 || formula.results.front().combine) return std::nullopt;
  return EpilogueFinder(formula).find();
}

} // namespace shardc

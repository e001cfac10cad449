// SPDX-License-Identifier: Apache-2.0
// How long an expression reads, known before it is written: on any target, at any indentation.
#pragma once

#include "codegen/kernel/view/view.h"

namespace shardc {

/// Nobody reads more in one expression: what is longer counts as this.
constexpr size_t kUnreadable = 512;
/// What one statement holds; parts of a longer one get names.
constexpr size_t kStatementTokens = 22;

/// Counts the names, numbers, operators and functions of an expression as it would be written: each
/// part as often as it occurs; what a variable stands for is one. Asks for each part of `e` once.
class TokenCounter {
public:
  TokenCounter(const KernelView &view, llvm::function_ref<bool(Expr)> isVariable)
      : view(view), isVariable(isVariable) {}

  size_t of(Expr e);

private:
  size_t countOf(Expr e);
  size_t ofIndex(Expr index);
  size_t ofLoad(Expr load);
  size_t ofAll(ArrayRef<Expr> parts);

  const KernelView &view;
  llvm::function_ref<bool(Expr)> isVariable;
  llvm::DenseMap<Expr, size_t> known;
};

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// The comment above a kernel: what it computes, from where, on which windows, at what cost.
#pragma once

#include "codegen/cpp/expressions/expression.h"
#include "codegen/kernel/statement.h"

namespace shardc {

/// The sources of steps that do a kernel, beside its own: per kernel of a function.
using FurtherSources = std::vector<SmallVector<const std::vector<Source> *, 1>>;
FurtherSources furtherSources(const Function &function);

/// The lines, each with its newline.
std::string commentText(const KernelView &view, const Function &function,
                        ArrayRef<const std::vector<Source> *> further, const KernelTree &tree);

/// The value of a formula for people, over the names of values: "x[i,j] + y[i,j]".
class FormulaText {
public:
  FormulaText(const KernelView &view, const KernelTree &tree);
  /// "z[i,j] = x[i,j] + y[i,j]".
  std::string result(size_t number);
  /// What a variable stands for: "v[i-1] if i > 0, else 0".
  std::string definition(Expr e);
  /// The definitions that `result` used so far, in their order.
  const std::vector<size_t> &used() const { return order; }
  bool isUsed(size_t definition) const { return usedOnes.contains(definition); }

private:
  const KernelView &view;
  const Definitions &definitions;
  ArrayRef<NamedConstant> constants;
  llvm::DenseMap<Expr, size_t> names;
  llvm::DenseSet<size_t> usedOnes;
  std::vector<size_t> order;
  std::vector<std::string> arguments; // of what becomes of an update

  std::string pushed(const Result &result, const std::string &to);
  CppText value(Expr e, bool isRoot = false);
  CppText inside(Expr e);
  CppText argumentOf(Expr part, size_t number);
  CppText reduction(Expr e);
  std::string within(Expr e);
  std::string held(Expr e);
  std::string index(Expr e);
  std::string index(IndexSum sum);
  std::string termText(Expr term);
  std::string digitText(Expr digit);
  std::string element(const std::string &name, ArrayRef<Expr> at);
};

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
#include "codegen/plan/in_place.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace shardc {

namespace {

class Reads {
public:
  Reads(int operand, const Result &result) : operand(operand), result(result) {}

  /// Whether no load of the operand under `e` is of another element, or in a sum.
  bool areOwn(Expr e, bool inSum = false) {
    if (!seen[inSum].insert(e).second) return true;
    if (e->kind == Kind::Load && e->value == operand &&
        (inSum || ArrayRef<Expr>(e->args) != ArrayRef(result.index)))
      return false;
    const bool opens = e->kind == Kind::Reduce || e->kind == Kind::Pick;
    return llvm::all_of(e->args, [&](Expr part) { return areOwn(part, inSum || opens); });
  }

private:
  const int operand;
  const Result &result;
  llvm::SmallPtrSet<Expr, 16> seen[2];
};

} // namespace

/// Whether something is done along other loops than the results'.
static bool hasSums(const Formula &formula) {
  llvm::SmallPtrSet<Expr, 16> seen;
  const auto isFound = [&](Expr e, auto &self) -> bool {
    if (!seen.insert(e).second) return false;
    return e->kind == Kind::Reduce || e->kind == Kind::Pick ||
           llvm::any_of(e->args, [&](Expr part) { return self(part, self); });
  };
  return llvm::any_of(formula.results,
                      [&](const Result &result) { return isFound(result.value, isFound); });
}

static bool reads(Expr e, int operand, llvm::SmallPtrSet<Expr, 16> &seen) {
  if (!seen.insert(e).second) return false;
  if (e->kind == Kind::Load && e->value == operand) return true;
  return llvm::any_of(e->args, [&](Expr part) { return reads(part, operand, seen); });
}

/// Whether every index is one of the loops, each of them another.
static bool areLoops(ArrayRef<Expr> index) {
  llvm::SmallPtrSet<Expr, 4> loops;
  return llvm::all_of(
      index, [&](Expr dim) { return dim->kind == Kind::Loop && loops.insert(dim).second; });
}

bool mayOverwrite(const Kernel &kernel, int operand, int result) {
  if (kernel.call || kernel.rows || kernel.isAttention) return false;
  const Kernel::Window &in = kernel.ins[operand], &out = kernel.outs[result];
  const Result &made = kernel.formula.results[result];
  if (in.type != out.type || in.shape != out.shape || !(in.window == out.window)) return false;
  if (made.combine || made.where || !areLoops(made.index)) return false;
  for (const auto &[number, other] : llvm::enumerate(kernel.formula.results)) {
    llvm::SmallPtrSet<Expr, 16> seen;
    if (static_cast<int>(number) == result || !reads(other.value, operand, seen)) continue;
    if (hasSums(kernel.formula) || other.index != made.index || other.combine || other.where ||
        !Reads(operand, made).areOwn(other.value))
      return false;
  }
  return Reads(operand, made).areOwn(made.value);
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/formula/call.h"

#include "frontend/ir/formula/rewriting/rewrite.h"

namespace shardc {

Expr callIn(Expr value) {
  if (value->kind == Kind::Item) value = ReduceView(value->args[0]).values[value->value];
  return value->kind == Kind::Call ? value : nullptr;
}

Expr callIn(const Formula &formula) { return callIn(formula.results.front().value); }

double turnsOf(Expr call, llvm::function_ref<int64_t(int)> extentOf) {
  double turns = 1;
  for (const int loop : freeLoops(call))
    turns *= static_cast<double>(extentOf(loop));
  return turns;
}

double flopsOf(Expr call, llvm::function_ref<int64_t(int)> extentOf) {
  return call->number.real * turnsOf(call, extentOf);
}

} // namespace shardc

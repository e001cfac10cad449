// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/formula/call.h"

#include "frontend/ir/formula/rewriting/rewrite.h"

namespace shardc {

Expr callIn(Expr value) {
  if (value->kind == Kind::Item) value = ReduceView(value->args[0]).values[value->value];
  return value->kind == Kind::Call ? value : nullptr;
}

Expr callIn(const Formula &formula) { return callIn(formula.results.front().value); }

double flopsOf(Expr call, llvm::function_ref<int64_t(int)> extentOf) {
  double flops = call->number.real;
  for (const int loop : freeLoops(call))
    flops *= static_cast<double>(extentOf(loop));
  return flops;
}

} // namespace shardc

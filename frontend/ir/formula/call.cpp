// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/formula/call.h"

namespace shardc {

Expr callIn(Expr value) {
  if (value->kind == Kind::Item) value = ReduceView(value->args[0]).values[value->value];
  return value->kind == Kind::Call ? value : nullptr;
}

Expr callIn(const Formula &formula) { return callIn(formula.results.front().value); }

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/functions.h"

#include "frontend/ir/formula/expressions/combiners.h"

namespace shardc {

bool callsFunction(Expr e) {
  if (e->kind != Kind::Scalar) return false;
  const Fn fn = static_cast<Fn>(e->value);
  return !combinerInfo(fn) && !cppFunction(fn, e->type, e->args[0]->type).empty();
}

bool isVectorFunction(Expr e) {
  if (!callsFunction(e)) return false;
  const FnInfo &fn = info(static_cast<Fn>(e->value));
  return fn.cost > 1 && fn.takesVectors(e->args[0]->type);
}

} // namespace shardc

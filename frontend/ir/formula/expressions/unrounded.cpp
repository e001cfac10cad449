// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/formula/expressions/unrounded.h"

namespace shardc {

Expr unrounded(Expr e) {
  const auto isWord = [](ElementType type) {
    return type == ElementType::f32 || type == ElementType::bf16 || type == ElementType::f16;
  };
  while (isFn(e, Fn::convert) && isWord(e->type) && isWord(e->args[0]->type))
    e = e->args[0];
  return e;
}

} // namespace shardc

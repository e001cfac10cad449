// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/formula/updates.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

bool updates(const Result &result) {
  return llvm::any_of(result.index, [](Expr index) { return !radix(index); });
}

bool updates(const Formula &formula) {
  return llvm::any_of(formula.results, [](const Result &result) { return updates(result); });
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/view/stride.h"

#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

Stride strideOf(const KernelView &view, Expr load, int loop) {
  Stride stride = Stride::none;
  bool isMinor = true;
  for (size_t dim = load->args.size(); dim-- > 0;) {
    const auto extent = [&](const Case *c) { return c->ins[load->value][dim].extent(); };
    if (common(view.busy, extent) == 1) continue;
    for (auto [factor, term] : indexSum(load->args[dim]).terms) {
      if (!llvm::is_contained(freeLoops(term), loop)) continue;
      if (term->kind != Kind::Loop) return Stride::unknown;
      stride = isMinor && factor == 1 ? Stride::one : Stride::several;
    }
    isMinor = false;
  }
  return stride;
}

} // namespace shardc

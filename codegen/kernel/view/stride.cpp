// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/view/stride.h"

#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

/// `extent(case, dimension)`: of the window.
static Stride strideOf(const KernelView &view, ArrayRef<Expr> index, int loop,
                       llvm::function_ref<int64_t(const Case &, size_t)> extent) {
  Stride stride = Stride::none;
  bool isMinor = true;
  for (size_t dim = index.size(); dim-- > 0;) {
    if (common(view.busy, [&](const Case *c) { return extent(*c, dim); }) == 1) continue;
    for (auto [factor, term] : indexSum(index[dim]).terms) {
      if (!llvm::is_contained(freeLoops(term), loop)) continue;
      if (term->kind != Kind::Loop) return Stride::unknown;
      stride = isMinor && factor == 1 ? Stride::one : Stride::several;
    }
    isMinor = false;
  }
  return stride;
}

Stride strideOf(const KernelView &view, Expr load, int loop) {
  return strideOf(view, load->args, loop, [&](const Case &each, size_t dim) {
    return each.ins[load->value][dim].extent();
  });
}

Stride strideOf(const KernelView &view, int result, ArrayRef<Expr> index, int loop) {
  return strideOf(view, index, loop,
                  [&](const Case &each, size_t dim) { return each.outs[result][dim].extent(); });
}

bool isHeld(const KernelView &view, Expr load) {
  return llvm::all_of(view.busy, [&](const Case *each) {
    const Env env{each->loops};
    return llvm::all_of(llvm::enumerate(load->args), [&](const auto &index) {
      const Interval window = each->ins[load->value][index.index()];
      const Interval read = range(index.value(), env);
      return read.empty() || (read.lo >= window.lo && read.hi <= window.hi);
    });
  });
}

} // namespace shardc

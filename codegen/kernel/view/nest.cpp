// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/view/nest.h"

#include "codegen/kernel/view/choices.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace shardc {

Nest nestOf(const KernelView &view) {
  // The sets of loops that reductions use, smallest first.
  std::vector<SmallVector<int, 8>> sets;
  llvm::DenseSet<Expr> seen;
  const auto add = [&](auto &&self, Expr e) -> void {
    if (!seen.insert(e).second) return;
    if (e->kind != Kind::Item) {
      for (Expr part : computedParts(view, e))
        self(self, part);
      return;
    }
    SmallVector<int, 8> used;
    const SmallVector<int, 8> free = freeLoops(e);
    for (int l : view.order)
      if (llvm::is_contained(free, l)) used.push_back(l);
    sets.push_back(used);
  };
  for (const Result &result : view.formula.results)
    add(add, result.value);
  llvm::sort(sets, [](const auto &a, const auto &b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  Nest nest;
  for (const SmallVector<int, 8> &set : sets) {
    const auto inSet = [&](int l) { return llvm::is_contained(set, l); };
    if (set.size() == view.order.size() || !llvm::all_of(nest.order, inSet)) continue;
    for (int l : set)
      if (!llvm::is_contained(nest.order, l)) nest.order.push_back(l);
    if (nest.stops.empty() || nest.stops.back() != nest.order.size())
      nest.stops.push_back(nest.order.size());
  }
  for (int l : view.order)
    if (!llvm::is_contained(nest.order, l)) nest.order.push_back(l);
  return nest;
}

} // namespace shardc

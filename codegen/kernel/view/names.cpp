// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/view/names.h"

#include "codegen/kernel/view/runtime_words.h"
#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

class Namer {
public:
  explicit Namer(KernelView &view) : view(view), formula(view.formula) {}

  void run() {
    nameParameters();
    nameLoops();
  }

private:
  void reserveFunctions() {
    for (const RuntimeWord &word : runtimeWords())
      view.scope.reserve(word.name);
    for (const char *word : {"attention", "d", "Range", "Device", "Stream"})
      view.scope.reserve(word);
    for (const char *word : {"stream", "step", "kernels", "gpu", "launch", "from", "to"})
      view.scope.reserve(word);
    for (Fn fn : scalarFunctions())
      for (ElementType type : elementTypes())
        if (supports(fn, type)) view.scope.reserve(cppFunction(fn, type, type).str());
    for (ElementType type : elementTypes())
      if (isOfRuntime(type)) view.scope.reserve(info(type).cpp);
    view.scope.reserve(view.kernel.name);
    for (const int64_t depth : view.trips)
      view.scope.reserve(tripName(depth));
  }

  void nameParameters() {
    reserveFunctions();
    const auto add = [&](std::vector<ParameterView> &list, const Kernel::Window &window) {
      ParameterView &parameter = list.emplace_back();
      parameter.of = &window;
      parameter.window = view.scope.fresh(window.name);
      const bool made = view.windows && !window.window.empty();
      parameter.name = made ? view.scope.fresh(parameter.window + "_data") : parameter.window;
    };
    for (const Kernel::Window &window : view.kernel.ins)
      add(view.ins, window);
    for (const Kernel::Window &window : view.kernel.outs)
      add(view.outs, window);
    for (ParameterView &in : view.ins)
      for (ParameterView &out : view.outs)
        if (in.of->name == out.of->name) in.isInPlace = out.isInPlace = true;
    for (const auto &[in, out] : view.kernel.overwrites)
      view.ins[in].over = view.outs[out].over = true;
  }

  /// Loops of results are open everywhere; those that a reduction binds only there, and two that
  /// are never open together may share a name.
  void nameLoops() {
    for (int l : view.order)
      view.loops[l].name = view.scope.fresh(formula.loops[l].name);
    if (view.kernel.rows)
      for (const std::string &end : {view.rowsFrom(), view.rowsTo()})
        view.scope.reserve(end);
    const std::vector<std::set<int>> conflicts = openTogether();
    for (auto [l, loop] : llvm::enumerate(view.loops)) {
      if (!loop.name.empty()) continue;
      Scope names = view.scope;
      for (int other : conflicts[l])
        if (!view.loops[other].name.empty()) names.reserve(view.loops[other].name);
      loop.name = names.fresh(formula.loops[l].name);
    }
    // Variables of the body must not hide a loop of a reduction around them.
    for (const LoopView &loop : view.loops)
      view.scope.reserve(loop.name);
  }

  bool mayBeEmpty(ArrayRef<Expr> loops) const {
    return llvm::any_of(loops, [&](Expr loop) { return view.loops[loop->value].mayBeEmpty; });
  }

  /// For each loop that a reduction binds, the others that are open with it. A reduction that does
  /// not use the loops around it will stand outside of them.
  std::vector<std::set<int>> openTogether() const {
    std::vector<std::set<int>> together(formula.loops.size());
    const auto add = [&](ArrayRef<Expr> outer, ArrayRef<Expr> inner) {
      for (Expr a : outer)
        for (Expr b : inner)
          if (a != b) together[a->value].insert(b->value), together[b->value].insert(a->value);
    };
    const auto addInside = [&](ArrayRef<Expr> outer, Expr inside) {
      if (inside->kind != Kind::Item) return;
      const SmallVector<int, 8> used = freeLoops(inside);
      const auto isUsed = [&](Expr loop) { return llvm::is_contained(used, loop->value); };
      if (llvm::any_of(outer, isUsed) || mayBeEmpty(outer))
        add(outer, ReduceView(inside->args[0]).loops);
    };
    const auto addNested = [&](Expr e) {
      if (e->kind != Kind::Reduce) return;
      const ReduceView outer(e);
      add(outer.loops, outer.loops);
      for (Expr value : outer.values)
        forEach(value, [&](Expr inside) { addInside(outer.loops, inside); });
    };
    for (const Result &result : formula.results)
      forEach(result.value, addNested);
    return together;
  }

  KernelView &view;
  const Formula &formula;
};

} // namespace

void chooseNames(KernelView &view) { Namer(view).run(); }

} // namespace shardc

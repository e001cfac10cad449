// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/view/choices.h"

#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

class WholeChoicesFinder {
public:
  explicit WholeChoicesFinder(const KernelView &view) : view(view) {}

  llvm::DenseSet<Expr> find() {
    for (const Result &result : view.formula.results)
      look(result.value);
    return std::move(whole);
  }

private:
  using Loops = SmallVector<int, 8>;

  /// What is known of all that an expression is made of.
  struct Under {
    bool areHeld = true;         // the loads
    std::optional<Loops> common; // of the reductions' loops those that all use; none: no reductions
  };

  const KernelView &view;
  llvm::DenseMap<Expr, Under> known;
  llvm::DenseSet<Expr> whole;

  static void add(Under &under, const Under &part) {
    under.areHeld = under.areHeld && part.areHeld;
    if (part.common) keepCommon(under, *part.common);
  }
  static void keepCommon(Under &under, const Loops &used) {
    if (!under.common) {
      under.common = used;
      return;
    }
    llvm::erase_if(*under.common, [&](int loop) { return !llvm::is_contained(used, loop); });
  }

  /// Each expression once, parts before wholes.
  Under look(Expr e) {
    if (const auto found = known.find(e); found != known.end()) return found->second;
    Under under;
    for (Expr part : valuesOf(e))
      add(under, look(part));
    if (e->kind == Kind::Load) under.areHeld = under.areHeld && isHeld(view, e);
    if (e->kind == Kind::Item) keepCommon(under, freeLoops(e));
    if (e->kind == Kind::Select && isWhole(e)) whole.insert(e);
    known[e] = under;
    return under;
  }

  bool isWhole(Expr choice) const {
    Under arms;
    for (Expr arm : ArrayRef<Expr>(choice->args).drop_front())
      add(arms, known.lookup(arm));
    const auto isUsed = [&](int loop) { return llvm::is_contained(*arms.common, loop); };
    return arms.areHeld && arms.common && !llvm::all_of(freeLoops(choice->args[0]), isUsed);
  }
};

} // namespace

llvm::DenseSet<Expr> wholeChoicesOf(const KernelView &view) {
  return view.allCases ? WholeChoicesFinder(view).find() : llvm::DenseSet<Expr>();
}

bool isBranch(const KernelView &view, Expr e) {
  return e->kind == Kind::Select && !view.wholeChoices.contains(e);
}

ArrayRef<Expr> computedParts(const KernelView &view, Expr e) {
  return isBranch(view, e) ? ArrayRef<Expr>(e->args).take_front() : valuesOf(e);
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/view/choices.h"

#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

using Loops = SmallVector<int, 8>;

/// What is known of all that an expression is made of, or of all arms of a choice.
struct Under {
  bool areHeld = true;         // the loads
  bool haveProducts = false;   // of matrices
  std::optional<Loops> common; // of the reductions' loops those that all use; none: no reductions
};
using IsWhole = llvm::function_ref<bool(Expr choice, const Under &arms)>;

class WholeChoicesFinder {
public:
  WholeChoicesFinder(const KernelView &view, IsWhole isWhole) : view(view), isWhole(isWhole) {}

  llvm::DenseSet<Expr> find() {
    for (const Result &result : view.formula.results)
      look(result.value);
    return std::move(whole);
  }

private:
  const KernelView &view;
  IsWhole isWhole;
  llvm::DenseMap<Expr, Under> known;
  llvm::DenseSet<Expr> whole;

  static void add(Under &under, const Under &part) {
    under.areHeld = under.areHeld && part.areHeld;
    under.haveProducts = under.haveProducts || part.haveProducts;
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
    under.haveProducts = under.haveProducts || isTerm(e);
    if (e->kind == Kind::Item) keepCommon(under, freeLoops(e));
    if (e->kind == Kind::Select && isWhole(e, armsOf(e))) whole.insert(e);
    known[e] = under;
    return under;
  }

  Under armsOf(Expr choice) const {
    Under arms;
    for (Expr arm : ArrayRef<Expr>(choice->args).drop_front())
      add(arms, known.lookup(arm));
    return arms;
  }
};

} // namespace

static llvm::DenseSet<Expr> choicesOf(const KernelView &view, IsWhole isWhole) {
  return view.allCases ? WholeChoicesFinder(view, isWhole).find() : llvm::DenseSet<Expr>();
}

static bool isWhole(Expr choice, const Under &arms) {
  const auto isUsed = [&](int loop) { return llvm::is_contained(*arms.common, loop); };
  return arms.areHeld && arms.common && !llvm::all_of(freeLoops(choice->args[0]), isUsed);
}

llvm::DenseSet<Expr> wholeChoicesOf(const KernelView &view) { return choicesOf(view, isWhole); }

/// Whether an arm reads what is there, or what the condition has read in any case: what it computes
/// is added.
static bool readsAfter(const KernelView &view, Expr arm, llvm::DenseSet<Expr> &computed) {
  if (!computed.insert(arm).second) return true;
  if (arm->kind == Kind::Load) return isHeld(view, arm);
  return llvm::all_of(valuesOf(arm), [&](Expr part) { return readsAfter(view, part, computed); });
}

static void addComputed(Expr e, llvm::DenseSet<Expr> &computed) {
  if (!computed.insert(e).second) return;
  const ArrayRef<Expr> parts =
      e->kind == Kind::Select ? ArrayRef<Expr>(e->args).take_front() : valuesOf(e);
  for (Expr part : parts)
    addComputed(part, computed);
}

llvm::DenseSet<Expr> choicesInVectors(const KernelView &view) {
  return choicesOf(view, [&](Expr choice, const Under &arms) {
    if (arms.common) return isWhole(choice, arms);
    llvm::DenseSet<Expr> computed;
    addComputed(choice->args[0], computed);
    return arms.areHeld || llvm::all_of(ArrayRef<Expr>(choice->args).drop_front(),
                                        [&](Expr arm) { return readsAfter(view, arm, computed); });
  });
}

llvm::DenseSet<Expr> choicesOfTeams(const KernelView &view) {
  return choicesOf(view, [&](Expr choice, const Under &arms) {
    if (!arms.common) return false;
    return isWhole(choice, arms) || (arms.areHeld && !arms.haveProducts);
  });
}

bool isBranch(const KernelView &view, Expr e) {
  return e->kind == Kind::Select && !view.wholeChoices.contains(e);
}

ArrayRef<Expr> computedParts(const KernelView &view, Expr e) {
  return isBranch(view, e) ? ArrayRef<Expr>(e->args).take_front() : valuesOf(e);
}

} // namespace shardc

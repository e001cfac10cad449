// SPDX-License-Identifier: Apache-2.0
// A sum over a row whose terms the result is made of, element by element, as in a softmax: the
// terms are kept in the result's own elements until it is known what becomes of them, and are
// computed once.
#include "codegen/kernel/body/body.h"

#include "codegen/kernel/functions.h"

#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

/// Whether to compute it again costs more than to read it.
static bool isCostly(Expr e) {
  bool any = false;
  forEach(e, [&](Expr part) { any |= callsFunction(part) && info(part->type).isRounded; });
  return any;
}

/// Only for one result, whose element is written once, after the last use of what is kept in it.
void BodyBuilder::findKept(const Nest &nest) {
  if (!onVectors || view.formula.results.size() != 1 || nest.order.empty()) return;
  const Result &result = view.formula.results[0];
  const int inner = nest.order.back();
  const auto &spans = view.kernel.loops;
  if (view.outs[0].isInPlace || view.loops[inner].form != LoopView::Form::looped ||
      contains(result.value, Kind::Select))
    return;
  Expr own = result.value->pool->loop(inner, view.formula.loops[inner].extent);
  llvm::DenseSet<Expr> parts;
  forEach(result.value, [&](Expr e) { parts.insert(e); });
  for (Expr e : parts) {
    if (e->kind != Kind::Reduce) continue;
    const ReduceView reduce(e);
    if (reduce.loops.size() != 1 || isTerm(reduce.values[0]) || keptTermsOf(e)) continue;
    if (!isOrdered(reduce)) continue;
    const int loop = static_cast<int>(reduce.loops[0]->value);
    const bool isSame = spans[loop].lo == spans[inner].lo && spans[loop].hi == spans[inner].hi &&
                        view.loops[loop].isLocal == view.loops[inner].isLocal;
    // It stands inside of all other loops of the result.
    const SmallVector<int, 8> used = freeLoops(e);
    const auto isAround = [&](int each) {
      return each == inner || view.loops[each].form != LoopView::Form::looped ||
             llvm::is_contained(used, each);
    };
    if (!llvm::all_of(nest.order, isAround)) continue;
    Expr term = reduce.values[0], later = overLoop(term, loop, own);
    if (!isSame || !parts.contains(later) || term->type != result.type.type ||
        llvm::is_contained(used, inner) || !isCostly(term))
      continue;
    KeptTerm made{term, later, Place{0}};
    for (Expr index : result.index)
      made.place.index.push_back(overLoop(index, inner, reduce.loops[0]));
    kept[term] = std::move(made);
  }
}

/// Once a sum is there its terms are what the result reads of its element.
void BodyBuilder::bindKept(const ReduceView &reduce) {
  const auto term = kept.find(reduce.values[0]);
  if (term == kept.end()) return;
  add(Bind{term->second.later, {Place{0}}});
  known.named[term->second.later] = view.outs[0].window;
}

} // namespace shardc

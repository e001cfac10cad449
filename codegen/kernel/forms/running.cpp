// SPDX-License-Identifier: Apache-2.0
// The reduction is sum over k of k <= i % size ? term(size * (i / size) + k) : nothing. Terms of
// nothing change nothing behind the others, so the sum up to an element is that up to the one
// before it, and the element's own term.
#include "codegen/kernel/forms/running.h"

#include "codegen/kernel/estimate.h"
#include "codegen/kernel/view/reduction.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

class Finder {
public:
  Finder(const KernelView &view, int loop) : view(view), loop(loop) {}

  std::optional<Running> run() {
    if (!isOneReduction() || !begin() || !areBlocksWhole()) return std::nullopt;
    if (!isWide(accessOf(view, 0, view.formula.results[0].index))) return std::nullopt;
    // Of elements that have what is before them, the last one's own term is nobody's.
    if (!areReadsHeld(view, running.term)) return std::nullopt;
    for (Expr value : {outside(), running.term})
      if (!addLoads(value)) return std::nullopt;
    return std::move(running);
  }

private:
  /// Of all results, with nothing in them that is found by data.
  bool isOneReduction() {
    const auto &results = view.formula.results;
    if (results.size() != 1 || view.isInPlace()) return false;
    SmallVector<Expr, 2> items;
    bool isPlain = true;
    forEach(results[0].value, [&](Expr e) {
      if (e->kind == Kind::Item) items.push_back(e);
      isPlain &= e->kind != Kind::At && e->kind != Kind::Pick && e->kind != Kind::Call;
    });
    if (items.size() == 1) item = items.front();
    return isPlain && item;
  }

  bool begin() {
    const ReduceView reduce(item->args[0]);
    if (reduce.loops.size() != 1 || reduce.values.size() != 1 || hasTree(reduce)) return false;
    const int counted = static_cast<int>(reduce.loops[0]->value);
    const ReductionPlan plan = planOf(reduce);
    if (!plan.fn || !plan.identity || !plan.ignoresInit || !view.isWhole(counted)) return false;
    Expr value = reduce.values[0];
    if (value->kind != Kind::Select || value->args[2]->kind != Kind::Literal) return false;
    const Number &nothing = value->args[2]->number;
    // A sum of floats, which begins with +0, is never -0: either zero changes nothing.
    const bool isZero = isOrdered(reduce) && nothing.is(0);
    if (!isZero && !nothing.sameBits(*plan.identity)) return false;
    running.loop = loop;
    running.reduce = item->args[0];
    running.size = view.formula.loops[counted].extent;
    return isUpToElement(value->args[0], reduce.loops[0]) &&
           findTerm(value->args[1], reduce.loops[0]);
  }

  Expr element() const { return item->pool->loop(loop, view.formula.loops[loop].extent); }

  /// k <= i % size, or k < i % size.
  bool isUpToElement(Expr condition, Expr counted) {
    Expr beyond = expr::sub(expr::mod(element(), running.size), counted);
    for (const bool isBefore : {false, true}) {
      Expr expected = expr::within(beyond, isBefore ? 1 : 0, running.size);
      running.isBefore = isBefore;
      if (simplify(expected, view.envs) == condition) return true;
    }
    return false;
  }

  /// Its indices count from the block's first element.
  bool findTerm(Expr value, Expr counted) {
    Expr block = expr::div(element(), running.size);
    Expr place = expr::linear(*item->pool, 0, {{running.size, block}, {1, counted}});
    Memo memo;
    running.term = rewrite(
        value, [&](Expr e) { return e == place ? element() : nullptr; }, memo);
    return !llvm::is_contained(freeLoops(running.term), static_cast<int>(counted->value));
  }

  bool areBlocksWhole() const {
    return llvm::all_of(view.cases, [&](const Case &each) {
      return each.loops[loop].lo % running.size == 0 && each.loops[loop].step == 1;
    });
  }

  /// What the result is, without the reduction.
  Expr outside() const {
    Memo memo;
    Expr nothing = item->pool->literal(Number::of(item->type, int64_t{0}));
    return rewrite(
        view.formula.results[0].value, [&](Expr e) { return e == item ? nothing : nullptr; }, memo);
  }

  bool addLoads(Expr value) {
    bool mayHave = true;
    forEach(value, [&](Expr e) {
      if (e->kind == Kind::Load) mayHave &= addLoad(e);
    });
    return mayHave;
  }

  /// Whether it can be read, for a block that the loop ends in, too.
  bool addLoad(Expr load) {
    if (!llvm::is_contained(freeLoops(load), loop)) return true;
    const bool isOne = isOfBlock(load);
    if (isHeld(view, load) && (isOne || isWide(accessOf(view, load)))) {
      SmallVector<Expr, 2> &list = isOne ? running.common : running.inVectors;
      if (!llvm::is_contained(list, load)) list.push_back(load);
      return true;
    }
    const std::optional<int64_t> extent = view.loops[loop].extent;
    return extent && *extent % running.size == 0;
  }

  bool isOfBlock(Expr e) const {
    if (e->kind == Kind::Loop) return e->value != loop;
    if (e->kind == Kind::Digit && e->args[0] == element()) return e->numbers[0] % running.size == 0;
    return llvm::all_of(e->args, [&](Expr part) { return isOfBlock(part); });
  }

  /// A block begins at a multiple of an access of the widest kind.
  bool isWide(const AccessFacts &access) const {
    const ElementType type =
        access.load ? access.load->type : view.formula.results[access.window].type.type;
    const auto widest = static_cast<int64_t>(gpu().vector) / info(type).bytes;
    return access.walks[loop].width >= std::min(running.size, widest);
  }

  const KernelView &view;
  const int loop;
  Expr item = nullptr;
  Running running = {};
};

} // namespace

std::optional<Running> runningOf(const KernelView &view, const Nest &nest) {
  const auto isLooped = [&](int loop) { return view.loops[loop].isLooped(); };
  const auto looped = llvm::make_filter_range(llvm::reverse(nest.order), isLooped);
  return looped.empty() ? std::nullopt : Finder(view, *looped.begin()).run();
}

} // namespace shardc

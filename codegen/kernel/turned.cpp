// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/turned.h"

#include "codegen/kernel/stride.h"

#include "frontend/ir/formula/rewrite.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

// Elements of a block: a cache line is read, and several are written.
constexpr int64_t kRead = 16, kWritten = 64;
// Shorter loops are not worth an array.
constexpr int64_t kLeast = 8;

class Turner {
public:
  Turner(const KernelView &view, const Nest &nest) : view(view), nest(nest) {}

  /// The loop that loads go along, or -1.
  int across = -1;
  SmallVector<Expr, 4> loads;

  void find() {
    for (const Result &result : view.formula.results)
      visit(result.value);
  }

private:
  /// What is read in any case: a branch may read what is not there.
  void visit(Expr e) {
    if (!seen.insert(e).second) return;
    if (e->kind == Kind::Select || namesLoop(e)) return visit(e->args[0]);
    if (e->kind == Kind::Load) return add(e);
    for (Expr part : e->args)
      visit(part);
  }

  void add(Expr load) {
    const Stride inner = strideOf(view, load, nest.order.back());
    if (inner == Stride::none || inner == Stride::one) return;
    for (int loop : ArrayRef(nest.order).drop_back()) {
      const bool isOther = across >= 0 && loop != across;
      if (isOther || !isLong(loop) || strideOf(view, load, loop) != Stride::one) continue;
      across = loop;
      loads.push_back(load);
    }
  }

  bool isLong(int loop) const {
    return view.loops[loop].form == LoopView::Form::looped && view.loops[loop].largest >= kLeast;
  }

  const KernelView &view;
  const Nest &nest;
  llvm::DenseSet<Expr> seen;
};

} // namespace

Tile turnedOf(const KernelView &view, Nest &nest) {
  const auto reduces = [](const Result &result) { return contains(result.value, Kind::Item); };
  const auto isShared = [](const ParameterView &each) { return each.shared; };
  if (nest.order.size() < 2 || llvm::any_of(view.formula.results, reduces) ||
      llvm::any_of(view.outs, isShared))
    return {};
  const int inner = nest.order.back();
  const LoopView &along = view.loops[inner];
  if (along.form != LoopView::Form::looped || along.largest < kLeast) return {};
  Turner turner(view, nest);
  turner.find();
  if (turner.loads.empty()) return {};
  nest.order.erase(llvm::find(nest.order, turner.across));
  nest.order.insert(nest.order.end() - 1, turner.across);
  Tile tile;
  tile.loops = {blockOf(view, turner.across, kRead), blockOf(view, inner, kWritten)};
  tile.depth = 2;
  tile.turned = std::move(turner.loads);
  return tile;
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/forms/turned.h"

#include "codegen/kernel/view/facts.h"

#include "frontend/ir/formula/rewriting/rewrite.h"
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

  /// A branch may read what is not there.
  void find() {
    for (const AccessFacts &each : view.facts.loads)
      if (each.always) add(each);
  }

private:
  void add(const AccessFacts &access) {
    const Stride inner = access.stride(nest.order.back());
    if (inner == Stride::none || inner == Stride::one) return;
    for (int loop : ArrayRef(nest.order).drop_back()) {
      const bool isOther = across >= 0 && loop != across;
      if (isOther || !isLong(loop) || access.stride(loop) != Stride::one) continue;
      across = loop;
      loads.push_back(access.load);
    }
  }

  bool isLong(int loop) const {
    return view.loops[loop].form == LoopView::Form::looped && view.loops[loop].largest >= kLeast;
  }

  const KernelView &view;
  const Nest &nest;
};

/// What is read against the rows, where there is enough to turn.
std::optional<Turner> turnerOf(const KernelView &view, const Nest &nest) {
  const auto reduces = [](const Result &result) { return contains(result.value, Kind::Item); };
  if (nest.order.size() < 2 || llvm::any_of(view.formula.results, reduces) || view.isInPlace())
    return std::nullopt;
  const LoopView &along = view.loops[nest.order.back()];
  if (along.form != LoopView::Form::looped || along.largest < kLeast) return std::nullopt;
  Turner turner(view, nest);
  turner.find();
  return turner.loads.empty() ? std::nullopt : std::optional(std::move(turner));
}

} // namespace

Tile turnedOf(const KernelView &view, Nest &nest) {
  std::optional<Turner> turner = turnerOf(view, nest);
  if (!turner) return {};
  const int inner = nest.order.back();
  nest.order.erase(llvm::find(nest.order, turner->across));
  nest.order.insert(nest.order.end() - 1, turner->across);
  Tile tile;
  tile.loops = {blockOf(view, turner->across, kRead), blockOf(view, inner, kWritten)};
  tile.depth = 2;
  tile.turned = std::move(turner->loads);
  return tile;
}

} // namespace shardc

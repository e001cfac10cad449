// SPDX-License-Identifier: Apache-2.0
// One access that is along the innermost loop, but not in fours, or that reads beside its window
// where a branch would not have read, leaves all to a thread per element.
#include "codegen/kernel/forms/vectors.h"

#include "codegen/kernel/grid.h"
#include "codegen/kernel/view/facts.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

// A thread has four elements of all operands under way: a quarter of the threads of a full GPU are
// as many bytes as memory takes to stay busy.
constexpr int64_t kLeastThreads = kMultiprocessors * kThreadsAtOnce / 4;
// Where more is computed for each byte, memory is not what is waited for.
constexpr int64_t kMostFlopsPerByte = 4;

class VectorFinder {
public:
  VectorFinder(const KernelView &view, const Nest &nest) : view(view), nest(nest) {}

  std::optional<Vectors> run() {
    if (!isPlain()) return std::nullopt;
    made.loop = nest.order.back();
    const auto isInFours = [&](const AccessFacts &each) { return each.isInFours(made.loop); };
    if (!llvm::all_of(view.facts.stores, isInFours) || !addLoads()) return std::nullopt;
    return std::move(made);
  }

private:
  /// Elements one by one, many of them, in memory of their own.
  bool isPlain() const {
    const auto reduces = [](const Result &result) { return contains(result.value, Kind::Item); };
    const auto isShared = [](const ParameterView &each) { return each.shared; };
    if (nest.order.empty() || !nest.stops.empty() || view.windows ||
        llvm::any_of(view.formula.results, reduces) || llvm::any_of(view.outs, isShared))
      return false;
    const Kernel &kernel = view.kernel;
    return view.loops[nest.order.back()].form == LoopView::Form::looped &&
           mostIndices(view, nest.order) >= kLeastThreads * Vectors::kCount &&
           kernel.flops <= kMostFlopsPerByte * kernel.bytes;
  }

  /// What a branch alone would read is read in any case: it has to be there.
  bool addLoads() {
    for (const AccessFacts &each : view.facts.loads) {
      if (!each.uses(made.loop)) continue;
      if (!each.isInFours(made.loop) || !isHeld(view, each.load)) return false;
      made.loads.push_back(each.load);
    }
    return true;
  }

  const KernelView &view;
  const Nest &nest;
  Vectors made;
};

} // namespace

std::optional<Vectors> vectorsOf(const KernelView &view, const Nest &nest) {
  return VectorFinder(view, nest).run();
}

} // namespace shardc

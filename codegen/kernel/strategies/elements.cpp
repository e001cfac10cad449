// SPDX-License-Identifier: Apache-2.0
// A thread has an element, or so many neighbours that some access of it has 16 bytes. Accesses that
// are not as wide are made one by one; but in a reduction all are, or are the same for neighbours.
#include "codegen/kernel/estimate.h"
#include "codegen/kernel/forms/neighbour_terms.h"
#include "codegen/kernel/grid.h"
#include "codegen/kernel/strategies/strategies.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

namespace shardc {

static bool isFull(const KernelView &view, int loop, int64_t width) {
  return view.loops[loop].extent && *view.loops[loop].extent % width == 0;
}

/// What a branch alone would read is read in any case where it is wide: it has to be there. Beyond
/// the end of a row nothing is read one by one. `terms`: of a reduction, if there is one.
static bool mayHave(const KernelView &view, int loop, int64_t width, const NeighbourTerms *terms) {
  const auto isWide = [&](const AccessFacts &each) { return each.walks[loop].width >= width; };
  return llvm::all_of(view.facts.stores, isWide) &&
         llvm::all_of(view.facts.loads, [&](const AccessFacts &each) {
           if (!each.uses(loop) || (terms && terms->has(each.load))) return true;
           return isWide(each) ? isHeld(view, each.load) : isFull(view, loop, width);
         });
}

/// Neighbours that make 16 bytes of some type that is read or written along the loop.
static SmallVector<int64_t, 4> widthsAlong(const KernelView &view, int loop) {
  const auto bytes = static_cast<int64_t>(gpu().vector);
  llvm::SmallSetVector<int64_t, 4> widths;
  for (const AccessFacts &each : view.facts.loads)
    if (each.isAlong(loop)) widths.insert(bytes / info(each.load->type).bytes);
  for (const Result &result : view.formula.results)
    widths.insert(bytes / info(result.type.type).bytes);
  return widths.takeVector();
}

/// Terms of the longest reduction of several values, which no team does.
static int64_t mostTerms(const KernelView &view) {
  int64_t most = 1;
  for (const Result &result : view.formula.results)
    forEach(result.value, [&](Expr e) {
      if (e->kind != Kind::Reduce || ReduceView(e).values.size() < 2) return;
      int64_t terms = 1;
      for (Expr loop : ReduceView(e).loops)
        terms *= mostIndices(view, static_cast<int>(loop->value));
      most = std::max(most, terms);
    });
  return most;
}

/// Threads of a block. What few threads read much for comes faster where more multiprocessors have
/// some of them.
static int64_t blockOf(const KernelView &view, ArrayRef<int> loops) {
  int64_t block = 256;
  if (mostTerms(view) < kWarp) return block;
  const auto all = static_cast<double>(mostIndices(view, loops));
  while (block > kWarp && all < static_cast<double>(block) * gpu().cores)
    block /= 2;
  return block;
}

/// Neighbours of a kernel of one reduction, whose rows have as many each.
static bool mayReduce(const KernelView &view, int loop, int64_t width) {
  const std::optional<NeighbourTerms> terms = neighbourTermsOf(view, loop, width);
  return terms && isFull(view, loop, width) && mayHave(view, loop, width, &*terms);
}

void elements(const KernelView &view, const Nest &nest, Candidates &candidates) {
  const size_t given = nest.stops.empty() ? nest.order.size() : nest.stops.front();
  const ArrayRef<int> loops = ArrayRef(nest.order).take_front(given);
  candidates.push_back({"elements", threadAxes(view, loops, 1, blockOf(view, loops))});
  if (loops.empty() || given != nest.order.size() || !view.loops[loops.back()].isLooped() ||
      view.isInPlace())
    return;
  const bool isPlain = isElementwise(view, nest);
  // A quarter of all threads, each with 16 bytes of its operands under way, keep memory busy.
  const double enough = gpu().cores * gpu().threadsPerCore / 4;
  for (const int64_t width : widthsAlong(view, loops.back()))
    if (static_cast<double>(mostIndices(view, loops)) >= enough * static_cast<double>(width) &&
        (isPlain ? mayHave(view, loops.back(), width, nullptr)
                 : mayReduce(view, loops.back(), width)))
      candidates.push_back({"elements", threadAxes(view, loops, width)});
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Of two loops a block of threads has a square of indices. What lies side by side for neighbours of
// the rows is read so, and put into shared memory; results lie side by side for neighbours of the
// columns, and are computed so.
#include "codegen/kernel/grid.h"
#include "codegen/kernel/strategies/strategies.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace shardc {

static constexpr int64_t kSide = 32, kTurns = 4, kThreadsOfTurn = kSide / kTurns;
// Shared memory that a kernel has without asking.
static constexpr int64_t kMostShared = 48 << 10;

static Axis::Digit blocksOf(const KernelView &view, int loop, int64_t dimension) {
  const auto blocks = static_cast<int64_t>(llvm::divideCeil(mostIndices(view, loop), kSide));
  return {To::grid, blocks, kSide, dimension};
}

static Schedule tilesOf(const KernelView &view, const Nest &nest, int rows, ArrayRef<Expr> loads) {
  constexpr Axis::Digit along = {To::thread, kSide, 1, 1};
  constexpr Axis::Digit across = {To::thread, kThreadsOfTurn, 1, kSide};
  constexpr Axis::Digit turns = {To::registers, kTurns, kThreadsOfTurn};
  const int columns = nest.order.back();
  Schedule made{"turned", {}};
  for (const int loop : nest.order)
    if (loop != rows && loop != columns) made.axes.push_back(wholeAxis(view, loop, 2));
  made.axes.push_back({{rows}, {blocksOf(view, rows, 1), across, turns}});
  made.axes.push_back({{columns}, {blocksOf(view, columns, 0), along}});
  for (Expr load : loads)
    made.stages.push_back({load, {{{rows}, {along}}, {{columns}, {across, turns}}}});
  return made;
}

void turned(const KernelView &view, const Nest &nest, Candidates &candidates) {
  if (!isElementwise(view, nest)) return;
  const int columns = nest.order.back();
  for (const int rows : ArrayRef(nest.order).drop_back()) {
    if (!view.loops[rows].isLooped()) continue;
    SmallVector<Expr, 2> loads;
    int64_t bytes = 0;
    for (const AccessFacts &each : view.facts.loads) {
      const bool isAgainst =
          each.stride(rows) == Stride::one && each.stride(columns) == Stride::several;
      if (!each.always || !isAgainst) continue;
      bytes += kSide * (kSide + 1) * info(each.load->type).bytes;
      if (bytes <= kMostShared) loads.push_back(each.load);
    }
    if (!loads.empty()) candidates.push_back(tilesOf(view, nest, rows, loads));
  }
}

} // namespace shardc

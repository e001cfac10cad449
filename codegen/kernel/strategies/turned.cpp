// SPDX-License-Identifier: Apache-2.0
// Of two loops a block of threads has a square of indices. What lies side by side for neighbours of
// the rows is read so, and put into shared memory; results lie side by side for neighbours of the
// columns, and are computed so. Where nothing is, but no neighbours are one access either, as those
// of rows of odd length, a block has several elements of each thread under way together.
#include "codegen/kernel/estimate.h"
#include "codegen/kernel/grid.h"
#include "codegen/kernel/strategies/strategies.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace shardc {

static constexpr int64_t kSide = 32, kTurns = 4, kThreadsOfTurn = kSide / kTurns;
// Shared memory that a kernel has without asking.
static constexpr int64_t kMostShared = 48 << 10;

static Axis::Digit blocksOf(const KernelView &view, int loop, int64_t dimension, int64_t side) {
  const auto blocks = static_cast<int64_t>(llvm::divideCeil(mostIndices(view, loop), side));
  return {To::grid, blocks, side, dimension};
}

/// Blocks of threads along and across that take turns across.
static Schedule inBlocks(const char *strategy, const KernelView &view, const Nest &nest, int rows,
                         const Axis::Digit &along, const Axis::Digit &across,
                         const Axis::Digit &turns) {
  const int columns = nest.order.back();
  Schedule made{strategy, {}};
  for (const int loop : nest.order)
    if (loop != rows && loop != columns) made.axes.push_back(wholeAxis(view, loop, 2));
  const int64_t side = across.extent * turns.extent;
  made.axes.push_back({{rows}, {blocksOf(view, rows, 1, side), across, turns}});
  made.axes.push_back({{columns}, {blocksOf(view, columns, 0, along.extent), along}});
  return made;
}

static Schedule tilesOf(const KernelView &view, const Nest &nest, int rows, ArrayRef<Expr> loads) {
  constexpr Axis::Digit along = {To::thread, kSide, 1, 1};
  constexpr Axis::Digit across = {To::thread, kThreadsOfTurn, 1, kSide};
  constexpr Axis::Digit turns = {To::registers, kTurns, kThreadsOfTurn};
  const int columns = nest.order.back();
  Schedule made = inBlocks("turned", view, nest, rows, along, across, turns);
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

/// Whether three quarters of a loop's blocks are there.
static bool fills(const KernelView &view, int loop, int64_t side) {
  const int64_t all = mostIndices(view, loop);
  return 4 * all >= 3 * static_cast<int64_t>(llvm::alignTo(all, side));
}

void inTurns(const KernelView &view, const Nest &nest, Candidates &candidates) {
  const auto isWide = [](const Schedule &each) { return each.values(To::vector) > 1; };
  // A quarter of all threads have as many elements each as keep memory busy.
  const double enough = kTurns * gpu().cores * gpu().threadsPerCore / 4;
  if (!isElementwise(view, nest) || llvm::any_of(candidates, isWide) || nest.order.size() < 2 ||
      static_cast<double>(mostIndices(view, nest.order)) < enough)
    return;
  // Of those that are as long the innermost: its rows are neighbours.
  const auto outer = llvm::reverse(ArrayRef(nest.order).drop_back());
  const int rows = *std::max_element(outer.begin(), outer.end(), [&](int a, int b) {
    return mostIndices(view, a) < mostIndices(view, b);
  });
  constexpr Axis::Digit along = {To::thread, 4 * kWarp, 1, 1};
  constexpr Axis::Digit across = {To::thread, 2, 1, along.extent};
  constexpr Axis::Digit turns = {To::registers, kTurns, across.extent};
  if (fills(view, rows, across.extent * turns.extent) &&
      fills(view, nest.order.back(), along.extent))
    candidates.push_back(inBlocks("elements in turns", view, nest, rows, along, across, turns));
}

} // namespace shardc

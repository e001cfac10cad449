// SPDX-License-Identifier: Apache-2.0
// Threads of a block have a tile of several loops, an element each: of one loop the indices that
// the block has, of others all.
#include "codegen/kernel/body/body.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

/// All indices of these loops, counted by threads of the block.
void BodyBuilder::placesOfThreads(const Axis &axis) {
  int64_t below = axis.digits.front().unit * axis.values(To::thread);
  for (const int loop : axis.loops) {
    const int64_t extent = mostIndices(view, loop);
    below /= extent;
    add(indexAt(loop, {Count::Of::thread, below, extent, loop == axis.loops.front()}));
  }
}

KernelTree BodyBuilder::buildPlaces(const Schedule &schedule, Threads threads) {
  const auto isTile = [](const Axis &axis) { return axis.values(To::thread) > 1; };
  SmallVector<int, 4> outer;
  for (const Axis &axis : schedule.axes)
    if (!isTile(axis)) llvm::append_range(outer, axis.loops);
  threads.loops.clear();
  threads.isFlat = threads.perElement = false;
  threads.areFew = true;
  threads.atOnce = 1;
  return onGrid(std::move(threads), outer, [&] {
    IfInside within;
    for (const Axis &axis : llvm::make_filter_range(schedule.axes, isTile)) {
      if (axis.digits.front().to != To::grid) {
        placesOfThreads(axis);
        continue;
      }
      openTiles({axis});
      add(LetDigits{axis.loops.front(), {axis.digits.back()}, ""});
      within.loops.push_back(axis.loops.front());
    }
    inside(within.body, [&] { stores(); });
    add(std::move(within));
  });
}

} // namespace shardc

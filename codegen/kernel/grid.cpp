// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/grid.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace shardc {

// Limits of CUDA on a grid's y and z.
static constexpr int64_t kMostInY = 65535;
// From this extent on at least half of the threads of a row have work.
static constexpr int64_t kWideRow = 128;

int64_t mostIndices(const KernelView &view, int loop) {
  return std::max<int64_t>(view.loops[loop].largest, 1);
}

int64_t mostIndices(const KernelView &view, ArrayRef<int> loops) {
  int64_t all = 1;
  for (const int loop : loops)
    all *= mostIndices(view, loop);
  return all;
}

bool isPossible(const Threads &threads) { return threads.y <= kMostInY && threads.z <= kMostInY; }

/// A row of blocks for the innermost loop, the others along y and z: nothing is divided.
static bool mayBeRows(const KernelView &view, ArrayRef<int> looped, int64_t vector) {
  if (looped.size() == 1) return true;
  if (looped.size() > 3 || mostIndices(view, looped.back()) < kWideRow * vector) return false;
  return llvm::all_of(looped.drop_back(), [&](int l) { return mostIndices(view, l) <= kMostInY; });
}

/// Blocks, their threads, and the neighbours that each of them has.
static Axis inBlocks(ArrayRef<int> loops, int64_t vectors, int64_t vector, int64_t block) {
  Axis axis{SmallVector<int, 4>(loops), {}};
  const int64_t blocks = llvm::divideCeil(vectors, block);
  axis.digits = {{To::grid, blocks, block * vector, 0}, {To::thread, block, vector}};
  if (vector > 1) axis.digits.push_back({To::vector, vector});
  return axis;
}

Axis wholeAxis(const KernelView &view, int loop, int64_t dimension) {
  if (!view.loops[loop].isLooped()) return {{loop}, {}};
  return {{loop}, {{To::grid, mostIndices(view, loop), 1, dimension}}};
}

/// Lanes are neighbours, and all else is next to them; what blocks have of an index is where
/// threads that share are apart.
SmallVector<Axis, 4> sharedAxes(const KernelView &view, ArrayRef<int> loops, int64_t own,
                                ArrayRef<Axis::Digit> sharing) {
  const Axis team{{}, SmallVector<Axis::Digit, 4>(sharing)};
  const int64_t unit =
      team.values(To::lane) > 1 ? team.values(To::lane) * team.values(To::thread) : 1;
  const auto blocks = static_cast<int64_t>(llvm::divideCeil(mostIndices(view, loops), own));
  SmallVector<Axis, 4> axes;
  if (!loops.empty())
    axes.push_back(
        {SmallVector<int, 4>(loops), {{To::grid, blocks, own, 0}, {To::thread, own, 1, unit}}});
  axes.push_back(team);
  return axes;
}

SmallVector<Axis, 4> threadAxes(const KernelView &view, ArrayRef<int> loops, int64_t vector,
                                int64_t block) {
  SmallVector<int, 8> looped;
  SmallVector<Axis, 4> axes;
  for (const int loop : loops)
    if (view.loops[loop].isLooped())
      looped.push_back(loop);
    else
      axes.push_back({{loop}, {}});
  if (looped.empty()) return axes;
  const ArrayRef<int> outer = ArrayRef(looped).drop_back();
  const int64_t inRow = llvm::divideCeil(mostIndices(view, looped.back()), vector);
  if (!mayBeRows(view, looped, vector)) {
    axes.push_back(inBlocks(looped, mostIndices(view, outer) * inRow, vector, block));
    return axes;
  }
  for (auto [number, loop] : llvm::enumerate(outer))
    axes.push_back(wholeAxis(view, loop, static_cast<int64_t>(outer.size() - number)));
  axes.push_back(inBlocks({looped.back()}, inRow, vector, block));
  return axes;
}

Threads threadsOf(ArrayRef<Axis> axes) {
  const Schedule schedule{"", SmallVector<Axis, 4>(axes)};
  Threads threads;
  const auto [x, y, z] = schedule.grid();
  threads.x = x;
  threads.y = y;
  threads.z = z;
  threads.block = static_cast<int>(schedule.values(To::thread) * schedule.values(To::lane));
  threads.each = schedule.values(To::vector);
  for (const Axis &axis : axes) {
    llvm::append_range(threads.loops, axis.loops);
    threads.isFlat |= axis.loops.size() != 1;
    if (!axis.loops.empty()) continue;
    threads.team = static_cast<int>(axis.values(To::thread) * axis.values(To::lane));
    threads.isSpread = axis.values(To::lane) == 1;
  }
  return threads;
}

} // namespace shardc

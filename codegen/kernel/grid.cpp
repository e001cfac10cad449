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
static bool mayBeRows(const KernelView &view, ArrayRef<int> looped, int64_t each) {
  if (looped.size() == 1) return true;
  if (looped.size() > 3 || mostIndices(view, looped.back()) < kWideRow * each) return false;
  return llvm::all_of(looped.drop_back(), [&](int l) { return mostIndices(view, l) <= kMostInY; });
}

Threads threadsOf(const KernelView &view, const Nest &nest, int64_t each) {
  Threads threads;
  threads.each = each;
  const size_t given = nest.stops.empty() ? nest.order.size() : nest.stops.front();
  threads.loops.assign(nest.order.begin(), nest.order.begin() + static_cast<long>(given));
  threads.perElement = given == nest.order.size();
  SmallVector<int, 8> looped;
  for (int loop : threads.loops)
    if (view.loops[loop].form == LoopView::Form::looped) looped.push_back(loop);
  if (looped.empty()) {
    threads.block = 1;
    return threads;
  }
  const auto blocksFor = [&](int64_t indices) {
    return (indices + threads.block - 1) / threads.block;
  };
  threads.isFlat = !mayBeRows(view, looped, each);
  const int64_t inRow = llvm::divideCeil(mostIndices(view, looped.back()), each);
  if (threads.isFlat) {
    threads.x = blocksFor(mostIndices(view, ArrayRef(looped).drop_back()) * inRow);
    return threads;
  }
  threads.x = blocksFor(inRow);
  if (looped.size() > 1) threads.y = mostIndices(view, looped[looped.size() - 2]);
  if (looped.size() > 2) threads.z = mostIndices(view, looped[looped.size() - 3]);
  return threads;
}

} // namespace shardc

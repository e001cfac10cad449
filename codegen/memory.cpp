// SPDX-License-Identifier: Apache-2.0
#include "codegen/memory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

namespace shardc {

static bool overlapInTime(const Buffer &a, const Buffer &b) {
  return a.firstStep <= b.lastStep && b.firstStep <= a.lastStep;
}

/// The lowest offset at which `buffer` meets none of `placed`, which is sorted by offset.
static int64_t firstFit(const Buffer &buffer, ArrayRef<const Buffer *> placed) {
  int64_t offset = 0;
  for (const Buffer *other : placed) {
    if (!overlapInTime(buffer, *other)) continue;
    if (offset + buffer.bytes <= other->offset) break;
    offset = std::max(offset, other->offset + other->bytes);
  }
  return offset;
}

/// The most that is live at any step: bytes that come and go, added up.
static int64_t mostLive(const Function &function) {
  std::vector<int64_t> change(countSteps(function.steps) + 2);
  for (const Buffer &buffer : function.buffers) {
    change[buffer.firstStep] += buffer.bytes;
    change[buffer.lastStep + 1] -= buffer.bytes;
  }
  int64_t live = 0, most = 0;
  for (int64_t bytes : change)
    most = std::max(most, live += bytes);
  return most;
}

void assignMemory(Function &function) {
  std::vector<const Buffer *> placed;
  std::vector<size_t> order(function.buffers.size());
  std::iota(order.begin(), order.end(), 0);
  // Those that live throughout first: they make the floor that the others stand on.
  llvm::stable_sort(order, [&](size_t a, size_t b) {
    const auto isFixed = [&](size_t n) { return function.buffers[n].role != Role::temporary; };
    return isFixed(a) > isFixed(b);
  });
  for (size_t number : order) {
    Buffer &buffer = function.buffers[number];
    buffer.bytes =
        static_cast<int64_t>(llvm::alignTo(std::max<int64_t>(buffer.bytes, 1), kAlignment));
    buffer.offset = firstFit(buffer, placed);
    placed.insert(
        llvm::upper_bound(placed, &buffer,
                          [](const Buffer *a, const Buffer *b) { return a->offset < b->offset; }),
        &buffer);
    function.arenaBytes = std::max(function.arenaBytes, buffer.offset + buffer.bytes);
  }
  function.liveBytes = mostLive(function);
}

} // namespace shardc

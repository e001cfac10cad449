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

/// Per place in the order the first step of any buffer from there on.
static std::vector<int> earliestFrom(const Function &function, ArrayRef<size_t> order) {
  std::vector<int> earliest(order.size());
  for (size_t place = order.size(); place-- > 0;) {
    earliest[place] = function.buffers[order[place]].firstStep;
    if (place + 1 < order.size()) earliest[place] = std::min(earliest[place], earliest[place + 1]);
  }
  return earliest;
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
  const std::vector<int> earliest = earliestFrom(function, order);
  for (auto [place, number] : llvm::enumerate(order)) {
    Buffer &buffer = function.buffers[number];
    buffer.bytes =
        static_cast<int64_t>(llvm::alignTo(std::max<int64_t>(buffer.bytes, 1), kAlignment));
    const int from = earliest[place]; // what is past by then meets none of those to come
    llvm::erase_if(placed, [&](const Buffer *other) { return other->lastStep < from; });
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

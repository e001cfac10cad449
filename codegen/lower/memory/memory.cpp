// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/memory/memory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <map>
#include <set>

namespace shardc {

namespace {

/// What is free between buffers, while they come and go.
class FreeSpace {
public:
  explicit FreeSpace(int64_t floor) : top(floor) {}

  /// An offset with room for `bytes`: in the smallest gap that has it, else behind all others.
  int64_t take(int64_t bytes) {
    const auto gap = bySize.lower_bound({bytes, 0});
    if (gap == bySize.end()) return std::exchange(top, top + bytes);
    const auto [size, offset] = *gap;
    remove(offset, size);
    if (size > bytes) add(offset + bytes, size - bytes);
    return offset;
  }

  /// Joined with the gaps beside it.
  void give(int64_t offset, int64_t bytes) {
    auto next = byOffset.lower_bound(offset);
    if (next != byOffset.begin())
      if (const auto [before, size] = *std::prev(next); before + size == offset) {
        remove(before, size);
        offset = before;
        bytes += size;
        next = byOffset.lower_bound(offset);
      }
    if (next != byOffset.end() && next->first == offset + bytes) {
      const int64_t size = next->second;
      remove(next->first, size);
      bytes += size;
    }
    if (offset + bytes == top)
      top = offset;
    else
      add(offset, bytes);
  }

private:
  void add(int64_t offset, int64_t bytes) {
    byOffset.emplace(offset, bytes);
    bySize.emplace(bytes, offset);
  }
  void remove(int64_t offset, int64_t bytes) {
    byOffset.erase(offset);
    bySize.erase({bytes, offset});
  }

  int64_t top; // where nothing is live from here on
  std::map<int64_t, int64_t> byOffset;
  std::set<std::pair<int64_t, int64_t>> bySize;
};

} // namespace

/// The most that is live at any step: bytes that come and go, added up.
static int64_t mostLive(const Function &function) {
  std::vector<int64_t> change(countSteps(function.steps) + 2);
  for (const Buffer &buffer : function.buffers) {
    change[buffer.firstStep] += buffer.bytes;
    change[buffer.lastStep + 1] -= buffer.bytes;
    if (buffer.over < 0) continue; // one memory, from what was there before to the end
    change[function.buffers[buffer.over].lastStep + 1] += buffer.bytes;
    change[buffer.firstStep] -= buffer.bytes;
  }
  int64_t live = 0, most = 0;
  for (int64_t bytes : change)
    most = std::max(most, live += bytes);
  return most;
}

void assignMemory(Function &function) {
  // Those that live throughout make the floor that the others stand on.
  std::vector<bool> isTaken(function.buffers.size()); // by an output that lies over it
  for (const Buffer &buffer : function.buffers)
    if (buffer.over >= 0) isTaken[buffer.over] = true;
  std::vector<Buffer *> others;
  for (auto [number, buffer] : llvm::enumerate(function.buffers)) {
    if (buffer.ofBlock) continue;
    buffer.bytes =
        static_cast<int64_t>(llvm::alignTo(std::max<int64_t>(buffer.bytes, 1), kAlignment));
    const bool goes = buffer.donated && !isTaken[number];
    if (comesAndGoes(buffer.role) || goes)
      others.push_back(&buffer);
    else if (buffer.over < 0)
      buffer.offset = std::exchange(function.arenaBytes, function.arenaBytes + buffer.bytes);
  }
  llvm::stable_sort(others,
                    [](const Buffer *a, const Buffer *b) { return a->firstStep < b->firstStep; });
  FreeSpace space(function.arenaBytes);
  std::multimap<int, const Buffer *> live; // by their last steps
  for (Buffer *buffer : others) {
    for (; !live.empty() && live.begin()->first < buffer->firstStep; live.erase(live.begin()))
      space.give(live.begin()->second->offset, live.begin()->second->bytes);
    buffer->offset = space.take(buffer->bytes);
    live.emplace(buffer->lastStep, buffer);
    function.arenaBytes = std::max(function.arenaBytes, buffer->offset + buffer->bytes);
  }
  for (Buffer &buffer : function.buffers)
    if (buffer.over >= 0) buffer.offset = function.buffers[buffer.over].offset;
  function.liveBytes = mostLive(function);
}

} // namespace shardc

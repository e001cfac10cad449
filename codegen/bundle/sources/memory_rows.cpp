// SPDX-License-Identifier: Apache-2.0
// Buffers are gone through in the order in which they come, over a map of whose memory is whose: a
// buffer takes its place from those that had it last.
#include "codegen/bundle/sources/memory_rows.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <numeric>

namespace shardc::bundle {

namespace {

/// Who has had which part of an arena last.
class LastHolders {
public:
  /// `buffer` takes [begin, end); those that had some of it, by their places.
  SmallVector<int, 4> take(int64_t begin, int64_t end, int buffer) {
    split(begin);
    split(end);
    SmallVector<int, 4> before;
    auto part = parts.lower_bound(begin);
    while (part != parts.end() && part->first < end) {
      if (before.empty() || before.back() != part->second.buffer)
        before.push_back(part->second.buffer);
      part = parts.erase(part);
    }
    parts[begin] = {end, buffer};
    return before;
  }

private:
  struct Part {
    int64_t end;
    int buffer;
  };

  /// Makes two of the part around a place.
  void split(int64_t at) {
    auto part = parts.lower_bound(at);
    if (part == parts.begin()) return;
    --part;
    if (part->second.end <= at) return;
    parts[at] = part->second;
    part->second.end = at;
  }

  std::map<int64_t, Part> parts; // by where they begin
};

} // namespace

static std::string whenText(const Buffer &buffer, ArrayRef<std::string> steps) {
  if (steps.empty()) return "always";
  if (buffer.over >= 0) return "from step " + steps[buffer.firstStep] + " on";
  if (buffer.donated) return "up to step " + steps[buffer.lastStep];
  if (!comesAndGoes(buffer.role)) return "always";
  const std::string &first = steps[buffer.firstStep], &last = steps[buffer.lastStep];
  return first == last ? "step " + first : "steps " + first + " to " + last;
}

/// ", where v30 and v32 were"
static std::string beforeText(const Function &function, ArrayRef<int> before) {
  constexpr size_t kNamed = 3;
  if (before.empty()) return "";
  std::vector<std::string> names;
  for (const int buffer : before.take_front(kNamed))
    names.push_back(function.buffers[buffer].name);
  if (before.size() > kNamed) names.push_back(std::to_string(before.size() - kNamed) + " others");
  return ", where " + text::listed(names) + (names.size() == 1 ? " was" : " were");
}

std::vector<std::string> memoryNotes(const Function &function) {
  const std::vector<std::string> steps = stepNumbers(function);
  std::vector<int> order(function.buffers.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::stable_sort(order, [&](int a, int b) {
    return function.buffers[a].firstStep < function.buffers[b].firstStep;
  });
  LastHolders holders;
  std::vector<std::string> notes(function.buffers.size());
  for (const int number : order) {
    const Buffer &buffer = function.buffers[number];
    if (buffer.ofBlock) continue; // it is in no arena
    const auto before = holders.take(buffer.offset, buffer.offset + buffer.bytes, number);
    notes[number] = text::count(buffer.bytes, "byte") + ", " + whenText(buffer, steps) +
                    beforeText(function, before);
  }
  return notes;
}

} // namespace shardc::bundle

// SPDX-License-Identifier: Apache-2.0
#include "codegen/cpp/cases.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

/// Up to this many combinations are looked at one by one.
static constexpr int64_t kFewCases = 1024;

using Coordinates = SmallVector<int64_t, 4>;

static SmallVector<const Span *, 16> spansOf(const Kernel &kernel) {
  SmallVector<const Span *, 16> spans;
  for (const Span &span : kernel.loops)
    spans.push_back(&span);
  for (const auto *windows : {&kernel.ins, &kernel.outs})
    for (const Kernel::Window &window : *windows)
      for (const Span &span : window.window)
        spans.push_back(&span);
  return spans;
}

/// The coordinates that the kernel's spans depend on, apart where none depends on both.
static std::vector<SmallVector<int, 2>> linkedCoordinates(const Kernel &kernel) {
  std::vector<SmallVector<int, 2>> sets;
  for (const Span *span : spansOf(kernel))
    addLinked(sets, eitherOf(span->lo.over, span->hi.over));
  return sets;
}

static Case caseAt(const Kernel &kernel, const ShardGrid &grid, const Coordinates &at) {
  const auto intervalOf = [&](const Span &span) {
    return Interval{span.lo.at(grid, at), span.hi.at(grid, at), 1};
  };
  const auto boxOf = [&](const Kernel::Window &window) {
    Box box;
    for (const Span &span : window.window)
      box.push_back(intervalOf(span));
    return box;
  };
  Case here;
  for (const Span &span : kernel.loops)
    here.loops.push_back(intervalOf(span));
  for (const Kernel::Window &window : kernel.ins)
    here.ins.push_back(boxOf(window));
  for (const Kernel::Window &window : kernel.outs)
    here.outs.push_back(boxOf(window));
  return here;
}

std::vector<Case> casesOf(const Kernel &kernel, const DeviceLayout &layout) {
  const ShardGrid grid{Coordinates(layout.counts)};
  const auto sets = linkedCoordinates(kernel);
  SmallVector<int, 2> used;
  for (const auto &set : sets)
    used = eitherOf(used, set);
  std::vector<Case> cases;
  Coordinates at = grid.origin();
  const auto add = [&] { cases.push_back(caseAt(kernel, grid, at)); };
  if (grid.size(used) <= kFewCases) {
    forEachPlace(grid, used, at, add);
    return cases;
  }
  for (const auto &set : sets) {
    at = grid.origin();
    forEachPlace(grid, set, at, add);
  }
  for (const Coordinates &place : typicalPlaces(grid))
    cases.push_back(caseAt(kernel, grid, place));
  return cases;
}

} // namespace shardc

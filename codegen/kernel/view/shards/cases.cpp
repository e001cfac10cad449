// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/view/shards/cases.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

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

/// Marks the numbers between which a bound is a line.
static void markBends(std::vector<bool> &marked, const std::vector<int64_t> &values) {
  marked.front() = marked.back() = true;
  for (size_t n = 1; n + 1 < values.size(); ++n)
    if (values[n] - values[n - 1] != values[n + 1] - values[n]) marked[n] = true;
}

/// The bound at each combination of `over`, row-major.
static std::vector<int64_t> valuesOver(const Bound &bound, const ShardGrid &grid,
                                       ArrayRef<int> over) {
  if (ArrayRef(bound.over) == over) return bound.values;
  std::vector<int64_t> values;
  values.reserve(grid.size(over));
  Coordinates at = grid.origin();
  forEachPlace(grid, over, at, [&] { values.push_back(bound.at(grid, at)); });
  return values;
}

/// Of the combinations of coordinates that belong together, by number: which are looked at.
static std::vector<bool> bends(const Kernel &kernel, const ShardGrid &grid, ArrayRef<int> over) {
  std::vector<bool> marked(grid.size(over));
  llvm::SmallPtrSet<const void *, 8> seen;
  for (const Span *span : spansOf(kernel))
    for (const Bound *bound : {&span->lo, &span->hi}) {
      const bool belongs = !bound->isUniform() && llvm::is_contained(over, bound->over.front());
      if (belongs && seen.insert(bound->values.get()).second)
        markBends(marked, valuesOver(*bound, grid, over));
    }
  return marked;
}

Cases casesOf(const Kernel &kernel, const DeviceLayout &layout) {
  const ShardGrid grid{Coordinates(layout.counts)};
  const auto sets = linkedCoordinates(kernel);
  SmallVector<int, 2> used;
  for (const auto &set : sets)
    used = eitherOf(used, set);
  Cases cases;
  Coordinates at = grid.origin();
  const auto add = [&] { cases.list.push_back(caseAt(kernel, grid, at)); };
  cases.all = grid.size(used) <= kFewCases;
  if (cases.all) {
    forEachPlace(grid, used, at, add);
    return cases;
  }
  for (const auto &set : sets) {
    at = grid.origin();
    const std::vector<bool> marked = bends(kernel, grid, set);
    size_t number = 0;
    forEachPlace(grid, set, at, [&] {
      if (marked[number++]) add();
    });
  }
  for (const Coordinates &place : typicalPlaces(grid))
    cases.list.push_back(caseAt(kernel, grid, place));
  return cases;
}

} // namespace shardc

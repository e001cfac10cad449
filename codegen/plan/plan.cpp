// SPDX-License-Identifier: Apache-2.0
#include "codegen/plan/plan.h"

#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

#include <utility>

#include <algorithm>
#include <cassert>

namespace shardc {

int64_t Function::shards() const {
  int64_t count = 1;
  for (const Coordinate &coordinate : coordinates)
    count *= coordinate.count();
  return count;
}

int64_t Plan::devices() const {
  int64_t count = 0;
  for (const Function &function : functions)
    count = std::max(count, function.firstShard + function.shards());
  return std::max<int64_t>(count, 1);
}

ShardGrid gridOf(const Function &function) {
  ShardGrid grid;
  for (const Coordinate &coordinate : function.coordinates)
    grid.counts.push_back(coordinate.count());
  return grid;
}

SmallVector<int64_t, 4> coordinatesOf(const Function &function, int64_t number) {
  return gridOf(function).coordinatesOf(number);
}

int64_t valueAt(const Bound &bound, const Function &function, ArrayRef<int64_t> coordinates) {
  int64_t place = 0;
  for (int c : bound.over)
    place = place * function.coordinates[c].count() + coordinates[c];
  return bound.values[place];
}

Interval spanAt(const Span &span, const Function &function, ArrayRef<int64_t> coordinates) {
  return {valueAt(span.lo, function, coordinates), valueAt(span.hi, function, coordinates), 1};
}

Box boxAt(ArrayRef<Span> spans, const Function &function, ArrayRef<int64_t> coordinates) {
  Box box;
  for (const Span &span : spans)
    box.push_back(spanAt(span, function, coordinates));
  return box;
}

size_t endOfJoined(ArrayRef<Step> steps, size_t first) {
  size_t end = first + 1;
  while (end < steps.size() && steps[end].together)
    ++end;
  return end;
}

int64_t countSteps(ArrayRef<Step> steps) {
  int64_t count = 0;
  for (const Step &step : steps) {
    ++count;
    for (const std::vector<Step> &body : step.bodies)
      count += countSteps(body);
  }
  return count;
}

Varying<Interval> intervalsOf(const ShardGrid &grid, const Span &span) {
  const auto of = [&](ArrayRef<int64_t> at) {
    return Interval{span.lo.at(grid, at), span.hi.at(grid, at), 1};
  };
  if (span.lo.over != span.hi.over)
    return tabulate<Interval>(grid, eitherOf(span.lo.over, span.hi.over), of);
  std::vector<Interval> intervals;
  intervals.reserve(span.lo.values.size());
  for (auto [lo, hi] : llvm::zip_equal(span.lo.values, span.hi.values))
    intervals.push_back({lo, hi, 1});
  return {span.lo.over, std::move(intervals)};
}

std::pair<int64_t, int64_t> extentsOf(const ShardGrid &grid, const Span &span) {
  int64_t least = INT64_MAX, most = 0;
  const Varying<Interval> intervals = intervalsOf(grid, span);
  for (const Interval &interval : intervals.values) {
    least = std::min(least, interval.extent());
    most = std::max(most, interval.extent());
  }
  return {least, most};
}

Span spanOf(const ShardGrid &grid, const Varying<Interval> &intervals) {
  std::vector<int64_t> lo, hi;
  for (const Interval &interval : intervals.values) {
    lo.push_back(interval.lo);
    hi.push_back(std::max(interval.lo, interval.hi));
  }
  return {leastOver(grid, intervals.over, std::move(lo)),
          leastOver(grid, intervals.over, std::move(hi))};
}

Bound boundOf(const Function &function, ArrayRef<int64_t> perShard) {
  assert(static_cast<int64_t>(perShard.size()) == function.shards() && "one value per shard");
  const ShardGrid grid = gridOf(function);
  return leastOver(grid, grid.all(), std::vector<int64_t>(perShard.begin(), perShard.end()));
}

bool hasCalls(const Plan &plan) {
  return llvm::any_of(plan.functions, [](const Function &function) {
    return llvm::any_of(function.kernels,
                        [](const Kernel &kernel) { return kernel.call.has_value(); });
  });
}

/// A call's loops but for those over positions, each of which has a call.
static SmallVector<Span, 8> loopsWithin(const Kernel &kernel) {
  const ArrayRef<Expr> positions =
      ArrayRef(kernel.formula.results.front().index).take_front(kernel.call->positions);
  SmallVector<Span, 8> within;
  for (auto [number, span] : llvm::enumerate(kernel.loops))
    if (llvm::none_of(positions, [&, loop = static_cast<int>(number)](Expr index) {
          return llvm::is_contained(freeLoops(index), loop);
        }))
      within.push_back(span);
  return within;
}

std::optional<int> unevenRoutine(const Plan &plan) {
  for (const Function &function : plan.functions) {
    const ShardGrid grid = gridOf(function);
    // A device without a part has no call, unless others wait for it.
    const auto isUneven = [&](const Span &span) {
      const Varying<Interval> all = intervalsOf(grid, span);
      int64_t size = 0;
      return llvm::any_of(*all.values, [&](const Interval &own) {
        const int64_t before = std::exchange(size, own.empty() ? size : own.extent());
        return before != 0 && before != size;
      });
    };
    const auto isEmptySomewhere = [&](const Span &span) {
      return extentsOf(grid, span).first <= 0;
    };
    for (const Kernel &kernel : function.kernels) {
      if (!kernel.call || !plan.routines[kernel.call->routine].forbidsUneven) continue;
      const SmallVector<Span, 8> own = loopsWithin(kernel);
      if (llvm::any_of(own, isUneven) ||
          (kernel.call->talksOver && llvm::any_of(own, isEmptySomewhere)))
        return kernel.call->routine;
    }
  }
  return std::nullopt;
}

bool talks(const Function &function, const Step &step) {
  if (step.kind != Step::Kind::compute) return false;
  const auto &call = function.kernels[step.kernel].call;
  return call && call->talksOver;
}

std::optional<int> talkingRoutine(const Plan &plan) {
  for (const Function &function : plan.functions)
    for (const Kernel &kernel : function.kernels)
      if (kernel.call && kernel.call->talksOver) return kernel.call->routine;
  return std::nullopt;
}

} // namespace shardc

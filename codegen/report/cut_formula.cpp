// SPDX-License-Identifier: Apache-2.0
#include "codegen/report/cut_formula.h"

#include "codegen/report/facts.h"
#include "runtime/box.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace shardc::facts {

using Ranges = std::vector<Interval>;

/// Beyond this many coordinates orders are not tried.
constexpr size_t kMostCoordinates = 5;

/// For every combination of `over`, row-major, its number when `order` counts major to minor.
static std::vector<int64_t> placesOf(const Function &function, ArrayRef<int> over,
                                     ArrayRef<int> order, size_t count) {
  std::vector<int64_t> places;
  SmallVector<int64_t, 4> at(function.coordinates.size());
  for (size_t number = 0; number < count; ++number) {
    int64_t rest = static_cast<int64_t>(number), place = 0;
    for (int c : llvm::reverse(over)) {
      at[c] = rest % function.coordinates[c].count();
      rest /= function.coordinates[c].count();
    }
    for (int c : order)
      place = place * function.coordinates[c].count() + at[c];
    places.push_back(place);
  }
  return places;
}

static runtime::Interval part(const CutFormula &formula, int64_t place) {
  return runtime::cut(formula.extent, formula.parts, place);
}

static void findMargins(CutFormula &formula, const Ranges &ranges, ArrayRef<int64_t> places) {
  for (auto [range, place] : llvm::zip(ranges, places)) {
    const runtime::Interval base = part(formula, place);
    if (base.size() == 0) continue;
    formula.below = std::max(formula.below, base.lo - range.lo);
    formula.above = std::max(formula.above, range.hi - base.hi);
  }
}

static bool fits(const CutFormula &formula, const Ranges &ranges, ArrayRef<int64_t> places) {
  for (auto [range, place] : llvm::zip(ranges, places)) {
    const runtime::Interval wanted =
        runtime::widen(part(formula, place), formula.below, formula.above, formula.extent);
    if (wanted.lo != range.lo || wanted.hi != range.hi) return false;
  }
  return true;
}

std::optional<CutFormula> cutFormula(const Span &span, const Function &function) {
  const SmallVector<int, 2> over = dependsOn(span);
  if (over.empty() || over.size() > kMostCoordinates) return std::nullopt;
  CutFormula formula;
  for (int c : over) {
    if (function.coordinates[c].size == 0) return std::nullopt;
    formula.parts *= function.coordinates[c].count();
  }
  const Ranges ranges = rangesOf(span, function);
  formula.extent = span.hi.max();
  if (formula.extent <= 0) return std::nullopt;
  formula.order = over;
  do {
    formula.below = formula.above = 0;
    const std::vector<int64_t> places = placesOf(function, over, formula.order, ranges.size());
    findMargins(formula, ranges, places);
    if (fits(formula, ranges, places)) return formula;
  } while (std::next_permutation(formula.order.begin(), formula.order.end()));
  return std::nullopt;
}

std::optional<LoneRange> loneRange(const Span &span, const Function &function) {
  const auto isSlices = [&](int c) { return function.coordinates[c].size == 0; };
  const SmallVector<int, 2> over = dependsOn(span);
  if (over.empty() || llvm::any_of(over, isSlices)) return std::nullopt;
  const Ranges ranges = rangesOf(span, function);
  const auto isNothing = [](const Interval &range) { return range.lo == 0 && range.hi == 0; };
  if (llvm::count_if(ranges, isNothing) + 1 != static_cast<int64_t>(ranges.size()))
    return std::nullopt;
  const auto only = llvm::find_if_not(ranges, isNothing);
  return LoneRange{only - ranges.begin(), *only};
}

} // namespace shardc::facts

// SPDX-License-Identifier: Apache-2.0
// An access is along a loop where the loop is the index of its last dimension that has several
// elements, plus a constant, and of no other. Four neighbours then always begin at a multiple of
// four if the first of a row does, on every shard, and rows of its window have a multiple of four
// elements; a single row may have any number.
#include "codegen/kernel/view/fours.h"

#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

static bool usesLoop(Expr index, int loop) { return llvm::is_contained(freeLoops(index), loop); }

bool usesLoop(ArrayRef<Expr> index, int loop) {
  return llvm::any_of(index, [&](Expr e) { return usesLoop(e, loop); });
}

static std::optional<int64_t> extentOf(const KernelView &view, WindowOf window, size_t dim) {
  return common(view.cases, [&](const Case &each) { return window(each)[dim].extent(); });
}

/// The dimension in which elements of neighbouring indices are neighbours.
static std::optional<size_t> dimensionAlong(const KernelView &view, int loop, ArrayRef<Expr> index,
                                            WindowOf window) {
  size_t end = index.size();
  while (end > 0 && extentOf(view, window, end - 1) == 1 && !usesLoop(index[end - 1], loop))
    --end;
  if (end == 0 || usesLoop(index.take_front(end - 1), loop)) return std::nullopt;
  const IndexSum sum = indexSum(index[end - 1]);
  const bool isLoop = sum.terms.size() == 1 && sum.terms[0].first == 1 &&
                      sum.terms[0].second->kind == Kind::Loop && sum.terms[0].second->value == loop;
  return isLoop ? std::optional(end - 1) : std::nullopt;
}

bool isAlong(const KernelView &view, int loop, ArrayRef<Expr> index, WindowOf window) {
  return dimensionAlong(view, loop, index, window).has_value();
}

bool isInFours(const KernelView &view, int loop, ArrayRef<Expr> index, WindowOf window) {
  constexpr int64_t kFour = 4;
  const std::optional<size_t> along = dimensionAlong(view, loop, index, window);
  if (!along) return false;
  const bool startsEven = llvm::all_of(view.busy, [&](const Case *each) {
    const int64_t first = each->loops[loop].lo + indexSum(index[*along]).constant;
    return (first - window(*each)[*along].lo) % kFour == 0;
  });
  const bool isOneRow = llvm::all_of(llvm::seq<size_t>(0, *along),
                                     [&](size_t dim) { return extentOf(view, window, dim) == 1; });
  const std::optional<int64_t> extent = extentOf(view, window, *along);
  return startsEven && (isOneRow || (extent && *extent % kFour == 0));
}

} // namespace shardc

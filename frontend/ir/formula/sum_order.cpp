// SPDX-License-Identifier: Apache-2.0
// Numbers of leaves are powers of two: of rows the fewest that keep leaves short, of all else the
// most that leave each leaf its terms. What shards hold is told by the leaves of their first and
// last index: the cut rule nests, so whole leaves are seen by comparing ends alone.
#include "frontend/ir/formula/sum_order.h"

#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "runtime/device/sum_order.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace shardc {

bool hasProduct(Expr e) {
  return anyUnder(e, [](Expr part) {
    return part->kind == Kind::Reduce && isTerm(ReduceView(part).values[0]);
  });
}

// Constants of the language: results depend on them, so no machine may change them. Leaves of fewer
// terms cost products in a cache more than a twentieth (docs/benchmarks.md); products with more
// leaves keep too many sums waiting for registers.
constexpr int64_t kLeafTerms = 32, kProductLeaves = 8;
constexpr int64_t kFewTerms = 32, kLanes = 128, kTermsOfRow = 1024, kTermsOfShare = 512;
// Sums that keep all of a large machine busy, where a product has few results but long ones.
constexpr int64_t kSumsOfProduct = int64_t{1} << 19;
// Convolutions of few results are gradients of kernels, whose tiles need more sums than that.
constexpr int64_t kSumsOfConvolution = int64_t{1} << 21, kTermsOfWindow = 128;
// Numbers of leaves times numbers of terms are 64 bits.
constexpr int64_t kMostLeaves = int64_t{1} << 20;

static int64_t powerUpTo(int64_t number) {
  return static_cast<int64_t>(llvm::bit_floor(static_cast<uint64_t>(number)));
}

static int64_t powerFrom(int64_t number) {
  return static_cast<int64_t>(llvm::PowerOf2Ceil(static_cast<uint64_t>(number)));
}

static SumOrder alongRow(int64_t terms) {
  if (terms <= kFewTerms) return {};
  const int64_t leaves = powerFrom(llvm::divideCeil(terms, kTermsOfRow));
  return {std::min(leaves, kMostLeaves), std::min(kLanes, powerFrom(terms))};
}

/// The product of extents, or `most` where it is more.
static int64_t productUpTo(int64_t most, ArrayRef<int64_t> extents) {
  int64_t product = 1;
  for (const int64_t extent : extents)
    product = std::min(most, product * std::min(extent, most));
  return product;
}

/// Leaves of the first loop that have so many terms each, all loops counted: up to `most`.
static int64_t leavesOfFirst(ArrayRef<int64_t> extents, int64_t most,
                             int64_t termsOfEach = kLeafTerms) {
  const int64_t terms = productUpTo(termsOfEach * most, extents);
  const int64_t leaves = powerUpTo(std::max<int64_t>(terms / termsOfEach, 1));
  return std::min(leaves, powerUpTo(std::max<int64_t>(extents[0], 1)));
}

SmallVector<SumOrder, 2> orderOfSum(ArrayRef<int64_t> extents, ArrayRef<Along> along) {
  SmallVector<SumOrder, 2> order;
  for (auto [k, terms] : llvm::enumerate(extents)) {
    if (terms < 2 || along[k] == Along::window)
      order.push_back({});
    else if (along[k] == Along::devices)
      order.push_back({terms, 1});
    else if (along[k] == Along::row)
      order.push_back(alongRow(terms));
    else
      order.push_back({leavesOfFirst(extents.drop_front(k), kMostLeaves), 1});
  }
  return order;
}

SmallVector<SumOrder, 2> orderOfProduct(ArrayRef<int64_t> extents, ArrayRef<int64_t> results) {
  SmallVector<SumOrder, 2> order(extents.size());
  const int64_t sums = std::max<int64_t>(productUpTo(kSumsOfProduct, results), 1);
  order[0].leaves =
      std::max(leavesOfFirst(extents, kProductLeaves),
               leavesOfFirst(extents, powerUpTo(kSumsOfProduct / sums), kTermsOfShare));
  return order;
}

SmallVector<SumOrder, 2> orderOfConvolution(ArrayRef<int64_t> extents, ArrayRef<int64_t> results) {
  SmallVector<SumOrder, 2> order = orderOfProduct(extents, results);
  if (extents.size() < 2 || order[0].leaves < powerUpTo(extents[0])) return order;
  const int64_t sums =
      std::max<int64_t>(productUpTo(kSumsOfConvolution, results), 1) * order[0].leaves;
  if (sums < kSumsOfConvolution)
    order[1].leaves =
        leavesOfFirst(extents.drop_front(), powerUpTo(kSumsOfConvolution / sums), kTermsOfWindow);
  return order;
}

SmallVector<SumOrder, 2> orderOfVectorProduct(ArrayRef<int64_t> extents, ArrayRef<Along> along) {
  SmallVector<SumOrder, 2> order = orderOfSum(extents, along);
  int64_t &leaves = order.front().leaves;
  leaves = std::max(leaves, std::min(powerUpTo(std::max<int64_t>(extents[0] / kTermsOfShare, 1)),
                                     kProductLeaves));
  return order;
}

bool isOrdered(const ReduceView &reduce) {
  return combiner(reduce) == kSum && info(reduce.values[0]->type).isRounded;
}

bool startsFromZero(const ReduceView &reduce) {
  if (!isOrdered(reduce)) return false;
  if (reduce.inits.empty()) return true;
  Expr init = reduce.inits.front();
  return init->kind == Kind::Literal && init->number.is(0);
}

bool hasTree(const ReduceView &reduce) {
  return isOrdered(reduce) &&
         llvm::any_of(reduce.order, [](const SumOrder &each) { return !each.isPlain(); });
}

HeldLeaves heldLeaves(int64_t extent, const SumOrder &order, ArrayRef<Interval> shards) {
  HeldLeaves held;
  const int64_t count = order.leaves;
  if (extent % count == 0) held.size = extent / count;
  bool anyParts = false;
  for (const Interval &own : shards) {
    held.whole = held.whole && !own.empty();
    if (own.empty()) continue;
    const int64_t first = runtime::leaf_of(count, extent, own.lo);
    const int64_t last = runtime::leaf_of(count, extent, own.hi - 1);
    const int64_t most = last - first + 1;
    held.most = std::max(held.most, most);
    held.fewest = held.fewest == 0 ? most : std::min(held.fewest, most);
    while (first / held.block != last / held.block)
      held.block *= 2;
    held.nest = held.nest && first % powerFrom(most) == 0;
    const bool whole = runtime::leaf_start(count, extent, first) == own.lo &&
                       runtime::leaf_start(count, extent, last + 1) == own.hi;
    anyParts = anyParts || !whole;
  }
  held.whole = held.whole && !anyParts;
  if (anyParts) held.size = 0;
  return held;
}

Formula
reordered(const Formula &formula,
          llvm::function_ref<void(const ReduceView &, llvm::MutableArrayRef<SumOrder>)> change) {
  Memo memo;
  const auto visit = [&](auto &&self, Expr e) -> Expr {
    const auto sums = [&](Expr part) -> Expr {
      if (part->kind != Kind::Reduce) return nullptr;
      const ReduceView view(part);
      if (!isOrdered(view)) return nullptr;
      SmallVector<SumOrder, 2> order = view.order;
      change(view, order);
      Expr value = self(self, view.values[0]);
      SmallVector<Expr, 1> inits;
      for (Expr init : view.inits)
        inits.push_back(self(self, init));
      return expr::reduce(view.loops, value, view.combine, inits, order);
    };
    return rewrite(e, sums, memo);
  };
  Formula made = formula;
  for (Result &result : made.results)
    result.value = visit(visit, result.value);
  return made;
}

Formula withLeaves(const Formula &formula, int64_t leaves) {
  return reordered(formula, [&](const ReduceView &sum, llvm::MutableArrayRef<SumOrder> order) {
    const int64_t terms = std::max<int64_t>(sum.loops[0]->numbers[0], 1);
    order[0].leaves = std::max(order[0].leaves, std::min(powerUpTo(terms), leaves));
  });
}

} // namespace shardc

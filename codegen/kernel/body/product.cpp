// SPDX-License-Identifier: Apache-2.0
// A packed product: loops around it, and the bodies of what it calls for elements of its operands
// and for its sums. Each of the bodies is a function, so nothing that one names is known to
// another.
#include "codegen/kernel/body/body.h"
#include "codegen/kernel/estimate.h"
#include "frontend/ir/formula/bounds/index.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace shardc {

KernelTree BodyBuilder::build(const PackedProduct &product) {
  statements = &body.statements;
  body.wide = true;
  body.product = product;
  loops(product.outer, {}, [&] { add(packedSums(product)); });
  return std::move(body);
}

std::optional<KernelTree> BodyBuilder::build(TiledProduct &tiled) {
  // Sums of so many leaves wait for their neighbours.
  constexpr int64_t kMostLeaves = 512;
  const Leaves leaves = subtreeOf(view, ReduceView(tiled.product.reduce));
  if (!tiled.product.tile->isOfTensorCores() && leaves.count > kMostLeaves) return std::nullopt;
  body.product = tiled.product;
  return onGrid(std::move(tiled.threads), tiled.product.outer,
                [&] { add(packedSums(tiled.product)); });
}

KernelTree BodyBuilder::onGrid(Threads threads, ArrayRef<int> outer,
                               llvm::function_ref<void()> make) {
  inside(threads.body, [&] {
    outerOfGrid(outer, threads.z);
    make();
  });
  body.statements.push_back({std::move(threads)});
  return std::move(body);
}

/// The index of a loop, counted from where it starts.
LetIndex BodyBuilder::indexAt(int loop, const Count &count) const {
  const LoopView &own = view.loops[loop];
  const Bound &start = view.kernel.loops[loop].lo;
  const int64_t lo = own.isLocal || !start.isUniform() ? 0 : start.literal();
  LetIndex index{loop, own.name, {count, lo}, lo + own.largest};
  index.fromStart = !own.isLocal && !start.isUniform();
  index.mayBeAfter = !own.extent;
  return index;
}

/// The indices of loops around, from the grid's third dimension.
void BodyBuilder::outerOfGrid(ArrayRef<int> outer, int64_t blocks) {
  int64_t below = blocks;
  for (const int loop : outer) {
    const LoopView &own = view.loops[loop];
    if (own.form == LoopView::Form::declared) add(OneIndex{loop});
    if (own.form != LoopView::Form::looped) continue;
    const bool isOutermost = below == blocks;
    below /= own.largest;
    add(indexAt(loop, Count::digitOfZ(below, own.largest, isOutermost)));
  }
}

PackedSums BodyBuilder::packedSums(const PackedProduct &product) {
  const ReduceView reduce(product.reduce);
  PackedSums sums;
  sums.product = product;
  sums.leaves = product.tile ? subtreeOf(view, reduce) : leavesOf(view, reduce);
  sums.sum = scope.fresh(planOf(reduce).names[0]);
  for (Expr loop : reduce.loops)
    if (view.loops[loop->value].form == LoopView::Form::declared)
      add(OneIndex{static_cast<int>(loop->value)});
  if (!product.folded.empty()) sums.row = scope.fresh("row");
  if (!product.folded.empty() && !product.tile) sums.run = scope.fresh("run");
  sums.term = product.terms.size() == 1 ? view.loops[product.terms[0]].name : scope.fresh("term");
  if (product.leftOuterLast) {
    const int second = product.terms[1];
    const bool isOne = product.terms.size() == 2 && view.startsAtZero(second);
    sums.inner = isOne ? view.loops[second].name : scope.fresh("inner");
  }
  nameBounds(product, sums);
  sums.left = factorOf(product.left, product.leftInChunks);
  sums.right = factorOf(product.right, product.rightInChunks);
  const auto bindSum = [&] {
    const Place sum = Place::of(sums.sum);
    add(Bind{product.reduce, {sum}});
    setReduced(product.reduce, sum);
  };
  Expr result = results.front().value;
  sums.givenAtOnce = writtenAtOnce(product);
  if (sums.givenAtOnce > 1 || readsBehind(product)) {
    sums.result = functionOf(result, bindSum);
    sums.given = scope.fresh(sums.givenAtOnce > 1 ? "values" : "value");
  }
  const State before = save();
  inside(sums.end, [&] {
    if (!sums.result.value) {
      bindSum();
      return stores();
    }
    if (sums.givenAtOnce > 1) return add(StoreVec{0, sums.given});
    add(Bind{result, {Place::of(sums.given)}});
    known.named[result] = sums.given;
    stores();
  });
  restore(before);
  return sums;
}

/// Variables for where terms begin and end.
void BodyBuilder::nameBounds(const PackedProduct &product, PackedSums &sums) {
  if (product.bounds.empty()) return;
  const int term = product.terms.front();
  SmallVector<std::string, 2> begins, ends;
  const auto add = [&](const char *what, SmallVectorImpl<std::string> &to, Expr value) {
    to.push_back(scope.fresh(view.loops[term].name + what));
    this->add(Let{to.back(), value});
  };
  for (Expr bound : product.bounds) {
    Expr index = bound->args[0], loop = nullptr;
    int64_t sign = 0;
    for (const auto &[factor, part] : terms(index))
      if (part->kind == Kind::Loop && part->value == term) loop = part, sign = factor;
    Expr rest = expr::sub(index, expr::mul(loop, sign));
    const Interval all = wholeRange(index);
    const int64_t lo = bound->numbers[0], hi = bound->numbers[1];
    // lo <= k + rest < hi, or lo <= rest - k < hi
    const auto at = [&](int64_t number) {
      return expr::add(expr::mul(rest, -sign), sign * number);
    };
    if (lo > all.lo) sign > 0 ? add("_begin", begins, at(lo)) : add("_end", ends, at(lo - 1));
    if (hi < all.hi) sign > 0 ? add("_end", ends, at(hi)) : add("_begin", begins, at(hi - 1));
  }
  for (size_t k = 0; k < std::max(begins.size(), ends.size()); ++k)
    sums.within.push_back({k < begins.size() ? begins[k] : "", k < ends.size() ? ends[k] : ""});
  if (product.tile && !product.tile->isOfTensorCores()) {
    sums.leaves.areOwn = false;
    sums.leaves.all = sums.leaves.count;
    sums.leaves.someEmpty = true;
  }
}

/// Neighbours of a row that make 16 bytes, where a GPU's sums become a result that lies so on every
/// device; else 1.
int64_t BodyBuilder::writtenAtOnce(const PackedProduct &product) const {
  if (!product.tile || results.size() != 1) return 1;
  const int64_t count =
      static_cast<int64_t>(gpu().vector) / info(results.front().value->type).bytes;
  if (product.tile->columns % count != 0) return 1;
  const std::optional<int64_t> extent = view.loops[product.columns].extent;
  const bool isFull = extent && *extent % count == 0;
  return isFull && view.facts.stores[0].walks[product.columns].width >= count ? count : 1;
}

/// Whether tiles read for the result what the product has not.
bool BodyBuilder::readsBehind(const PackedProduct &product) const {
  if (!product.tile || results.size() != 1) return false;
  Expr result = results.front().value;
  llvm::DenseSet<Expr> seen;
  const auto reads = [&](auto &&self, Expr e) -> bool {
    if (!seen.insert(e).second || e->kind == Kind::Item) return false;
    return e->kind == Kind::Load ||
           llvm::any_of(e->args, [&](Expr part) { return self(self, part); });
  };
  return result->kind != Kind::Select && reads(reads, result);
}

/// Of a chunk that may be zeros names have parts of the condition alone.
FunctionBody BodyBuilder::factorOf(Expr factor, bool isInChunks) {
  if (!isInChunks || factor->kind != Kind::Select) return functionOf(factor);
  FunctionBody made = functionOf(factor->args[0]);
  made.value = factor;
  return made;
}

FunctionBody BodyBuilder::functionOf(Expr value, llvm::function_ref<void()> begin) {
  FunctionBody made;
  const State before = save();
  inside(made.body, [&] {
    if (begin) begin();
    prepare({value});
    nameParts(value);
  });
  restore(before);
  made.value = value;
  return made;
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// The weights are found as one factor of the sum over keys, a quotient of exponentials. Reductions
// in it have loops of their own, so the scores that the largest and the total are made of are other
// expressions than that of the weight: they are compared but for those loops, which have to be as
// long. Then loops of results get their parts: features are what values alone have, rows are what
// keys and values have not.
#include "codegen/kernel/forms/attention.h"

#include "codegen/kernel/estimate.h"
#include "codegen/kernel/forms/alike.h"
#include "codegen/kernel/forms/in_chunks.h"
#include "codegen/kernel/grid.h"
#include "codegen/kernel/view/facts.h"
#include "codegen/kernel/view/reduction.h"
#include "frontend/ir/formula/expressions/unrounded.h"
#include "frontend/ir/formula/idioms.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <functional>

namespace shardc {

using Form = LoopView::Form;

// What a block of threads has room for in its registers and shared memory.
constexpr int64_t kMostTerms = 128, kMostFeatures = 128;
// From so many blocks of threads on, most multiprocessors have one. Products and a softmax of their
// own have more.
constexpr int64_t kEnoughBlocks = 100;

/// The reduction outside of others that the one result has; null: none, or several.
static Expr onlyReduction(Expr value) {
  Expr found = nullptr;
  bool others = false;
  llvm::DenseSet<Expr> seen;
  const std::function<void(Expr)> visit = [&](Expr e) {
    if (!seen.insert(e).second) return;
    if (e->kind == Kind::Reduce) {
      others |= found && found != e;
      found = e;
      return;
    }
    for (Expr arg : e->args)
      visit(arg);
  };
  visit(value);
  return others ? nullptr : found;
}

/// The score that exp(score - largest) is made of, where `weight` is that over the total.
static Expr scoreIn(Expr weight, Expr keys) {
  const auto parts = softmaxIn(weight);
  if (!parts) return nullptr;
  // One for a row, and of what is wanted for every key.
  const auto isOver = [&](Expr reduction, Expr wanted) {
    const ReduceView reduce(reduction);
    if (reduce.loops.size() != 1 || !planOf(reduce).ignoresInit) return false;
    Expr loop = reduce.loops[0];
    return loop->numbers == keys->numbers &&
           !llvm::is_contained(freeLoops(reduction), keys->value) &&
           Alike({{loop->value, keys->value}}).are(unrounded(reduce.values[0]), wanted);
  };
  return isOver(parts->largest, parts->score) && isOver(parts->total, parts->power) ? parts->score
                                                                                    : nullptr;
}

/// Fills in what the score is made of.
static bool findProduct(Attention &found) {
  Expr product = onlyReduction(found.score);
  if (!product) return false;
  const ReduceView reduce(product);
  if (reduce.values.size() != 1 || reduce.loops.size() != 1 || !isTerm(reduce.values[0]) ||
      !planOf(reduce).ignoresInit)
    return false;
  found.product = product;
  found.terms = static_cast<int>(reduce.loops[0]->value);
  found.query = reduce.values[0]->args[0];
  found.key = reduce.values[0]->args[1];
  const auto hasKeys = [&](Expr e) { return llvm::is_contained(freeLoops(e), found.keys); };
  if (hasKeys(found.query)) std::swap(found.query, found.key);
  return !contains(found.query, Kind::Reduce) && !contains(found.key, Kind::Reduce) &&
         hasKeys(found.key) && !hasKeys(found.query);
}

static ElementType factorsOf(const Attention &attention) {
  const ElementType type = narrowFactor(attention.query)->type;
  const bool areAlike = attention.isWeightNarrow && narrowFactor(attention.key)->type == type &&
                        narrowFactor(attention.value)->type == type;
  return areAlike ? type : ElementType::f32;
}

std::optional<Attention> attentionIn(const Formula &formula) {
  if (formula.results.size() != 1) return std::nullopt;
  Expr sum = onlyReduction(formula.results.front().value);
  if (!sum) return std::nullopt;
  const ReduceView reduce(sum);
  if (reduce.values.size() != 1 || reduce.loops.size() != 1 || !isTerm(reduce.values[0]) ||
      !planOf(reduce).ignoresInit)
    return std::nullopt;
  Attention found = {};
  found.sum = sum;
  found.keys = static_cast<int>(reduce.loops[0]->value);
  for (const auto &[weight, value] : {std::pair(0, 1), std::pair(1, 0)}) {
    Expr factor = reduce.values[0]->args[weight];
    found.weight = unrounded(factor);
    found.isWeightNarrow = narrowFactor(factor) != factor;
    found.score = scoreIn(found.weight, reduce.loops[0]);
    found.value = reduce.values[0]->args[value];
    if (found.score) break;
  }
  if (!found.score || contains(found.value, Kind::Reduce) || !findProduct(found))
    return std::nullopt;
  const Expr factors[] = {found.query, found.key, found.value};
  const bool areFloats =
      llvm::all_of(factors, [](Expr factor) { return factor->type == ElementType::f32; });
  found.factors = factorsOf(found);
  return areFloats && reduce.loops[0]->numbers[0] > 0 ? std::optional(found) : std::nullopt;
}

namespace {

/// The loops of results of an attention, and whether there is room for it.
class Placer {
public:
  Placer(const KernelView &view, const Nest &nest, Attention found)
      : view(view), nest(nest), found(std::move(found)) {}

  std::optional<Attention> place() {
    if (view.isInPlace() || !view.isWhole(found.keys) || !view.isWhole(found.terms))
      return std::nullopt;
    if (!findLoops() || lengthOf(found.terms) > kMostTerms ||
        lengthOf(found.features) > kMostFeatures || blocksOf(32) < kEnoughBlocks)
      return std::nullopt;
    found.where = usedWhere(view, found.score, found.product, found.rows, found.keys);
    found.queryAlongTerms = !isNeighbour(found.query, found.rows);
    found.keyAlongTerms = !isNeighbour(found.key, found.keys);
    found.valueAlongKeys = !isNeighbour(found.value, found.features);
    return found;
  }

private:
  const KernelView &view;
  const Nest &nest;
  Attention found;

  static bool uses(Expr e, int loop) { return llvm::is_contained(freeLoops(e), loop); }
  int64_t lengthOf(int loop) const { return loop < 0 ? 0 : view.loops[loop].largest; }

  int64_t blocksOf(int64_t rows) const {
    return mostIndices(view, found.outer) * llvm::divideCeil(lengthOf(found.rows), rows);
  }

  /// Features are the one loop that values alone have; rows the longest that queries or scores have
  /// and keys and values have not.
  bool findLoops() {
    Expr score = found.score;
    for (const int loop : nest.order) {
      if (view.loops[loop].form == Form::absent) continue;
      if (view.loops[loop].form != Form::looped) return false;
      const bool inScore = uses(score, loop), inValue = uses(found.value, loop);
      if (inValue && !inScore) {
        if (found.features >= 0) return false;
        found.features = loop;
        continue;
      }
      found.outer.push_back(loop);
      const bool isRow = inScore && !inValue && !uses(found.key, loop);
      if (isRow && lengthOf(loop) > lengthOf(found.rows)) found.rows = loop;
    }
    llvm::erase(found.outer, found.rows);
    return found.features >= 0 && found.rows >= 0;
  }

  bool isNeighbour(Expr factor, int loop) const {
    return anyUnder(factor, [&](Expr e) {
      return e->kind == Kind::Load && accessOf(view, e).stride(loop) == Stride::one;
    });
  }
};

} // namespace

std::optional<Attention> attentionOf(const KernelView &view, const Nest &nest) {
  const auto found = attentionIn(view.formula);
  if (!found) return std::nullopt;
  return Placer(view, nest, *found).place();
}

/// A warp has as many rows as its registers have room for, unless multiprocessors would be idle.
static Attention::Tile tileFor(const KernelView &view, const Attention &attention) {
  const auto lengthOf = [&](int loop) { return view.loops[loop].largest; };
  const int64_t keys = attention.factors == ElementType::f32 ? 32 : 64;
  const int64_t around = mostIndices(view, attention.outer);
  const auto blocksOf = [&](int64_t rows) {
    return around * static_cast<int64_t>(llvm::divideCeil(lengthOf(attention.rows), rows));
  };
  const bool isNarrow = lengthOf(attention.terms) + lengthOf(attention.features) <= 128;
  if (isNarrow && blocksOf(128) >= kEnoughBlocks) return {128, keys, 4};
  return blocksOf(64) >= kEnoughBlocks ? Attention::Tile{64, keys, 4}
                                       : Attention::Tile{32, keys, 2};
}

void setTile(const KernelView &view, Attention &attention) {
  if (attention.factors != ElementType::f32)
    for (Expr *factor : {&attention.query, &attention.key, &attention.value})
      *factor = narrowFactor(*factor);
  const auto isInChunks = [&](Expr factor, int along) {
    return shardc::isInChunks(view, factor, along, /*mayBeCut=*/true);
  };
  attention.queryInChunks =
      isInChunks(attention.query, attention.queryAlongTerms ? attention.terms : attention.rows);
  attention.keyInChunks =
      isInChunks(attention.key, attention.keyAlongTerms ? attention.terms : attention.keys);
  attention.valueInChunks =
      isInChunks(attention.value, attention.valueAlongKeys ? attention.keys : attention.features);
  attention.tile = tileFor(view, attention);
}

std::string attentionText(const KernelView &view, const Attention &attention) {
  const std::string &rows = view.loops[attention.rows].name,
                    &keys = view.loops[attention.keys].name;
  std::string order = "; sums have an order of their own";
  if (!attention.where.empty()) order += "; tiles that `where` rules out are not computed";
  if (!attention.tile) return "16 " + rows + " by 64 " + keys + " at a time" + order;
  std::string text = std::to_string(attention.tile->rows) + " " + rows + " by " +
                     std::to_string(attention.tile->keys) + " " + keys +
                     " at a time, by tensor cores";
  if (attention.factors == ElementType::f32) text += ": factors are rounded to TF32";
  return text + order;
}

} // namespace shardc

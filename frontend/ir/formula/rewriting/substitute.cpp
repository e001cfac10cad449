// SPDX-License-Identifier: Apache-2.0
// Fusion: one formula in place of another's loads.
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "frontend/ir/formula/rewriting/loops.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

#include <cassert>

namespace shardc {

namespace {

class Substitution {
public:
  Substitution(const Formula &consumer, int operand, const Formula &producer, int result)
      : fused(consumer), operand(operand), shift(static_cast<int>(consumer.operands.size())),
        producer(producer), made(producer.results[result]) {
    assert(consumer.operands[operand] == made.type && "one value");
    fused.operands.append(producer.operands.begin(), producer.operands.end());
    adoptLoops();
  }

  Formula run() {
    for (Result &result : fused.results)
      result.value = inConsumer(result.value);
    mergeReductions(fused);
    return std::move(fused);
  }

private:
  Formula fused;
  int operand, shift;
  const Formula &producer;
  const Result &made;
  SmallVector<Expr, 8> adopted; // the producer's own loops in the fused formula; null: stored
  Memo consumerMemo;

  /// Loops of the producer's reductions and picks become loops of the fused formula.
  void adoptLoops() {
    adopted.resize(producer.loops.size(), nullptr);
    llvm::BitVector stored(producer.loops.size());
    for (Expr index : made.index) {
      const auto digits = radix(index);
      assert(digits && "results are stored at mixed radixes");
      for (Expr digit : *digits)
        stored.set(digit->value);
    }
    for (size_t k = 0; k < producer.loops.size(); ++k) {
      if (stored[k]) continue;
      const Loop &loop = producer.loops[k];
      adopted[k] = made.value->pool->loop(static_cast<int>(fused.loops.size()), loop.extent);
      fused.loops.push_back(loop);
    }
  }

  Expr inConsumer(Expr e) {
    const auto leaf = [&](Expr part) -> Expr {
      if (part->kind != Kind::Load || part->value != operand) return nullptr;
      SmallVector<Expr, 4> at;
      for (Expr index : part->args)
        at.push_back(inConsumer(index)); // it may load the operand, too
      return producedAt(at);
    };
    return rewrite(e, leaf, consumerMemo);
  }

  /// The producer's value at an index: its loops are digits of that.
  Expr producedAt(ArrayRef<Expr> at) {
    SmallVector<Expr, 8> loops = adopted;
    for (auto [index, number] : llvm::zip_equal(made.index, at))
      invert(*radix(index), number, loops);
    Memo memo;
    const auto leaf = [&](Expr part) { return inProducer(part, loops, memo); };
    return rewrite(made.value, leaf, memo);
  }

  static void invert(ArrayRef<Expr> digits, Expr number, SmallVectorImpl<Expr> &loops) {
    int64_t unit = 1;
    for (size_t k = digits.size(); k-- > 0;) {
      const int64_t extent = digits[k]->numbers[0];
      const bool isOne = extent == 1; // a load is in bounds
      loops[digits[k]->value] =
          isOne ? number->pool->constant(0) : expr::digit(number, unit, k == 0 ? 0 : extent);
      unit *= extent;
    }
  }

  Expr inProducer(Expr part, ArrayRef<Expr> loops, Memo &memo) {
    if (part->kind == Kind::Loop) return loops[part->value];
    if (part->kind != Kind::Load) return nullptr;
    SmallVector<Expr, 4> at;
    for (Expr index : part->args)
      at.push_back(rewrite(
          index, [&](Expr inner) { return inProducer(inner, loops, memo); }, memo));
    return expr::load(*part->pool, part->type, static_cast<int>(part->value) + shift, at);
  }
};

} // namespace

Formula substitute(const Formula &consumer, int operand, const Formula &producer, int result) {
  return Substitution(consumer, operand, producer, result).run();
}

// Compaction.

/// The loops that a formula mentions anywhere.
static llvm::BitVector mentionedLoops(const Formula &formula) {
  llvm::BitVector used(formula.loops.size());
  const auto look = [&](Expr e) {
    if (e->kind == Kind::Loop) used.set(e->value);
  };
  forEachExpr(formula, look);
  return used;
}

static void renumberLoops(Formula &formula) {
  const llvm::BitVector used = mentionedLoops(formula);
  SmallVector<int, 8> numbers(formula.loops.size(), -1);
  SmallVector<Loop, 4> loops;
  for (unsigned k : used.set_bits()) {
    numbers[k] = static_cast<int>(loops.size());
    loops.push_back(formula.loops[k]);
  }
  formula.loops = loops;
  Memo memo;
  const auto leaf = [&](Expr e) -> Expr {
    if (e->kind != Kind::Loop) return nullptr;
    return e->pool->loop(numbers[e->value], e->numbers[0]);
  };
  rewriteFormula(formula, leaf, memo);
}

/// Loads operand `numbers[k]` for operand k.
static void renumberOperands(Formula &formula, ArrayRef<int> numbers) {
  Memo memo;
  const auto leaf = [&](Expr e, auto &&self) -> Expr {
    if (e->kind != Kind::Load) return nullptr;
    SmallVector<Expr, 4> at;
    for (Expr index : e->args)
      at.push_back(rewrite(
          index, [&](Expr inner) { return self(inner, self); }, memo));
    return expr::load(*e->pool, e->type, numbers[e->value], at);
  };
  rewriteFormula(
      formula, [&](Expr e) { return leaf(e, leaf); }, memo);
}

Formula compact(const Formula &formula, ArrayRef<int> sameAs, SmallVectorImpl<int> &kept) {
  Formula small = formula;
  const auto representative = [&](int64_t operand) {
    return sameAs.empty() ? static_cast<int>(operand) : sameAs[operand];
  };
  llvm::BitVector used(formula.operands.size());
  bool anyMerged = false;
  forEachExpr(formula, [&](Expr e) {
    if (e->kind != Kind::Load) return;
    used.set(representative(e->value));
    anyMerged |= representative(e->value) != e->value;
  });
  SmallVector<int, 8> numbers(formula.operands.size(), -1);
  kept.clear();
  small.operands.clear();
  for (unsigned k : used.set_bits()) {
    numbers[k] = static_cast<int>(kept.size());
    kept.push_back(static_cast<int>(k));
    small.operands.push_back(formula.operands[k]);
  }
  for (size_t k = 0; k < numbers.size(); ++k)
    numbers[k] = numbers[representative(static_cast<int64_t>(k))];
  renumberOperands(small, numbers);
  if (anyMerged) mergeReductions(small); // of what are now equal loads
  renumberLoops(small);
  return small;
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Sums of floats, in the order of frontend/ir/formula/sum_order.h. A loop with leaves has a tree of
// its own; a leaf's lanes are an array of sums, and are added up by the same tree. Of a leaf that
// is held in part, lanes count from the first term that is there.
#include "codegen/interp/evaluator.h"

#include "frontend/ir/formula/expressions/arithmetic.h"
#include "runtime/device/sum_order.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

/// runtime::SumTree for slots.
class SlotTree {
public:
  explicit SlotTree(ScalarCall add) : plus(add) {}

  void add(int64_t leaf, Slot sum) {
    for (; (leaf & 1) != 0 && !waiting.empty(); leaf >>= 1)
      sum = plus(waiting.pop_back_val(), sum);
    waiting.push_back(sum);
  }

  Slot total() {
    if (waiting.empty()) return 0;
    Slot sum = waiting.pop_back_val();
    while (!waiting.empty())
      sum = plus(waiting.pop_back_val(), sum);
    return sum;
  }

private:
  ScalarCall plus;
  SmallVector<Slot, 16> waiting;
};

} // namespace

/// The sum over this loop and those in it.
Slot Evaluator::orderedSum(Cell &cell, size_t loop) {
  const Interval own = env.loops[cell.loops[loop]];
  const auto [leaves, lanes] = cell.order[loop];
  const int64_t terms = cell.extents[loop];
  if (own.empty()) return 0;
  if (leaves == 1) return sumOfLeaf(cell, loop, own);
  SlotTree tree(cell.combineCall);
  const auto onStep = [&](int64_t from) {
    return own.lo + ceilDiv(from - own.lo, own.step) * own.step;
  };
  const int64_t last = runtime::leaf_of(leaves, terms, own.hi - 1);
  for (int64_t leaf = runtime::leaf_of(leaves, terms, own.lo); leaf <= last && !fault; ++leaf) {
    const auto start = [&](int64_t of) {
      return runtime::leaf_start(leaves, terms, of, own.lo, own.hi);
    };
    tree.add(leaf, sumOfLeaf(cell, loop, {onStep(start(leaf)), start(leaf + 1), own.step}));
  }
  return tree.total();
}

Slot Evaluator::sumOfLeaf(Cell &cell, size_t loop, Interval leaf) {
  const int number = cell.loops[loop];
  const auto lanes = static_cast<size_t>(cell.order[loop].lanes);
  // What a loop around it stands at, if it is over the same one.
  const Slot before = variables[number];
  SmallVector<Slot, 1> sums(lanes, 0);
  size_t position = 0;
  for (int64_t k = leaf.lo; k < leaf.hi && !fault; k += leaf.step) {
    set(number, static_cast<Slot>(k));
    addTerms(cell, loop + 1, sums[position++ % lanes]);
  }
  set(number, before);
  SlotTree tree(cell.combineCall);
  for (auto [lane, sum] : llvm::enumerate(sums))
    tree.add(static_cast<int64_t>(lane), sum);
  return tree.total();
}

/// Adds what the loops from this one on give.
void Evaluator::addTerms(Cell &cell, size_t loop, Slot &sum) {
  if (loop < cell.loops.size()) {
    if (!cell.order[loop].isPlain()) {
      sum = cell.combineCall(sum, orderedSum(cell, loop));
      return;
    }
    const int number = cell.loops[loop];
    const Slot before = variables[number];
    const Interval &own = env.loops[number];
    for (int64_t k = own.lo; k < own.hi && !fault; k += own.step) {
      set(number, static_cast<Slot>(k));
      addTerms(cell, loop + 1, sum);
    }
    set(number, before);
    return;
  }
  Cell *term = cell.values[0];
  if (cell.addTerm)
    sum = cell.addTerm(sum, value(term->args[0]), value(term->args[1]));
  else
    sum = cell.combineCall(sum, value(term));
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/forms/library/phases.h"

#include "frontend/ir/formula/bounds/bounds.h"
#include "frontend/ir/formula/expressions/arithmetic.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

/// What the loop is multiplied with in a sum; 0: it is no part of it.
static int64_t factorOf(Expr index, int loop) {
  for (const auto &[factor, part] : terms(index))
    if (part->kind == Kind::Loop && part->value == loop) return factor;
  return 0;
}

/// Whether an index of the result is turn * gap + phase, and the left factor's has the turn.
static bool haveTurns(const Formula &formula, const BareProduct &product, Phases &made) {
  Expr index = formula.results.front().index[made.resultDim];
  const auto parts = terms(index);
  if (parts.size() != 2 || constantOf(index) != 0) return false;
  for (const auto &[factor, loop] : parts) {
    if (loop->kind != Kind::Loop) return false;
    (factor == 1 ? made.phase : made.turn) = static_cast<int>(loop->value);
    made.gap = std::max(made.gap, factor);
  }
  return made.phase >= 0 && made.turn >= 0 && formula.loops[made.phase].extent == made.gap &&
         llvm::is_contained(product.batches, made.phase) &&
         llvm::is_contained(product.rows, made.turn) &&
         factorOf(product.left->args[made.dim], made.turn) == 1;
}

/// The one dimension of the right factor that has the phase, and the loop of what is next there.
static bool findWindow(const Formula &formula, const BareProduct &product, Phases &made) {
  for (auto [dim, index] : llvm::enumerate(product.right->args)) {
    if (!llvm::is_contained(freeLoops(index), made.phase)) continue;
    if (made.rightDim >= 0) return false;
    made.rightDim = static_cast<int>(dim);
  }
  if (made.rightDim < 0) return false;
  made.window = formula.operands[product.right->value].shape[made.rightDim];
  for (const int loop : product.terms)
    if (factorOf(product.right->args[made.rightDim], loop) != 0) made.next = loop;
  return true;
}

/// Whether index and window go on together, a gap at a time, through all of the window.
static bool goOn(const Formula &formula, Expr index, Expr inside, const Phases &made) {
  if (made.next < 0) return made.window <= made.gap;
  const int64_t step = made.isBackwards ? -made.gap : made.gap;
  return factorOf(index, made.next) == 1 && factorOf(inside, made.next) == step &&
         formula.loops[made.next].extent == ceilDiv(made.window, made.gap);
}

/// Whether each phase meets what it has to; sets the constant.
static bool haveAllPhases(const Formula &formula, const BareProduct &product, Phases &made) {
  constexpr int64_t kMostPhases = 64;
  Expr index = product.left->args[made.dim], inside = product.right->args[made.rightDim];
  if (made.gap > kMostPhases || !goOn(formula, index, inside, made)) return false;
  Env env; // all other loops are at 0
  env.loops.assign(formula.loops.size(), Interval{0, 1, 1});
  for (int64_t phase = 0; phase < made.gap; ++phase) {
    env.loops[made.phase] = {phase, phase + 1, 1};
    const int64_t at = range(inside, env).lo;
    const int64_t begin = made.isBackwards ? made.window - 1 - at : at;
    const int64_t constant = made.gap * range(index, env).lo - phase - begin;
    if (phase == 0) made.constant = constant;
    if (begin < 0 || begin >= made.gap || constant != made.constant) return false;
  }
  return true;
}

SmallVector<Phases, 3> phasesOf(const Formula &formula, const BareProduct &product) {
  SmallVector<Phases, 3> found;
  for (size_t dim = 0; dim < product.left->args.size(); ++dim)
    for (size_t of = 0; of < formula.results.front().index.size(); ++of) {
      Phases made;
      made.dim = static_cast<int>(dim), made.resultDim = static_cast<int>(of);
      if (!haveTurns(formula, product, made) || !findWindow(formula, product, made)) continue;
      Phases backwards = made;
      backwards.isBackwards = true;
      for (Phases each : {made, backwards})
        if (haveAllPhases(formula, product, each)) {
          found.push_back(each);
          break;
        }
    }
  return found;
}

void addConditionsOf(const Formula &formula, const BareProduct &product, const Phases &phases,
                     SmallVectorImpl<Expr> &conditions) {
  Expr index = product.left->args[phases.dim], inside = product.right->args[phases.rightDim];
  if (phases.isBackwards) inside = expr::add(expr::mul(inside, -1), phases.window - 1);
  const int64_t leastIndex = range(index, wholeLoops(formula)).lo;
  const int64_t elements = formula.operands[product.left->value].shape[phases.dim];
  // 0 <= of < extent; below the least number a condition may begin anywhere.
  const auto says = [](Expr condition, Expr of, int64_t least, int64_t extent) {
    if (condition->kind != Kind::Within || terms(condition->args[0]) != terms(of)) return false;
    const int64_t shift = constantOf(condition->args[0]) - constantOf(of);
    const int64_t lo = std::max(condition->numbers[0] - shift, least);
    return lo == std::max<int64_t>(0, least) && condition->numbers[1] - shift == extent;
  };
  for (const auto *list : {&product.where, &product.whereRight})
    for (Expr condition : *list)
      if (says(condition, index, leastIndex, elements) || says(condition, inside, 0, phases.window))
        conditions.push_back(condition);
}

} // namespace shardc

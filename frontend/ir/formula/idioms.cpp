// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/formula/idioms.h"

#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/formula/expressions/unrounded.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

Expr reductionIn(Expr e) {
  const bool isOne = e->kind == Kind::Item && ReduceView(e->args[0]).values.size() == 1;
  return isOne ? e->args[0] : nullptr;
}

static Expr sumIn(Expr e) {
  Expr reduction = reductionIn(e);
  return reduction && combiner(ReduceView(reduction)) == kSum ? reduction : nullptr;
}

std::optional<Softmax> softmaxIn(Expr e) {
  if (!isFn(e, Fn::div)) return std::nullopt;
  Expr power = unrounded(e->args[0]);
  if (!isFn(power, Fn::exp)) return std::nullopt;
  Expr shifted = unrounded(power->args[0]);
  if (!isFn(shifted, Fn::sub)) return std::nullopt;
  Expr largest = reductionIn(unrounded(shifted->args[1])), total = sumIn(unrounded(e->args[1]));
  if (!largest || !total || combiner(ReduceView(largest)) != Fn::max) return std::nullopt;
  return Softmax{unrounded(shifted->args[0]), power, largest, total};
}

bool isSoftmax(Expr e) {
  if (!isFn(e, Fn::div) || !isFn(e->args[0], Fn::exp)) return false;
  Expr sum = sumIn(e->args[1]);
  return sum && isFn(ReduceView(sum).values[0], Fn::exp);
}

bool dividesReduction(Expr e) { return isFn(e, Fn::div) && e->args[0]->kind == Kind::Item; }

bool isMean(Expr e) {
  if (!dividesReduction(e) || e->args[1]->kind != Kind::Literal) return false;
  Expr sum = sumIn(e->args[0]);
  if (!sum) return false;
  double terms = 1;
  for (Expr loop : ReduceView(sum).loops)
    terms *= static_cast<double>(loop->numbers[0]);
  return e->args[1]->number.real == terms;
}

bool isReciprocalDeviation(Expr e) {
  if (!isFn(e, Fn::rsqrt)) return false;
  Expr of = e->args[0];
  return isMean(of) || (isFn(of, Fn::add) && llvm::any_of(of->args, isMean));
}

bool isNorm(Expr e) {
  const auto isCentred = [](Expr e) { return isFn(e, Fn::sub) && isMean(e->args[1]); };
  return anyAfterReductions(e, [&](Expr part) {
    return isFn(part, Fn::mul) && llvm::any_of(part->args, [&](Expr factor) {
             return isCentred(factor) || isReciprocalDeviation(factor);
           });
  });
}

bool isRotaryEmbedding(Expr e) {
  const auto combines = [](Expr e, Fn fn) {
    return isFn(e, fn) && isFn(e->args[0], Fn::mul) && isFn(e->args[1], Fn::mul);
  };
  return e->kind == Kind::Select && e->args[0]->kind == Kind::Within &&
         combines(e->args[1], Fn::sub) && combines(e->args[2], Fn::add);
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/idioms.h"

#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

static bool is(Expr e, Fn fn) { return e->kind == Kind::Scalar && static_cast<Fn>(e->value) == fn; }

/// The sum that a value is; null: it is none, or one of several values.
static Expr sumIn(Expr e) {
  if (e->kind != Kind::Item) return nullptr;
  const ReduceView reduce(e->args[0]);
  return reduce.values.size() == 1 && combiner(reduce) == Fn::add ? e->args[0] : nullptr;
}

bool isSoftmax(Expr e) {
  if (!is(e, Fn::div) || !is(e->args[0], Fn::exp)) return false;
  Expr sum = sumIn(e->args[1]);
  return sum && is(ReduceView(sum).values[0], Fn::exp);
}

bool isMean(Expr e) {
  if (!is(e, Fn::div) || e->args[1]->kind != Kind::Literal) return false;
  Expr sum = sumIn(e->args[0]);
  if (!sum) return false;
  double terms = 1;
  for (Expr loop : ReduceView(sum).loops)
    terms *= static_cast<double>(loop->numbers[0]);
  return e->args[1]->number.real == terms;
}

bool isReciprocalDeviation(Expr e) {
  if (!is(e, Fn::rsqrt)) return false;
  Expr of = e->args[0];
  return isMean(of) || (is(of, Fn::add) && llvm::any_of(of->args, isMean));
}

bool isNorm(Expr e) {
  const auto isCentred = [](Expr e) { return is(e, Fn::sub) && isMean(e->args[1]); };
  return anyAfterReductions(e, [&](Expr part) {
    return is(part, Fn::mul) && llvm::any_of(part->args, [&](Expr factor) {
             return isCentred(factor) || isReciprocalDeviation(factor);
           });
  });
}

bool isRotaryEmbedding(Expr e) {
  const auto combines = [](Expr e, Fn fn) {
    return is(e, fn) && is(e->args[0], Fn::mul) && is(e->args[1], Fn::mul);
  };
  return e->kind == Kind::Select && e->args[0]->kind == Kind::Within &&
         combines(e->args[1], Fn::sub) && combines(e->args[2], Fn::add);
}

} // namespace shardc

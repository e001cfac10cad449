// SPDX-License-Identifier: Apache-2.0
// Attention is one call of the runtime, with a function for each factor, for a score and for what
// becomes of a result. On GPUs loops around it are the grid's third dimension.
#include "codegen/kernel/body/body.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace shardc {

KernelTree BodyBuilder::build(const Attention &attention) {
  body.attention = attention;
  body.definitions = {{attention.weight, scope.fresh("weight")},
                      {attention.score, scope.fresh("score")}};
  if (!attention.tile) {
    statements = &body.statements;
    body.wide = true;
    loops(attention.outer, {}, [&] { add(attend(attention)); });
    return std::move(body);
  }
  Threads threads;
  threads.x = llvm::divideCeil(mostIndices(view, attention.rows), attention.tile->rows);
  threads.z = mostIndices(view, attention.outer);
  threads.block = attention.tile->threads();
  threads.perElement = false;
  return onGrid(std::move(threads), attention.outer, [&] { add(attend(attention)); });
}

Attend BodyBuilder::attend(const Attention &attention) {
  Attend made;
  made.attention = attention;
  made.product = scope.fresh("product");
  made.sum = scope.fresh("sum");
  made.query = functionOf(attention.query);
  made.key = functionOf(attention.key);
  made.values = functionOf(attention.value);
  const State before = save();
  const auto standFor = [&](Expr reduction, const std::string &variable) {
    const Place place = Place::of(variable);
    add(Bind{reduction, {place}});
    setReduced(reduction, place);
  };
  inside(made.score.body, [&] {
    standFor(attention.product, made.product);
    prepare({attention.score});
    nameParts(attention.score);
  });
  made.score.value = attention.score;
  restore(before);
  inside(made.end, [&] {
    standFor(attention.sum, made.sum);
    stores();
  });
  restore(before);
  return made;
}

} // namespace shardc

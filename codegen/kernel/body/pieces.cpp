// SPDX-License-Identifier: Apache-2.0
// Results that are made of pieces: a loop for each, and in it what is computed there.
#include "codegen/kernel/body/body.h"

#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

void BodyBuilder::inPieces(ArrayRef<int> numbers, const Pieces &pieces, ArrayRef<Env> envs) {
  if (numbers.empty()) return stores();
  const int number = numbers.front();
  if (!pieces.begins.count(number))
    return loop(number, [&] { inPieces(numbers.drop_front(), pieces, envs); });
  for (const Interval &piece : pieces.of(view, number)) {
    const SmallVector<Env, 4> own = envsIn(envs, number, piece);
    if (own.empty()) continue; // of an outer piece
    const State before = save();
    const std::vector<Result> whole = results;
    for (Result &result : results)
      result.value = simplify(result.value, own);
    onePiece(numbers, pieces, piece, own);
    results = whole;
    known = before.known; // names are taken: not all pieces have a block
  }
}

/// Of one index that all shards have: no loop.
void BodyBuilder::onePiece(ArrayRef<int> numbers, const Pieces &pieces, Interval piece,
                           ArrayRef<Env> envs) {
  const int number = numbers.front();
  const bool isOnAll = llvm::all_of(view.cases, [&](const Case &each) {
    const Interval own = each.loops[number];
    return own.lo <= piece.lo && piece.lo < own.hi;
  });
  if (piece.extent() == 1 && isOnAll && numbers.size() < view.order.size()) {
    Pool &pool = *results.front().value->pool;
    Expr at = pool.constant(piece.lo);
    for (Result &result : results) {
      result.value = overLoop(result.value, number, at);
      for (Expr &index : result.index)
        index = overLoop(index, number, at);
    }
    return inPieces(numbers.drop_front(), pieces, envs);
  }
  For loop;
  loop.loop = number;
  loop.piece = piece;
  const Scope before = scope;
  inside(loop.body, [&] { inPieces(numbers.drop_front(), pieces, envs); });
  scope = before;
  add(std::move(loop));
}

} // namespace shardc

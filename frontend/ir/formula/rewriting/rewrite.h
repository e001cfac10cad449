// SPDX-License-Identifier: Apache-2.0
// Rewriting expressions: substitution, simplification where loops are bounded, fusion.
#pragma once

#include "frontend/ir/formula/bounds/bounds.h"

namespace shardc {

using Memo = llvm::DenseMap<Expr, Expr>;

/// Rebuilds `e` bottom-up by the constructors; `leaf` may replace any node (null: look inside).
Expr rewrite(Expr e, llvm::function_ref<Expr(Expr)> leaf, Memo &memo);
/// The expression with another loop in place of one that it uses and does not bind.
Expr overLoop(Expr e, int loop, Expr other);
/// The same expression in another pool.
Expr copyInto(Pool &pool, Expr e);
Formula copyInto(Pool &pool, const Formula &formula);

/// What `e` is where the loops run only over `env`: vacuous bounds, known digits, dead branches.
/// With several environments (shards), what holds in all of them.
Expr simplify(Expr e, ArrayRef<Env> envs);

/// The numbers of the loops that `e` uses and does not bind, sorted.
SmallVector<int, 8> freeLoops(Expr e);
bool contains(Expr e, Kind kind);
/// Whether some expression under `e` is so; each is asked once, until one is.
bool anyUnder(Expr e, llvm::function_ref<bool(Expr)> isOne);
/// The same, `e` included, of what is computed of what reductions make.
bool anyAfterReductions(Expr e, llvm::function_ref<bool(Expr)> isOne);
/// Whether an index depends on data or on trips: a kernel runs with one of the numbers that it may
/// be, or picks some.
bool isGiven(Expr index);
/// The trips that a formula computes with, by depth.
SmallVector<Expr, 1> tripsIn(const Formula &formula);
/// All loads of `operand` under `e`, each once, in a fixed order.
SmallVector<Expr, 4> loadsOf(Expr e, int operand);

/// The formula with other operands: a load in `numbers` reads operand `numbers[load]` of
/// `operands`. Loads inside the indices of others are found by what they were.
Formula reassignLoads(const Formula &formula, const llvm::DenseMap<Expr, int> &numbers,
                      ArrayRef<TensorSpec> operands);

/// Replaces loads of `operand` in `consumer` by a result of `producer`. The producer's operands are
/// appended to the consumer's; `operand` stays, unused. Equal reductions become one.
Formula substitute(const Formula &consumer, int operand, const Formula &producer, int result = 0);
/// Drops loops and operands that nothing uses and renumbers the rest, keeping their order; fills
/// `kept` with the old numbers of the operands that stay. Equal operands, by `sameAs` (operand
/// number -> representative), become one.
Formula compact(const Formula &formula, ArrayRef<int> sameAs, SmallVectorImpl<int> &kept);

} // namespace shardc

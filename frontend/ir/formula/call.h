// SPDX-License-Identifier: Apache-2.0
// Ops that are no formula: a routine, code that somebody wrote, computes them for a box at a time.
//
// What shards need to know of one is how an element of a result depends on indices, and that is a
// formula in all but the work: the result is a call of the routine on what its operands' loads
// read. A loop of the loads that no result has is read whole (Loop::isWhole), and so is one that
// the routine wants whole. One that it adds up over, so that devices may each do a share, is the
// loop of a reduction around the call:
//
//   fft        y[b, n] = fft(x[b, n])            n whole
//   a product  y[i, k] = add over j of product(x[i, j], w[j, k])
//
// The routine is called once for all elements, with the intervals of the loops: it adds up itself.
#pragma once

#include "frontend/ir/formula/formula.h"

namespace shardc {

/// The call that a value is, alone or combined over loops; null: it is none.
Expr callIn(Expr value);
/// The call of a formula's first result; null: it has a formula.
Expr callIn(const Formula &formula);
/// The routine of a call.
inline int routineOf(Expr call) { return static_cast<int>(call->numbers[0]); }
/// Of a call that each position of a manual region makes for itself: which of its values' first
/// dimensions number positions. The routine has no such dimensions.
struct CallPositions {
  int count = 0; // dimensions of positions, all of which results have
  SmallVector<SmallVector<int, 2>, 4> operands; // those that an argument has, by number
};
CallPositions positionsIn(Expr call);
namespace expr {
/// The same of other loads, with other numbers, in a pool.
Expr call(Pool &pool, Expr like, ArrayRef<Expr> loads, ArrayRef<int64_t> numbers);
} // namespace expr
/// The call, of these arguments, that positions make, which are around those that it has already.
Expr withPositions(Expr call, ArrayRef<Expr> loads, const CallPositions &around);
/// Combinations of a call's loops where each runs over so many indices.
double turnsOf(Expr call, llvm::function_ref<int64_t(int loop)> extentOf);
/// What a call takes where its loops run over so many indices [FLOPs]; 0 where nobody says.
double flopsOf(Expr call, llvm::function_ref<int64_t(int loop)> extentOf);

} // namespace shardc

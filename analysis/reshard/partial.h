// SPDX-License-Identifier: Apache-2.0
// Formulas cut at a reduction that devices split. Pure; the axes are somebody else's matter.
#pragma once

#include "frontend/ir/formula/formula.h"

#include <optional>

namespace shardc {

/// A formula in two: what every device computes of its share of the loops, and what is done once
/// with the combination of all partial results.
struct PartialFormula {
  Formula partial;            // its split loops are marked: `split` is their place in `loops`
  Fn combine = Fn::add;       // of the partial results
  bool asBits = false;        // their bits are combined: all but one are zero
  std::optional<Formula> end; // of the combination, its last operand; none: that is the result
};

/// Cuts the formula of one result where `loops` are split. None where it cannot be cut there: the
/// value is neither picked from them nor a reduction over them by a function of two arguments with
/// an identity.
/// `constants[k]` is the number that operand k is throughout, if that is known.
std::optional<PartialFormula> cutAt(const Formula &formula, ArrayRef<int> loops,
                                    ArrayRef<std::optional<Number>> constants);

/// The formula of one result whose `isPartial` operands are partial sums, where it makes a partial
/// sum of them: it is linear in them together, but for a start of a sum, which is for the end. None
/// where it is not. `mayRound`: it may be a conversion of them to a type of fewer digits.
std::optional<PartialFormula> passedOn(const Formula &formula, ArrayRef<bool> isPartial,
                                       ArrayRef<std::optional<Number>> constants,
                                       bool mayRound = false);

/// Partial results of a value that is there: each device gives the elements that it holds of the
/// dimensions `split`, and what combines to nothing in place of the others; where `copies` devices
/// hold the same, the first alone gives anything. Those dimensions, and the copies if there are
/// several, have a loop each behind those of the result, whose `split` is its place among these.
Formula splitIntoPartials(Pool &pool, const TensorSpec &type, ArrayRef<int> split, int64_t copies,
                          Fn combine);

} // namespace shardc

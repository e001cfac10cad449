// SPDX-License-Identifier: Apache-2.0
// Formulas that the field has a name for.
#pragma once

#include "frontend/ir/formula/expressions/expr.h"

namespace shardc {

/// The reduction that a value is; null: none, or one of several values.
Expr reductionIn(Expr e);

/// exp(x - m) / sum of exp(x - m)
bool isSoftmax(Expr e);

/// The parts of exp(score - largest) / total, whatever is rounded between them.
struct Softmax {
  Expr score, power;   // exp(score - largest)
  Expr largest, total; // reductions
};
std::optional<Softmax> softmaxIn(Expr e);

/// Whether it divides what a reduction makes, as a mean does.
bool dividesReduction(Expr e);

/// A sum over what it is divided by the number of.
bool isMean(Expr e);

/// 1 / sqrt of a mean, and of what keeps it from zero: the reciprocal standard deviation, rstd.
bool isReciprocalDeviation(Expr e);

/// Whether outside of its reductions a value scales what its mean was taken from, or scales by a
/// reciprocal standard deviation, as layer and RMS norms do.
bool isNorm(Expr e);

/// Two halves that turn by angles, as positions are embedded: x * cos - y * sin, then y * cos +
/// x * sin.
bool isRotaryEmbedding(Expr e);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// How much results owe to the order in which floats are added up.
#pragma once

#include "frontend/ir/formula/formula.h"

namespace shardc {

/// The formula with each sum of floats off by what another order of its terms may make of it: for n
/// additions by sqrt(n) roundings of the sum of the terms' magnitudes, up or down. Beside the
/// formula itself this tells how far apart two right results may be, cancellation and what follows
/// it included. That errors of n roundings grow with sqrt(n) is Higham and Mary, "A new approach to
/// probabilistic rounding error analysis"; that perturbed runs show what errors do is Vignes'
/// CESTAC method.
Formula withRoundoff(const Formula &formula);

} // namespace shardc

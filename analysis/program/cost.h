// SPDX-License-Identifier: Apache-2.0
// What a formula costs: scalar operations, elements touched.
#pragma once

#include "frontend/ir/formula/bounds/bounds.h"
#include "frontend/machine.h"

namespace shardc {

/// What one evaluation of a node counts as, in simple operations: the cost of a scalar function
/// (scalars.def), and nothing for what moves data.
double weightOf(Expr node);

/// Scalar operations, weighted, of all points of `env`. Every reduction is counted once per point
/// of the loops that it uses: the writers put it outside all others.
double workOf(const Formula &formula, const Env &env);
/// How long it takes a machine at its best, all its threads busy and nothing waited for.
double secondsOf(const Formula &formula, const Env &env, const Machine &machine);
/// The same with all loads, each of them from a cache.
double secondsWithLoads(const Formula &formula, const Env &env, const Machine &machine);
/// Terms of all reductions, each counted as often as it is computed.
double termsOf(const Formula &formula, const Env &env);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// What a formula costs: scalar operations, elements touched.
#pragma once

#include "frontend/ir/formula/bounds.h"

namespace shardc {

/// What one evaluation of a scalar function counts as, in simple operations: moving data and
/// comparing indices 0, arithmetic 1, division 4, transcendental functions 8. Weights as the number
/// of instructions on GPUs and CPUs is in order of magnitude.
double weightOf(Expr node);

/// Scalar operations, weighted, of all points of `env`. Every reduction is counted once per point
/// of the loops that it uses: the writers put it outside all others.
double workOf(const Formula &formula, const Env &env);
/// The same with every function counted as 1: FLOPs as reports give them. An accumulation is one, and
/// so is every addition in the tree of a sum.
double flopsOf(const Formula &formula, const Env &env);

} // namespace shardc

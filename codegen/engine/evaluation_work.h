// SPDX-License-Identifier: Apache-2.0
// What the reference evaluation of formulas takes, in operations: about 30 take a microsecond.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc {

/// Of an element of every result, whichever it is.
double evaluationWorkOfElement(const Formula &formula, const Env &env);
/// Elements that a formula is evaluated for, or updates, at most of one result.
double evaluationsOf(const Formula &formula, const Env &env);
/// Of each kernel of a function, by all shards and steps, loops' trips counted; of a loop whose
/// trips only a run tells, one.
std::vector<double> evaluationWorkOf(const Function &function);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// What a body executes, read off its statements.
#pragma once

#include "codegen/kernel/work/core_times.h"
#include "codegen/kernel/statement.h"

#include "frontend/ir/formula/bounds/bounds.h"

namespace shardc {

struct ExecutedWork {
  double most = 0;     // functions of floats, one each: additions, comparisons, exponentials
  double expected = 0; // by how often conditions hold; those on data, half the time
  bool isExact = true; // there are no branches, so both are what is executed
};

/// How often a condition holds where indices are as often anywhere in their range; one on data,
/// half the time.
double shareOf(Expr condition, ArrayRef<Env> envs);

/// What the statements execute where loops run as `env` says: all that is written down counts each
/// time that it is reached, so also what is computed again. `most` has of two branches the one with
/// more, and what && may leave out.
ExecutedWork executedWork(const KernelTree &body, const Formula &formula, const Env &env);

/// What the instructions of the same take on a core [s], by what is expected of branches; what a
/// compiler makes once counts once.
double secondsOnCore(const KernelTree &body, const Formula &formula, const Env &env,
                     const CoreTimes &times);

} // namespace shardc

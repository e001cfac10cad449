// SPDX-License-Identifier: Apache-2.0
// What a body executes, read off its statements.
#pragma once

#include "codegen/kernel/statement.h"

#include "frontend/ir/formula/bounds.h"

namespace shardc {

struct ExecutedWork {
  double flops = 0;    // functions of floats, one each: additions, comparisons, exponentials
  bool isMost = false; // of two branches the one with more counts, and what && may leave out
};

/// What the statements execute where loops run as `env` says: all that is written down counts each
/// time that it is reached, so also what is computed again.
ExecutedWork executedWork(const KernelTree &body, const Formula &formula, const Env &env);

} // namespace shardc

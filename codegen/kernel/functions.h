// SPDX-License-Identifier: Apache-2.0
// Which scalars cost a call of a function, and which of these take vectors.
#pragma once

#include "frontend/ir/formula/expressions/scalars.h"

namespace shardc {

/// Whether a scalar is a call of the runtime; the larger and the smaller of two are instructions.
bool callsFunction(Expr scalar);

/// Whether the runtime has the function for vectors of such arguments (runtime/device/scalar.h,
/// runtime/device/cpu/vector_functions_cpu.h).
bool isVectorFunction(Fn fn, ElementType argument);

} // namespace shardc

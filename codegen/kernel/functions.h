// SPDX-License-Identifier: Apache-2.0
// Which scalars cost a call of a function, and which of these take vectors.
#pragma once

#include "frontend/ir/formula/expressions/scalars.h"

namespace shardc {

/// Whether a scalar is a call of the runtime; what combines two numbers is an instruction.
bool callsFunction(Expr scalar);

/// Whether it is such a call, of more than one operation, and the runtime has it for vectors.
bool isVectorFunction(Expr scalar);

} // namespace shardc

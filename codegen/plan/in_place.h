// SPDX-License-Identifier: Apache-2.0
// Whether a kernel may write a result into the memory that it reads an operand from.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc {

/// Whether each element of the operand is read for the same element of the result alone, outside of
/// sums and by no other result: whatever the schedule, that is before it is written.
bool mayOverwrite(const Kernel &kernel, int operand, int result);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Whether a kernel may write a result into the memory that it reads an operand from.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc {

/// Whether each element of the operand is read for the same element of the result alone, and
/// outside of sums: whatever the schedule, that is before it is written. So it is for other results
/// of a kernel without sums, all of whose results of an element are computed before any is written.
bool mayOverwrite(const Kernel &kernel, int operand, int result);

} // namespace shardc

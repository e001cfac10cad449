// SPDX-License-Identifier: Apache-2.0
// The text that calls code of a user's for each member of a batch: in a loop on CPUs, in a kernel
// on GPUs.
#pragma once

#include "codegen/kernel/schedule.h"
#include "codegen/plan/plan.h"

namespace shardc {

/// For a routine that has such code: a source with the function that a call of it calls.
RoutineSource eachSource(const Routine &routine, Target target);

} // namespace shardc

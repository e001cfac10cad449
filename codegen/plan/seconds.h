// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "codegen/plan/plan.h"

namespace shardc {

/// How long a launch takes on the largest shard, by the machine's numbers: what limits it, work or
/// memory.
double secondsOf(const Kernel &kernel, const Machine &machine);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Code for ops against their references, each op as a program of its own: under every sharding of
// its rule, with the operands that it has had in the program.
#pragma once

#include "cli/running/alone/recorded_calls.h"
#include "cli/running/own_routines.h"
#include "cli/running/verification.h"

namespace shardc {

/// Routines that have a rule and a reference, which calls are to be recorded of.
std::set<int> routinesToVerify(Compilation &compilation);

/// Adds to `found` what is wrong, and a line per op of what has been looked at. No sharding is
/// begun once 30 s are over.
void verifyAlone(Compilation &compilation, const RecordedCalls &calls,
                 const std::shared_ptr<const OwnRoutines> &routines, Found &found);

} // namespace shardc

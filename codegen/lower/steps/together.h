// SPDX-License-Identifier: Apache-2.0
// Collectives that are done at once: members of a group meet once for all of them.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc {

/// Joins each collective with the one in front of it, where both move or both combine over the same
/// coordinates, and none has anything to do with what the others there write.
void joinCollectives(Function &function);

} // namespace shardc

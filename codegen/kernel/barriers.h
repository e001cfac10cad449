// SPDX-License-Identifier: Apache-2.0
// Where threads of a block must wait for each other.
#pragma once

#include "codegen/kernel/statement.h"

namespace shardc {

/// Puts a barrier between each write to memory that a block shares and the reads of it by other
/// threads, and between reads and the next write: as few as there must be, none under a condition.
void insertBarriers(KernelTree &tree);

} // namespace shardc

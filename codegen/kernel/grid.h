// SPDX-License-Identifier: Apache-2.0
// Threads in place of loops: how many, and how they share out the indices.
#pragma once

#include "codegen/kernel/nest.h"
#include "codegen/kernel/statement.h"

namespace shardc {

/// One thread for each index of the loops of the nest that stand outside of all reductions, for the
/// largest shard. Its body is empty.
Threads threadsOf(const KernelView &view, const Nest &nest);

} // namespace shardc

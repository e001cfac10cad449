// SPDX-License-Identifier: Apache-2.0
// Which loops of a kernel for CPUs take their indices in vectors, by the runtime's in_vectors()
// (runtime/device/cpu/vector_cpu.h): those that read and write neighbours in memory. Blocks around
// them, of which the last may be smaller, are by its in_blocks(): what all others add up stays in
// registers.
#pragma once

#include "codegen/kernel/statement.h"
#include "codegen/kernel/view/view.h"

namespace shardc {

/// Says so of the loops, and of the functions of packed products, that may.
void markVectors(KernelTree &tree, const KernelView &view);

/// Loops with no loop in them that take one index after the other.
int64_t loopsByOne(const Statements &statements);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Reductions that run over the same, so that one kernel does them.
#pragma once

#include "codegen/lower/kernels/part_kernel.h"

namespace shardc {

/// Whether others may be reduced in the kernel of a formula: it has reductions, each of one value,
/// and none is a product of matrices, whose tiles are of one product alone.
bool mayShareTerms(const Formula &formula);

/// Whether the reductions of the last result run as those of the others do, on every shard, and
/// read something that those read at the same time.
bool sharesTerms(const KernelBody &body);

} // namespace shardc

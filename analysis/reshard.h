// SPDX-License-Identifier: Apache-2.0
// From a sharding per value to what devices compute, hold and move.
#pragma once

#include "analysis/partition.h"

namespace shardc {

/// The stage: every op's factors get axes at the least bytes moved, operands are brought where they
/// are needed, and partial results are combined where their users need it.
Partitioned reshard(mlir::ModuleOp program, const Propagation &propagation, OpRules &rules);

} // namespace shardc

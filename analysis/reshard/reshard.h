// SPDX-License-Identifier: Apache-2.0
// From a sharding per value to what devices compute, hold and move.
#pragma once

#include "analysis/mesh/partition.h"
#include "frontend/machine.h"

namespace shardc {

/// The stage: every op's factors get axes at the least bytes moved, operands are brought where they
/// are needed, and partial results are combined where their users need it. `passOn`: ops that are
/// linear in partial sums of floats may make partial sums of them, which are combined later;
/// `mayRound`: also of fewer digits.
Partitioned reshard(mlir::ModuleOp program, const Propagation &propagation, OpRules &rules,
                    const Machine &machine, bool passOn = true, bool mayRound = false);

} // namespace shardc

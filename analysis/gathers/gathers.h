// SPDX-License-Identifier: Apache-2.0
// Dimensions that devices bring together because an op needs them whole.
#pragma once

#include "analysis/mesh/partition.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardc {

/// Warns, once for each op, where devices gather a dimension of an operand that the op cannot be
/// done in parts along: nothing of it is known to be one device's share. What is gathered because
/// the user asks for it, or because that moves less than partial results would, is a choice, and
/// none of these.
void warnOfGathers(mlir::func::FuncOp entry, const Propagation &propagation,
                   const Partitioned &partitioned, OpRules &rules);

} // namespace shardc

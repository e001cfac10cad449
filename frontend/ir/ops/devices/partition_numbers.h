// SPDX-License-Identifier: Apache-2.0
// Numbers of devices in manual computations that stand in others.
#pragma once

#include "mlir/IR/Operation.h"

namespace shardc {

/// JAX numbers devices where all axes are manual, some by computations around. Each partition_id
/// that stands so becomes what places on the axes make of it, each asked for in the computation
/// whose axis it is: a region knows of its own axes alone.
void numberByRegions(mlir::Operation *function);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Manual regions as JAX prints them without Shardy: ops between custom calls that lead into the
// region, @SPMDFullToShardShape, and out of it, @SPMDShardToFullShape.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace shardc {

/// Puts what stands between those calls into manual computations. Reports calls that do not enclose
/// a region. After readHloShardings().
mlir::LogicalResult formManualComputations(mlir::ModuleOp program);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace shardc {

/// Replaces tuples by what they hold: as what ops take, and as what functions take and return.
/// Reports what gives a tuple otherwise.
mlir::LogicalResult takeTuplesApart(mlir::ModuleOp program);

} // namespace shardc

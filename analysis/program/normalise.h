// SPDX-License-Identifier: Apache-2.0
// The first stage.
#pragma once

#include "frontend/config/config.h"
#include "frontend/ir/formula/formula.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardc {

/// Brings a program into the form that every later stage relies on: one function, no calls, nothing
/// computed twice or in vain. Values keep their names and locations. Fails on recursion and on ops
/// that have no formula.
mlir::LogicalResult normalise(mlir::ModuleOp program);

} // namespace shardc

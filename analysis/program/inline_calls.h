// SPDX-License-Identifier: Apache-2.0
// Calls replaced by what they call.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardc {

/// Puts the ops of functions in place of all calls in `entry`, and drops the functions. Fails on
/// recursion, on functions without a body, and where calls would multiply beyond
/// `frontend/ir/interfaces/calls.h`.
mlir::LogicalResult inlineCalls(mlir::ModuleOp program, mlir::func::FuncOp entry);

} // namespace shardc

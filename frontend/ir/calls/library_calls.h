// SPDX-License-Identifier: Apache-2.0
// Custom calls that JAX makes and other ops can take the place of: factorisations of real matrices
// by LAPACK, or cuSOLVER, and the largest elements.
#pragma once

#include "frontend/libraries.h"

#include "mlir/IR/BuiltinOps.h"

namespace shardc {

/// Whether a custom call's target is one of these.
bool isLibraryTarget(llvm::StringRef target);
/// Puts loops that do their work in place of such calls, but for those that are routines' where
/// these libraries have been chosen (routine_calls.h); wrong ones are reported.
mlir::LogicalResult expandLibraryCalls(mlir::ModuleOp program, const Libraries &chosen);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Custom calls of LAPACK that JAX makes for CPUs: factorisations of real matrices.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace shardc {

/// Whether a custom call's target is one of these.
bool isLibraryTarget(llvm::StringRef target);
/// Puts loops that do their work in place of such calls; wrong ones are reported.
mlir::LogicalResult expandLibraryCalls(mlir::ModuleOp program);

} // namespace shardc

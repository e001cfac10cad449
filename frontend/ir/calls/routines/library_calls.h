// SPDX-License-Identifier: Apache-2.0
// Custom calls that JAX makes and other ops can take the place of: the largest elements, and the
// order of rows that exchanges make.
#pragma once

#include "frontend/ir/calls/own/custom_ops.h"

namespace shardc {

/// Whether a custom call's target is one of these.
bool isLibraryTarget(llvm::StringRef target);
/// Puts ops that do their work in place of such calls; wrong ones are reported.
mlir::LogicalResult expandLibraryCalls(mlir::ModuleOp program, CustomOps &ops);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Composites, which name a function that they are made of.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace shardc {

/// Makes each composite a call of its decomposition; wrong ones are reported.
mlir::LogicalResult callDecompositions(mlir::ModuleOp program);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Shapes that ops are given as operands, beside the type of their result.
#pragma once

#include "mlir/IR/Operation.h"

namespace shardc::stablehlo {

/// A shape that an operand says has to be the result's, as far as that is known: an error where it
/// is not. `what` the operand is called.
mlir::LogicalResult checkShape(mlir::Operation *op, mlir::Value shape, llvm::StringRef what);

} // namespace shardc::stablehlo

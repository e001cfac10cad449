// SPDX-License-Identifier: Apache-2.0
// Reductions of several operands that have nothing to do with each other.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardc {

/// Makes a reduction of its own for each operand whose elements the body combines with nothing
/// else: then a sum among them has the order of sums, and devices can reduce a part each.
void separateReductions(mlir::func::FuncOp entry);

} // namespace shardc

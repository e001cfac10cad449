// SPDX-License-Identifier: Apache-2.0
// Sorting along a dimension.
#pragma once

#include "mlir/IR/Operation.h"

namespace shardc {

/// Operands, of one shape, in the order of a region of scalars that says whether the first of two
/// comes before the second: its arguments are pairs, one of each operand. Equal ones stay in order.
void expandSort(mlir::Operation *op, int64_t dimension, mlir::Region &comparator);

/// The largest along the last dimension, as many as results have, the largest first, and where they
/// are, i32: floats in their total order, of equal ones the first.
void expandTopK(mlir::Operation *op);

} // namespace shardc

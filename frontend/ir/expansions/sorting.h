// SPDX-License-Identifier: Apache-2.0
// Sorting along a dimension.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace shardc {

/// Operands, of one shape, in the order of a region of scalars that says whether the first of two
/// comes before the second: its arguments are pairs, one of each operand. Equal ones stay in order.
void expandSort(mlir::Operation *op, int64_t dimension, mlir::Region &comparator);

/// A comparator for such elements and places: whether the first of two is larger.
mlir::OwningOpRef<mlir::ModuleOp> isLargerFor(mlir::Type element);
/// The region of a program that is one function.
mlir::Region &regionOf(mlir::ModuleOp program);

/// The largest along the last dimension, as many as results have, the largest first, and where they
/// are, i32: floats in their total order, of equal ones the first.
void expandTopK(mlir::Operation *op);

} // namespace shardc

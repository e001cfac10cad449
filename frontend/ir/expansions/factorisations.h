// SPDX-License-Identifier: Apache-2.0
// Dense linear algebra on the last two dimensions, column after column, as loops. What they do to
// elements beside those that they are about is what LAPACK does. Matrices are real.
#pragma once

#include "mlir/IR/Operation.h"

namespace shardc {

/// The factor of a symmetric matrix of which one triangle is read: L of L L^T, or U of U^T U. The
/// other triangle stays as it is or, if `clear`, becomes 0. A second result of the op, i32, is the
/// first column where the matrix is not positive definite, counted from 1; 0 if it is.
void expandCholesky(mlir::Operation *op, bool lower, bool clear);

struct Triangle {
  bool left = true, lower = true, transposed = false, unit = false;
};
/// X of op(A) X = B or, if A is not on the left, X op(A) = B.
void expandTriangularSolve(mlir::Operation *op, Triangle a);

/// P A = L U with the largest of a column as its pivot: L and U in one matrix, the rows that were
/// exchanged, i32 counted from 1, and the first pivot that is 0, counted from 1; 0 if none is.
void expandLu(mlir::Operation *op);

/// A = Q R by reflections: R with the reflections' vectors below it, and their factors.
void expandQr(mlir::Operation *op);
/// The first columns of the product of reflections, of these vectors and factors.
void expandReflections(mlir::Operation *op);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Eigenvectors of real matrices as a library packs them: of a pair of complex ones, which are
// conjugate, a column has the real part and the next one the imaginary part.
#pragma once

#include "mlir/IR/Builders.h"

namespace shardc {

/// Real parts and imaginary parts as complex numbers.
mlir::Value complexOf(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value real,
                      mlir::Value imaginary);

/// The columns of complex `vectors`, [batch..., n, n], packed. `imaginary`, [batch..., n], is that
/// of their eigenvalues: above 0 for the first of a pair, below 0 for the second.
mlir::Value packPairs(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value vectors,
                      mlir::Value imaginary);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Discrete Fourier transforms of the last dimensions, as products with small matrices.
#pragma once

#include "mlir/IR/Operation.h"

#include "llvm/ADT/ArrayRef.h"

namespace shardc {

/// What is transformed into what: complex numbers, or a real signal and the first half of its
/// spectrum, whose other half mirrors it.
struct Fourier {
  bool isInverse = false, isReal = false;
};

/// Along so many of the last dimensions, which have these lengths as a signal. An inverse divides
/// by how many points there are.
void expandFourier(mlir::Operation *op, Fourier kind, llvm::ArrayRef<int64_t> lengths);

} // namespace shardc

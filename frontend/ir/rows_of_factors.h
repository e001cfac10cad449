// SPDX-License-Identifier: Apache-2.0
// How the factors of products lie in memory.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>

namespace shardc {

/// Marks the products with a vector that have a factor which has been transposed: of it another
/// dimension than the last has neighbours in memory, as kernels read what is not written turned.
/// Their order follows from that (docs/numerics.md).
void markRowsOfFactors(mlir::func::FuncOp entry);

/// The dimension of an op's operand that has been marked, whether it has that or not; none: none
/// has.
std::optional<int64_t> rowOfFactor(mlir::Operation *op, int operand);

} // namespace shardc

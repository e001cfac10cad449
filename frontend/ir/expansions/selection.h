// SPDX-License-Identifier: Apache-2.0
// The few largest elements along a dimension.
#pragma once

#include "mlir/IR/Operation.h"

namespace shardc {

/// Whether a few largest elements are found one after the other.
bool isSelected(mlir::Operation *op);
/// Does what expandTopK (sorting.h) does, where isSelected(): few elements of many are wanted,
/// floats of 16 or 32 bits or integers of 8 to 32. Else it leaves the op, and is false.
bool selectTopK(mlir::Operation *op);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Rows that were exchanged one pair after the other, as LU does it.
#pragma once

#include "mlir/IR/Operation.h"

namespace shardc {

/// [batch..., k] of rows with which rows 0 to k - 1 were exchanged, counted from 0, as the order
/// [batch..., m] of the m rows that results. Both are of i32.
void expandExchanges(mlir::Operation *op);

} // namespace shardc

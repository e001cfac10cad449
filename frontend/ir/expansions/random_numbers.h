// SPDX-License-Identifier: Apache-2.0
// Random numbers without a state.
#pragma once

#include "mlir/IR/Operation.h"

namespace shardc {

/// Numbers between operands 0 and 1, the second excluded; or, if `normal`, about operand 0 with the
/// standard deviation of operand 1. The key of their bits is `number`.
void expandRandom(mlir::Operation *op, bool normal, int64_t number);

} // namespace shardc

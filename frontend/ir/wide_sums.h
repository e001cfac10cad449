// SPDX-License-Identifier: Apache-2.0
// Sums of floats that are narrower than what they are added up in.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardc {

/// Makes of each a sum that is not rounded, and a conversion: devices that share a sum then combine
/// it before it is rounded. What has another reason to be in one op is left as it is.
void splitNarrowSums(mlir::func::FuncOp entry);

} // namespace shardc

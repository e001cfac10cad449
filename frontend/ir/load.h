// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mlir/IR/MLIRContext.h"

namespace shardc {

/// Loads the dialects that programs are made of.
void loadDialects(mlir::MLIRContext &context);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Ops that are alike: layers of a program are, so what is known of one of its ops holds for most.
#pragma once

#include "mlir/IR/Operation.h"

namespace shardc {

/// Whether ops have the same name, types, attributes and regions: one formula, where they stand in
/// the same place. What they are given is another thing.
bool areAlike(mlir::Operation *a, mlir::Operation *b);
/// The same number for ops that are.
size_t hashOfAlike(mlir::Operation *op);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// The names that JAX prints, as people use them.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace shardc {

/// Calls inputs by their paths, "p/params/w" for "p['params']['w']", unless two would have one, and
/// other values by words, MLP_Dense_0_add for "jit(f)/MLP/Dense_0/add". Locations keep, below the
/// new names, what they were.
void nameForPeople(mlir::ModuleOp module);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "frontend/ir/sharding/algebra/mesh.h"

#include "mlir/IR/BuiltinOps.h"

namespace shardc {

/// Gives every sharding over a mesh with the same axes, whose devices are in another order, the
/// same placement over `mesh`, a mesh of the program. False, and nothing is changed, where the axes
/// cannot say one, or a manual computation has such a mesh.
bool bringToOrderOf(const Mesh &mesh, mlir::ModuleOp program);

} // namespace shardc

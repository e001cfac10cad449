// SPDX-License-Identifier: Apache-2.0
// "sharding" of an op in a JSON program, which names axes of a mesh that the config brings.
#pragma once

#include "frontend/ir/sharding/algebra/mesh.h"

#include "mlir/IR/BuiltinOps.h"

namespace shardc::config {

/// Whether an op says how its result lies, and nobody has read it yet.
bool hasUnreadShardings(mlir::ModuleOp program);
/// Reports the first of them: there is no mesh.
mlir::LogicalResult refuseUnreadShardings(mlir::ModuleOp program);
/// Makes constraints of them, over a mesh that the program has. Reports what is wrong.
mlir::LogicalResult readOpShardings(mlir::ModuleOp program, const Mesh &mesh);

} // namespace shardc::config

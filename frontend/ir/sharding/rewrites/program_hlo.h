// SPDX-License-Identifier: Apache-2.0
// Shardings of programs in HLO's notation, as JAX prints them without Shardy: `mhlo.sharding`.
#pragma once

#include "frontend/ir/sharding/algebra/mesh.h"

#include "mlir/IR/BuiltinOps.h"

namespace shardc {

/// Every `mhlo.sharding` becomes an `sdy.sharding`, over the mesh that the program is about, or one
/// that is made for all of them where it has none. Reports what is wrong. After settleMesh().
mlir::LogicalResult readHloShardings(mlir::ModuleOp program);

/// Whether the mesh of a program was made, so that a config may give another.
bool hasMadeMesh(mlir::ModuleOp program);
/// Gives a program whose mesh was made another one, with the same placements over its axes. Reports
/// those that its axes cannot say.
mlir::LogicalResult moveToMesh(mlir::ModuleOp program, const Mesh &mesh);

} // namespace shardc

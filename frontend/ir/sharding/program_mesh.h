// SPDX-License-Identifier: Apache-2.0
// The meshes that a program declares, and which of them it is about.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace shardc {

/// Checks every mesh of a program and everything that names one, and puts the mesh that its
/// shardings are over first, where meshOf() looks. Meshes without axes hold everything everywhere
/// and are left as they are; shardings over other orders of its devices are brought to it. Reported
/// are meshes that are not well formed, names of meshes that are not there, shardings over several
/// meshes, and those that put a value on one device alone.
mlir::LogicalResult settleMesh(mlir::ModuleOp program);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// The meshes that a program declares, and which of them it is about.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace shardc {

/// Checks every mesh of a program and everything that names one, and puts the mesh that its
/// shardings are over first, where meshOf() looks. Meshes without axes hold everything everywhere
/// and are left as they are; those of one device are written out where they are named; shardings
/// over other orders of its devices are brought to it. Reported are meshes that are not well
/// formed, names of meshes and devices that are not there, and shardings over several meshes.
mlir::LogicalResult settleMesh(mlir::ModuleOp program);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Shardings and meshes as Shardy writes them: text, attributes, and where programs have these.
#pragma once

#include "frontend/ir/sharding/algebra/sharding.h"

#include "mlir/IR/BuiltinOps.h"

namespace shardc {

/// Shardy's notation without the mesh: `[{"data"}, {?}]`; that of one device is its mesh.
std::string str(const Sharding &sharding, const Mesh &mesh);

/// A #sdy.mesh, without a name.
Mesh meshIn(mlir::Attribute attribute);
/// The mesh that a program is about, if it has one: settleMesh() puts it first.
std::optional<Mesh> meshOf(mlir::ModuleOp program);
/// The #sdy.mesh that a program declares under a name; null where it declares none.
mlir::Attribute declaredMesh(mlir::ModuleOp program, StringRef name);
/// A #sdy.sharding over `mesh`, axes of size 1 left out. None (reported at `loc`) where it does not
/// fit the mesh or a tensor of that rank.
std::optional<Sharding> shardingOf(mlir::Attribute attribute, const Mesh &mesh, size_t rank,
                                   mlir::Location loc);
/// A list of axes, as one dimension of a sharding has them, to and from its attribute. None
/// (reported at `loc`) where the mesh does not have them.
std::optional<AxisList> axesIn(mlir::Attribute dimension, const Mesh &mesh, mlir::Location loc);
mlir::Attribute attributeOf(ArrayRef<AxisRef> list, const Mesh &mesh, mlir::MLIRContext *context);
/// The device that a #sdy.sharding is about, where that is one: `<mesh<[], device_ids=[3]>, []>`.
std::optional<int64_t> onlyDevice(mlir::Attribute attribute);
mlir::Attribute attributeOnDevice(int64_t device, mlir::MLIRContext *context);
/// The `sdy.sharding` of a result of an op; null where it has none.
mlir::Attribute annotatedSharding(mlir::Operation *op, unsigned result);
/// The opposite.
mlir::Attribute attributeOf(const Sharding &sharding, const Mesh &mesh, mlir::MLIRContext *context);

/// For `sdy.sharding` of an op with results.
mlir::Attribute perValueAttribute(ArrayRef<Sharding> shardings, const Mesh &mesh,
                                  mlir::MLIRContext *context);
/// Declares the mesh first of all, where meshOf() looks, and returns the name that it has there.
std::string putMeshFirst(mlir::ModuleOp program, const Mesh &mesh);

} // namespace shardc

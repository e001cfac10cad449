// SPDX-License-Identifier: Apache-2.0
// Configs with a mesh.
#pragma once

#include "frontend/config/config.h"
#include "frontend/config/tensor.h"

namespace shardc::config {

/// Where a document first speaks of slices: of independent shards.
std::optional<json::Value> findSlices(json::Value root);
/// Where it names a mesh, or first has a sharding in a notation that brings one.
std::optional<json::Value> findMesh(json::Value root);

/// The mesh and the shardings of the program's own annotations.
std::optional<MeshConfig> annotatedMesh(mlir::ModuleOp program, mlir::func::FuncOp entry);

/// Whether what inputs and outputs are unreduced over nests, so that devices that combine differ in
/// whole coordinates. Reports what does not.
bool unreducedNests(const MeshConfig &config);
/// Whether each of them has a number for the devices that have no part of the result. Reports what
/// has not.
bool unreducedHasNothing(const MeshConfig &config, mlir::func::FuncOp entry);

/// The mesh and the shardings of a config and of the program's annotations together: they must not
/// contradict each other, unless an entry says "override". Reports what is wrong.
std::optional<MeshConfig> readCollective(json::Value root, mlir::ModuleOp program,
                                         mlir::func::FuncOp entry, const ErrorLimit &errors);

} // namespace shardc::config

// SPDX-License-Identifier: Apache-2.0
// Configs with a mesh: checked, and then refused.
#pragma once

#include "frontend/config/tensor.h"

namespace shardc::config {

/// Where a document first speaks of slices: of independent shards.
std::optional<json::Value> findSlices(json::Value root);
/// Where it first names a mesh.
std::optional<json::Value> findMesh(json::Value root);

/// Checks the mesh and the shardings of a config, and reports that they are not supported yet.
void refuseCollective(json::Value root, json::Value mesh, llvm::ArrayRef<Tensor> inputs,
                      llvm::ArrayRef<Tensor> outputs, const ErrorLimit &errors);

} // namespace shardc::config

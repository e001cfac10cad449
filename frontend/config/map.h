// SPDX-License-Identifier: Apache-2.0
// "map" of a config: the program is what one position of named axes does, as a function is to JAX's
// pmap.
#pragma once

#include "frontend/config/tensor.h"
#include "frontend/ir/sharding/algebra/mesh.h"

#include <vector>

namespace shardc {

/// The axes of a config's map, outermost first, which is read before the program: its collectives
/// name them. Empty without a map; none, reported, where they are wrong.
std::optional<std::vector<MeshAxis>> readMapAxes(mlir::MLIRContext &context, llvm::StringRef text,
                                                 llvm::StringRef fileName);

} // namespace shardc

namespace shardc::config {

/// Makes the program that of all positions, where the config has a map; what is wrong is reported.
mlir::LogicalResult applyMap(json::Value root, mlir::ModuleOp program, mlir::func::FuncOp entry,
                             const ErrorLimit &errors);

} // namespace shardc::config

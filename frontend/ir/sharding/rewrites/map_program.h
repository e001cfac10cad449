// SPDX-License-Identifier: Apache-2.0
// A program of one position made the program of all, as JAX's pmap makes a function.
#pragma once

#include "frontend/ir/sharding/algebra/mesh.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardc {

/// Where dimensions of a value of all positions come from: number k is dimension k of the value at
/// a position, ~k the k-th axis of the map.
using MappedDims = llvm::SmallVector<int, 4>;

struct ProgramMap {
  explicit ProgramMap(mlir::Location loc) : loc(loc) {}

  std::vector<MeshAxis> axes; // outermost first, with their positions
  /// That has these axes in their order, and perhaps others, with as many devices or fewer.
  Mesh mesh;
  std::vector<MappedDims> inputs, outputs; // one per input and output
  mlir::Location loc;                      // of the config's "map"
};

/// A program that is mapped may say as the one or the other for how many positions it was made; of
/// the other there is one then, which is number 0.
void countReplicasAsPartitions(mlir::ModuleOp program);

/// Gives the program the map's mesh, its entry the types over all positions, and each position what
/// the program said, in a manual computation. Reports programs that were made for other numbers of
/// positions, or speak of several themselves.
mlir::LogicalResult mapProgram(mlir::ModuleOp program, mlir::func::FuncOp entry,
                               const ProgramMap &map);

} // namespace shardc

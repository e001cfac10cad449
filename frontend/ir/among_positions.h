// SPDX-License-Identifier: Apache-2.0
// Collectives among the positions of a map, made by the names of its axes.
#pragma once

#include "frontend/ir/sharding/algebra/mesh.h"

#include "mlir/IR/Builders.h"

namespace shardc {

/// What says of a collective that its groups are of devices, and not of replicas.
mlir::Attribute channelAmongDevices(mlir::MLIRContext *context);

/// Lists of numbers, of `columns` each, as replica_groups and source_target_pairs are written.
mlir::Attribute rowsAttribute(llvm::ArrayRef<int64_t> numbers, int64_t columns,
                              mlir::MLIRContext *context);

/// Positions by number, row-major over a map's axes, outermost first. All groups are of one size.
struct PositionGroups {
  std::vector<int64_t> positions; // group by group
  int64_t size;
};
/// One group for each place on the other axes; its members run along `names`, the first of which is
/// the slowest. The map has all of them.
PositionGroups groupsAlong(llvm::ArrayRef<MeshAxis> map, llvm::ArrayRef<llvm::StringRef> names);
/// Each group cut up: a row of `parts` has the numbers of members that make a group.
PositionGroups cutUp(const PositionGroups &groups, llvm::ArrayRef<int64_t> parts, int64_t rowSize);

/// Makes them at one place.
struct Collectives {
  mlir::OpBuilder &builder;
  mlir::Location loc;

  /// `body` combines two elements; it is moved.
  mlir::Value allReduce(mlir::Value x, const PositionGroups &groups, mlir::Region &body);
  mlir::Value reduceScatter(mlir::Value x, int64_t dim, const PositionGroups &groups,
                            mlir::Region &body);
  mlir::Value allGather(mlir::Value x, int64_t dim, const PositionGroups &groups);
  mlir::Value allToAll(mlir::Value x, int64_t split, int64_t concat, const PositionGroups &groups);
  /// `pairs`: source and destination, in turn, as members of each group.
  mlir::Value permute(mlir::Value x, llvm::ArrayRef<int64_t> pairs, const PositionGroups &groups);
  /// The place of each position on these axes, as i32.
  mlir::Value axisIndex(llvm::ArrayRef<llvm::StringRef> names);
};

} // namespace shardc

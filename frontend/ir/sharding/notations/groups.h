// SPDX-License-Identifier: Apache-2.0
// Lists of devices, as collectives write them, read as axes of a mesh.
#pragma once

#include "frontend/ir/interfaces/manual.h"

namespace shardc {

/// An attribute of an op's own; null where it has none of that name.
mlir::Attribute inherentOf(mlir::Operation *op, StringRef name);

/// The axes, and parts of axes, that groups of ops in a region lie along, as far as one of a group
/// can tell: what does not fit the mesh is left out.
AxisList axesInGroups(mlir::Operation *region, const Mesh &mesh);
/// The axes along which the members of every group lie, major first: member k of a group is at
/// place k of these axes. Fails, with an error at the op, where groups are not all devices along
/// manual axes.
mlir::FailureOr<Axes> axesOfGroups(mlir::Operation *op, mlir::Attribute groups,
                                   const ManualRegion &region);

/// The members of groups that do not lie along axes of the mesh, or parts of axes, one group after
/// the other, and where these are to come to lie so: places in a row, of each copy of a map, or in
/// another order that has groups of their size along axes.
struct Scattered {
  SmallVector<int64_t> members, places;
};
/// None of other groups, nor in regions beside free axes, or where devices have ids of their own.
std::optional<Scattered> scatteredMembers(mlir::Operation *op, const ManualRegion &region);

/// What is wrong with groups among `count` members, which have to have each once; "" where nothing
/// is. `what`: what a member is called.
std::string problemOfGroups(ArrayRef<int64_t> members, int64_t count, StringRef what);
/// The same of source and destination in turn: a member sends once at most, and gets once at most.
std::string problemOfPairs(ArrayRef<int64_t> pairs, int64_t count, StringRef what);
/// Fails, with an error at the op, where its groups or pairs are not what StableHLO says they are.
mlir::LogicalResult checkMembers(mlir::Operation *op, int64_t count, StringRef what);

/// From which place on the axes each place gets its data, -1 for none. The axes are the fewest,
/// ascending.
struct Sources {
  Axes axes;
  SmallVector<int64_t> from;
};
/// Fails, with an error at the op, where devices that differ in other axes alone do different
/// things.
mlir::FailureOr<Sources> sourcesOfPairs(mlir::Operation *op, mlir::Attribute pairs,
                                        const ManualRegion &region);

} // namespace shardc

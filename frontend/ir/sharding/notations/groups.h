// SPDX-License-Identifier: Apache-2.0
// Lists of devices, as collectives write them, read as axes of a mesh.
#pragma once

#include "frontend/ir/interfaces/manual.h"

namespace shardc {

/// The axes, and parts of axes, that groups of ops in a region lie along, as far as one of a group
/// can tell: what does not fit the mesh is left out.
AxisList axesInGroups(mlir::Operation *region, const Mesh &mesh);
/// The axes along which the members of every group lie, major first: member k of a group is at
/// place k of these axes. Fails, with an error at the op, where groups are not all devices along
/// manual axes.
mlir::FailureOr<Axes> axesOfGroups(mlir::Operation *op, mlir::Attribute groups,
                                   const ManualRegion &region);

/// The members of all groups, one group after the other, where they are all positions of a map and
/// do not lie along axes of its mesh, or parts of axes; none otherwise.
std::optional<SmallVector<int64_t>> scatteredMembers(mlir::Operation *op,
                                                     const ManualRegion &region);

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

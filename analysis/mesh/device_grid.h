// SPDX-License-Identifier: Apache-2.0
// A mesh as the grid of coordinates that the shardings of a program use.
#pragma once

#include "analysis/boxes/shard_boxes.h"
#include "frontend/ir/sharding/algebra/mesh.h"
#include "frontend/ir/sharding/algebra/sharding.h"

namespace shardc {

/// Devices by their coordinates: whole axes, or the parts of them that shardings use. A part that
/// does not nest with those ((1)3 beside (1)2) is a function of several coordinates.
struct DeviceGrid {
  Mesh mesh;
  std::vector<AxisRef> coordinates; // row-major over them is the order of positions

  int64_t devices() const { return mesh.devices(); }
  ShardGrid places() const;
};
/// The grid of a mesh whose axes are cut where `used` cut them; of parts that do not nest, those
/// that come first.
DeviceGrid gridOf(const Mesh &mesh, ArrayRef<AxisRef> used);
/// The coordinates that the places on an axis list depend on, ascending.
SmallVector<int, 2> coordinatesOf(ArrayRef<AxisRef> axes, const DeviceGrid &grid);
/// The sharding, its dimensions split further where devices that differ in the coordinates that it
/// depends on would hold the same: each of these gets a share of that.
Sharding splitApart(Sharding sharding, const DeviceGrid &grid);
/// The part of a dimension that each device holds, which is cut over `axes` as `boxOn` says.
Varying<Interval> partsOf(int64_t extent, ArrayRef<AxisRef> axes, const DeviceGrid &grid);
/// What devices hold of a value of `shape`.
ShardBoxes boxesOn(const Sharding &sharding, ArrayRef<int64_t> shape, const DeviceGrid &grid);

} // namespace shardc

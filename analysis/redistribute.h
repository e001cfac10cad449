// SPDX-License-Identifier: Apache-2.0
// Moving a value: from the boxes that devices hold to the boxes that they need. What is missing is
// received, and nothing else, so what moves is the lower bound for every pair of placements.
#pragma once

#include "analysis/shard_boxes.h"
#include "frontend/ir/mesh.h"

#include "llvm/Support/ErrorHandling.h"

namespace shardc {

/// Devices by their coordinates: whole axes, or the parts of them that shardings use.
struct DeviceGrid {
  Mesh mesh;
  std::vector<AxisRef> coordinates; // row-major over them is the order of positions

  int64_t devices() const { return mesh.devices(); }
  /// The devices that differ from `device` only in the coordinates `over`, in their order.
  std::vector<int64_t> group(int64_t device, ArrayRef<int> over) const;
};
/// The grid of a mesh whose axes are cut where `used` cut them. None where parts of an axis do not
/// nest ((1)2 beside (1)3).
std::optional<DeviceGrid> gridOf(const Mesh &mesh, ArrayRef<AxisRef> used);
/// The coordinates that an axis list takes up.
SmallVector<int, 2> coordinatesOf(ArrayRef<AxisRef> axes, const DeviceGrid &grid);

/// How data moves, where it has a name. Back ends may take it as a hint; what is right follows from
/// the boxes alone.
enum class Pattern : uint8_t {
  allReduce,
  reduceScatter,
  allGather,
  allToAll,
  permute,
  broadcast,
  exchange
};

/// "all_reduce", as reports have it.
inline const char *name(Pattern pattern) {
  switch (pattern) {
  case Pattern::allReduce:
    return "all_reduce";
  case Pattern::reduceScatter:
    return "reduce_scatter";
  case Pattern::allGather:
    return "all_gather";
  case Pattern::allToAll:
    return "all_to_all";
  case Pattern::permute:
    return "permute";
  case Pattern::broadcast:
    return "broadcast";
  case Pattern::exchange:
    return "exchange";
  }
  llvm_unreachable("all patterns have names");
}

struct Move {
  Pattern pattern = Pattern::exchange;
  SmallVector<int, 2> over; // coordinates that differ within a group
  double payload = 0;       // elements that a device receives, mean over devices
  double bound = 0;         // the least of any way to do it
};

/// From held boxes (of one group they do not overlap, replicas hold the same) to needed boxes.
Move exchangeBetween(const ShardBoxes &held, const ShardBoxes &needed, const DeviceGrid &grid);
/// Partial results over `over`, which hold the same box within a group, to needed boxes in it.
Move reductionTo(const ShardBoxes &held, const ShardBoxes &needed, ArrayRef<int> over,
                 const DeviceGrid &grid);

} // namespace shardc

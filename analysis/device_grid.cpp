// SPDX-License-Identifier: Apache-2.0
#include "analysis/device_grid.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace shardc {

ShardGrid DeviceGrid::places() const {
  ShardGrid grid;
  for (const AxisRef &coordinate : coordinates)
    grid.counts.push_back(coordinate.size);
  return grid;
}

std::optional<DeviceGrid> gridOf(const Mesh &mesh, ArrayRef<AxisRef> used) {
  DeviceGrid grid{mesh, {}};
  for (auto [axis, of] : llvm::enumerate(mesh.axes)) {
    std::set<int64_t> ends = {1, of.size};
    for (const AxisRef &part : used) {
      if (part.axis != static_cast<int>(axis)) continue;
      ends.insert(part.before);
      ends.insert(part.before * part.size);
    }
    int64_t before = 1;
    for (int64_t end : ends) {
      if (end % before != 0) return std::nullopt;
      if (end > before) grid.coordinates.push_back({static_cast<int>(axis), before, end / before});
      before = end;
    }
  }
  return grid;
}

SmallVector<int, 2> coordinatesOf(ArrayRef<AxisRef> axes, const DeviceGrid &grid) {
  SmallVector<int, 2> numbers;
  for (auto [number, coordinate] : llvm::enumerate(grid.coordinates))
    if (overlaps(coordinate, axes)) numbers.push_back(static_cast<int>(number));
  return numbers;
}

Varying<Interval> partsOf(int64_t extent, ArrayRef<AxisRef> axes, const DeviceGrid &grid) {
  const ShardGrid places = grid.places();
  const SmallVector<int, 4> all = places.all();
  Sharding line;
  line.dims.push_back({AxisList(axes.begin(), axes.end())});
  return tabulate<Interval>(places, coordinatesOf(axes, grid), [&](ArrayRef<int64_t> at) {
    const int64_t device = places.numberOf(all, at);
    return boxOn(line, {extent}, grid.mesh, coordinatesAt(grid.mesh, device)).front();
  });
}

ShardBoxes boxesOn(const Sharding &sharding, ArrayRef<int64_t> shape, const DeviceGrid &grid) {
  ShardBoxes boxes{grid.places(), {}};
  for (auto [dim, extent] : llvm::zip_equal(sharding.dims, shape))
    boxes.dims.push_back(partsOf(extent, dim.axes, grid));
  return boxes;
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
#include "analysis/mesh/device_grid.h"

#include "frontend/ir/sharding/algebra/cut_mesh.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

ShardGrid DeviceGrid::places() const {
  ShardGrid grid;
  for (const AxisRef &coordinate : coordinates)
    grid.counts.push_back(coordinate.size);
  return grid;
}

DeviceGrid gridOf(const Mesh &mesh, ArrayRef<AxisRef> used) { return {mesh, piecesOf(mesh, used)}; }

/// The least run of coordinates that says where a device is on a part of an axis.
static AxisRef spanOf(const AxisRef &part, const DeviceGrid &grid) {
  int64_t begin = 1, end = grid.mesh.axes[part.axis].size;
  for (const AxisRef &coordinate : grid.coordinates) {
    if (coordinate.axis != part.axis) continue;
    const int64_t last = coordinate.before * coordinate.size;
    if (part.before % coordinate.before == 0) begin = coordinate.before;
    if (last % (part.before * part.size) == 0) end = std::min(end, last);
  }
  return {part.axis, begin, end / begin};
}

SmallVector<int, 2> coordinatesOf(ArrayRef<AxisRef> axes, const DeviceGrid &grid) {
  AxisList spans;
  for (const AxisRef &axis : axes)
    spans.push_back(spanOf(axis, grid));
  SmallVector<int, 2> numbers;
  for (auto [number, coordinate] : llvm::enumerate(grid.coordinates))
    if (overlaps(coordinate, spans)) numbers.push_back(static_cast<int>(number));
  return numbers;
}

Sharding splitApart(Sharding sharding, const DeviceGrid &grid) {
  struct Part {
    AxisRef axis, span;
    size_t dim;
  };
  SmallVector<Part, 4> parts;
  for (auto [dim, of] : llvm::enumerate(sharding.dims))
    for (const AxisRef &axis : of.axes)
      parts.push_back({axis, spanOf(axis, grid), dim});
  llvm::sort(parts, [](const Part &a, const Part &b) { return a.axis < b.axis; });
  // Up to each part, and from the last one of a run on, what no part takes of the coordinates.
  for (size_t k = 0; k < parts.size(); ++k) {
    const auto &[axis, span, dim] = parts[k];
    const auto endOf = [](const AxisRef &ref) { return ref.before * ref.size; };
    const auto addUpTo = [&](int64_t from, int64_t to) {
      append(sharding.dims[dim].axes, {axis.axis, from, to / from});
    };
    const bool continues = k > 0 && overlaps(span, parts[k - 1].span);
    addUpTo(continues ? endOf(parts[k - 1].axis) : span.before, axis.before);
    const bool ends = k + 1 == parts.size() || !overlaps(span, parts[k + 1].span);
    if (ends) addUpTo(endOf(axis), endOf(span));
  }
  return sharding;
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

/// An interval that the device at a position has, and no other one anything of.
static Varying<Interval> onlyAt(const ShardGrid &places, int64_t position, Interval all) {
  const SmallVector<int, 4> over = places.all();
  return tabulate<Interval>(places, over, [&](ArrayRef<int64_t> at) {
    return places.numberOf(over, at) == position ? all : Interval{0, 0, 1};
  });
}

ShardBoxes boxesOn(const Sharding &sharding, ArrayRef<int64_t> shape, const DeviceGrid &grid) {
  ShardBoxes boxes{grid.places(), {}};
  for (auto [dim, extent] : llvm::zip_equal(sharding.dims, shape))
    boxes.dims.push_back(partsOf(extent, dim.axes, grid));
  if (sharding.onlyOn)
    boxes.dims.front() = onlyAt(boxes.grid, *sharding.onlyOn, boxes.dims.front().literal());
  return boxes;
}

} // namespace shardc

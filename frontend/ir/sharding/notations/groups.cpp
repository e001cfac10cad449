// SPDX-License-Identifier: Apache-2.0
// The axes of a group are read off its first member's neighbours: the second member differs from it
// along the minor axis, and the one that comes after that axis is through along the next. All other
// members and groups are then held against these axes.
#include "frontend/ir/sharding/notations/groups.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/sharding/algebra/meshed_sharding.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

using Rows = std::vector<SmallVector<int64_t, 8>>;

static Report refuse(Operation *op, const Twine &what) {
  Report error = report(op->getLoc(), Diag::unsupported_op);
  error << op->getName().getStringRef() << ": " << what;
  return error;
}

/// By device, -1 where the mesh does not have it.
static SmallVector<int64_t> positionsOf(const Mesh &mesh) {
  SmallVector<int64_t> positions(mesh.devices(), -1);
  for (int64_t position = 0; position < mesh.devices(); ++position) {
    const int64_t device = mesh.deviceAt(position);
    if (0 <= device && device < mesh.devices()) positions[device] = position;
  }
  return positions;
}

/// The rows of a dense matrix, devices as positions on the mesh.
static FailureOr<Rows> rowsOf(Operation *op, Attribute attr, const Mesh &mesh, StringRef what) {
  auto dense = dyn_cast<DenseIntElementsAttr>(attr);
  if (!dense || dense.getType().getRank() != 2)
    return refuse(op, "'" + what + "' has to be written as 'dense<[[0, 1], [2, 3]]>'");
  const SmallVector<int64_t> positions = positionsOf(mesh);
  const int64_t length = dense.getType().getDimSize(1);
  Rows rows;
  for (auto [k, each] : llvm::enumerate(dense.getValues<APInt>())) {
    const int64_t device = each.getSExtValue();
    if (device < 0 || device >= mesh.devices() || positions[device] < 0)
      return refuse(op, "'" + what + "' names device " + Twine(device) +
                            ", and groups have to be of one size, of the mesh '" + mesh.str() +
                            "'");
    if (k % length == 0) rows.emplace_back();
    rows.back().push_back(positions[device]);
  }
  return rows;
}

AxisList axesInGroups(Operation *region, const Mesh &mesh) {
  AxisList all;
  const auto positions = positionsOf(mesh);
  region->walk([&](Operation *op) {
    const auto groups = dyn_cast_or_null<DenseIntElementsAttr>(
        op->getInherentAttr("replica_groups").value_or(Attribute()));
    if (!groups || groups.getType().getRank() != 2 || groups.getNumElements() == 0) return;
    std::vector<int64_t> order;
    for (const APInt &each :
         llvm::make_range(groups.value_begin<APInt>(),
                          groups.value_begin<APInt>() + groups.getType().getDimSize(1))) {
      const int64_t device = each.getSExtValue();
      if (device < 0 || device >= mesh.devices()) return;
      order.push_back(positions[device]);
    }
    for (int64_t &position : llvm::reverse(order))
      position -= order.front();
    if (const auto axes = axesOfOrder(order, mesh)) all.append(axes->begin(), axes->end());
  });
  return all;
}

/// The axes along which the members lie, if it is so for this group.
static std::optional<Axes> axesOfGroup(ArrayRef<int64_t> members, const Mesh &mesh) {
  Axes axes;
  const auto first = coordinatesAt(mesh, members.front());
  size_t unit = 1;
  while (unit < members.size()) { // the minor axis moves fastest
    const auto next = coordinatesAt(mesh, members[unit]);
    int moved = -1;
    for (int axis = 0; axis < static_cast<int>(next.size()); ++axis)
      if (next[axis] != first[axis]) moved = axis;
    if (moved < 0 || llvm::is_contained(axes, moved)) return std::nullopt;
    axes.insert(axes.begin(), moved);
    unit *= mesh.axes[moved].size;
  }
  return unit == members.size() ? std::optional(axes) : std::nullopt;
}

static AxisList wholeAxes(const Axes &axes, const Mesh &mesh) {
  AxisList list;
  for (int axis : axes)
    list.push_back(wholeAxis(mesh, axis));
  return list;
}

/// Whether member k of every group is at place k, and the other coordinates are the group's own.
static bool liesAlong(const Rows &groups, const Axes &axes, const Mesh &mesh) {
  const AxisList list = wholeAxes(axes, mesh);
  llvm::SmallDenseSet<int64_t> seen;
  for (const auto &members : groups) {
    auto base = coordinatesAt(mesh, members.front());
    for (auto [place, member] : llvm::enumerate(members)) {
      auto at = coordinatesAt(mesh, member);
      if (placeOn(list, mesh, at) != static_cast<int64_t>(place)) return false;
      for (int axis : axes)
        at[axis] = base[axis];
      if (at != base || !seen.insert(member).second) return false;
    }
  }
  return static_cast<int64_t>(seen.size()) == mesh.devices();
}

/// Without a channel, or without being told so, groups are of replicas, of which there is one.
static LogicalResult requireDevices(Operation *op) {
  for (StringRef name : {"channel_handle", "use_global_device_ids"}) {
    const std::optional<Attribute> value = op->getInherentAttr(name);
    if (value && !*value)
      return refuse(op, "without '" + name + "' it is among replicas, of which there is one");
  }
  return success();
}

FailureOr<Axes> axesOfGroups(Operation *op, Attribute groups, const ManualRegion &region) {
  if (failed(requireDevices(op))) return failure();
  const auto rows = rowsOf(op, groups, region.mesh, "replica_groups");
  if (failed(rows)) return failure();
  if (rows->empty()) { // one group of all
    if (region.axes.size() == region.mesh.axes.size()) return region.axes;
    return refuse(op, "a group of all devices is not along manual axes alone");
  }
  const auto axes = axesOfGroup(rows->front(), region.mesh);
  if (!axes || !liesAlong(*rows, *axes, region.mesh))
    return refuse(op, "its groups of devices do not lie along axes of the mesh '" +
                          region.meshes.whole.str() + "', or parts of axes");
  for (int axis : *axes)
    if (!region.isManual(axis))
      return refuse(op, "its groups of devices lie along axis '" + region.mesh.axes[axis].name +
                            "', which is not manual here");
  return *axes;
}

/// The rows of groups, where every position of the mesh is in one of them, once.
static Rows completeRows(Operation *op, const Mesh &mesh) {
  const auto groups = dyn_cast_or_null<DenseIntElementsAttr>(
      op->getInherentAttr("replica_groups").value_or(Attribute()));
  if (!groups || groups.getType().getRank() != 2 || groups.getNumElements() != mesh.devices())
    return {};
  const int64_t length = groups.getType().getDimSize(1);
  llvm::SmallDenseSet<int64_t> seen;
  Rows rows;
  for (auto [k, each] : llvm::enumerate(groups.getValues<APInt>())) {
    const int64_t position = each.getSExtValue();
    if (position < 0 || position >= mesh.devices() || !seen.insert(position).second) return {};
    if (k % length == 0) rows.emplace_back();
    rows.back().push_back(position);
  }
  return rows;
}

std::optional<SmallVector<int64_t>> scatteredMembers(Operation *op, const ManualRegion &region) {
  if (!region.isMap) return std::nullopt;
  const Rows rows = completeRows(op, region.meshes.whole);
  if (rows.empty()) return std::nullopt;
  const auto inner = region.cutFor(axesInGroups(op, region.meshes.whole));
  const Mesh &mesh = inner ? inner->mesh : region.mesh;
  const auto axes = axesOfGroup(rows.front(), mesh);
  if (axes && liesAlong(rows, *axes, mesh)) return std::nullopt;
  SmallVector<int64_t> members;
  for (const auto &row : rows)
    members.append(row.begin(), row.end());
  if (llvm::is_sorted(members)) return std::nullopt; // in order already
  return members;
}

/// Whether devices at one place on the axes all get what is at one place there.
static bool areAlikeBeside(Axes axes, ArrayRef<int64_t> source, const Mesh &mesh) {
  llvm::sort(axes);
  const AxisList list = wholeAxes(axes, mesh);
  SmallVector<int64_t> from(product(list), -2);
  for (int64_t device = 0; device < mesh.devices(); ++device) {
    int64_t &known = from[placeOn(list, mesh, coordinatesAt(mesh, device))];
    const int64_t own =
        source[device] < 0 ? -1 : placeOn(list, mesh, coordinatesAt(mesh, source[device]));
    if (known != -2 && known != own) return false;
    known = own;
  }
  return true;
}

FailureOr<Sources> sourcesOfPairs(Operation *op, Attribute pairs, const ManualRegion &region) {
  if (failed(requireDevices(op))) return failure();
  const Mesh &mesh = region.mesh;
  const auto rows = rowsOf(op, pairs, mesh, "source_target_pairs");
  if (failed(rows)) return failure();
  SmallVector<int64_t> source(mesh.devices(), -1);
  Sources sources;
  for (const auto &pair : *rows) {
    if (pair.size() != 2) return refuse(op, "'source_target_pairs' has to be of pairs");
    if (source[pair[1]] >= 0) return refuse(op, "a device gets data from two others");
    source[pair[1]] = pair[0];
    const auto from = coordinatesAt(mesh, pair[0]), to = coordinatesAt(mesh, pair[1]);
    for (int axis = 0; axis < static_cast<int>(to.size()); ++axis)
      if (from[axis] != to[axis] && !llvm::is_contained(sources.axes, axis))
        sources.axes.push_back(axis);
  }
  // Whether a device gets anything may depend on manual axes alone as well.
  if (llvm::is_contained(source, -1))
    sources.axes = rows->empty() || sources.axes.empty() ? region.axes : sources.axes;
  if (!areAlikeBeside(sources.axes, source, mesh)) // where others lie counts as well
    for (int axis : region.axes)
      if (!llvm::is_contained(sources.axes, axis)) sources.axes.push_back(axis);
  llvm::sort(sources.axes);
  for (int axis : sources.axes)
    if (!region.isManual(axis))
      return refuse(op,
                    "it sends along axis '" + mesh.axes[axis].name + "', which is not manual here");
  const AxisList list = wholeAxes(sources.axes, mesh);
  sources.from.assign(product(list), -2);
  for (int64_t device = 0; device < mesh.devices(); ++device) {
    int64_t &known = sources.from[placeOn(list, mesh, coordinatesAt(mesh, device))];
    const int64_t own =
        source[device] < 0 ? -1 : placeOn(list, mesh, coordinatesAt(mesh, source[device]));
    if (known != -2 && known != own)
      return refuse(op, "devices that differ in other axes than it sends along get data from "
                        "different places");
    known = own;
  }
  return sources;
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// The axes of a group are read off its first member's neighbours: the second member differs from it
// along the minor axis, and the one that comes after that axis is through along the next. All other
// members and groups are then held against these axes.
#include "frontend/ir/sharding/notations/groups.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/sharding/algebra/meshed_sharding.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace mlir;

namespace shardc {

using Rows = std::vector<SmallVector<int64_t, 8>>;

static Report refuse(Operation *op, const Twine &what, Diag id = Diag::unsupported_op) {
  Report error = report(op->getLoc(), id);
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

static std::string notThere(int64_t member, int64_t count, StringRef what) {
  return ("there is no " + what + " " + Twine(member) + "; they are 0 to " + Twine(count - 1))
      .str();
}

/// What is wrong where each is there once at most. `seen` are those that are.
static std::string problemOfMembers(ArrayRef<int64_t> members, StringRef what,
                                    std::vector<bool> &seen) {
  const auto count = static_cast<int64_t>(seen.size());
  for (const int64_t member : members) {
    if (member < 0 || member >= count) return notThere(member, count, what);
    if (seen[member]) return (what + " " + Twine(member) + " is in groups twice").str();
    seen[member] = true;
  }
  return "";
}

std::string problemOfGroups(ArrayRef<int64_t> members, int64_t count, StringRef what) {
  std::vector<bool> seen(count);
  std::string problem = problemOfMembers(members, what, seen);
  const auto missing = llvm::find(seen, false);
  if (!problem.empty() || missing == seen.end()) return problem;
  return (what + " " + Twine(missing - seen.begin()) + " is in no group; each has to be in one")
      .str();
}

std::string problemOfPairs(ArrayRef<int64_t> pairs, int64_t count, StringRef what) {
  std::vector<bool> sends(count), gets(count);
  for (auto [k, member] : llvm::enumerate(pairs)) {
    if (member < 0 || member >= count) return notThere(member, count, what);
    const bool isSource = k % 2 == 0;
    if ((isSource ? sends : gets)[member])
      return (what + " " + Twine(member) +
              (isSource ? " sends twice" : " gets data from two others"))
          .str();
    (isSource ? sends : gets)[member] = true;
  }
  return "";
}

Attribute inherentOf(Operation *op, StringRef name) {
  return op->getInherentAttr(name).value_or(Attribute());
}

LogicalResult checkMembers(Operation *op, int64_t count, StringRef what) {
  const Attribute groups = inherentOf(op, "replica_groups");
  const auto given = dyn_cast_or_null<DenseIntElementsAttr>(
      groups ? groups : inherentOf(op, "source_target_pairs"));
  if (!given || given.getType().getRank() != 2) return success(); // refused where it is compiled
  if (given.getNumElements() == 0) return success();              // all in one group, or nobody
  SmallVector<int64_t> members;
  for (const APInt &each : given.getValues<APInt>())
    members.push_back(each.getSExtValue());
  if (groups && llvm::is_contained(members, -1)) // pads rows
    return refuse(op, "groups of several sizes cannot be compiled yet");
  std::vector<bool> seen(count);
  const std::string problem = !groups ? problemOfPairs(members, count, what)
                              : isa<stablehlo::CollectiveBroadcastOp>(op)
                                  ? problemOfMembers(members, what, seen) // others get zeros
                                  : problemOfGroups(members, count, what);
  return problem.empty() ? LogicalResult(success()) : refuse(op, problem, Diag::bad_attribute);
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
    if (k % length == 0) rows.emplace_back();
    rows.back().push_back(positions[each.getSExtValue()]);
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
static LogicalResult requireDevices(Operation *op, const Mesh &mesh) {
  for (StringRef name : {"channel_handle", "use_global_device_ids"}) {
    const std::optional<Attribute> value = op->getInherentAttr(name);
    if (value && !*value)
      return refuse(op, "without '" + name + "' it is among replicas, of which there is one");
  }
  return checkMembers(op, mesh.devices(), "device");
}

FailureOr<Axes> axesOfGroups(Operation *op, Attribute groups, const ManualRegion &region) {
  if (failed(requireDevices(op, region.mesh))) return failure();
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

/// The rows of groups of all devices; none of others.
static Rows completeRows(Operation *op, const Mesh &mesh) {
  const auto groups = dyn_cast_or_null<DenseIntElementsAttr>(inherentOf(op, "replica_groups"));
  if (!groups || groups.getType().getRank() != 2) return {};
  SmallVector<int64_t> members;
  for (const APInt &each : groups.getValues<APInt>())
    members.push_back(each.getSExtValue());
  if (!problemOfGroups(members, mesh.devices(), "device").empty()) return {};
  Rows rows;
  const auto length = static_cast<size_t>(groups.getType().getDimSize(1));
  for (size_t first = 0; first < members.size(); first += length)
    rows.emplace_back(ArrayRef(members).slice(first, length));
  return rows;
}

/// Whether numbers of devices are those of places on the mesh, which differ in manual axes alone;
/// or the map's, copy after copy of it.
static bool areInRows(const ManualRegion &region) {
  return region.isMap ||
         (region.meshes.whole.deviceIds.empty() && region.axes.size() == region.mesh.axes.size());
}

/// All devices, copy after copy of a map, in an order in which groups of `size` neighbours lie
/// along axes, or parts of them: as by their positions, if those do.
static SmallVector<int64_t> inGroups(const ManualRegion &region, int64_t size) {
  AxisList copies, major, minor;
  for (int axis = static_cast<int>(region.mesh.axes.size()) - 1; axis >= 0; --axis) {
    const int64_t extent = region.mesh.axes[axis].size;
    if (!region.isManual(axis)) {
      copies.insert(copies.begin(), wholeAxis(region.mesh, axis));
      continue;
    }
    const int64_t within = std::gcd(size, extent), beside = extent / within;
    size /= within;
    if (within > 1) minor.insert(minor.begin(), {axis, beside, within});
    if (beside > 1) major.insert(major.begin(), {axis, 1, beside});
  }
  AxisList order = std::move(copies);
  order.append(major);
  order.append(minor);
  SmallVector<int64_t> devices(region.mesh.devices());
  for (int64_t device = 0; device < region.mesh.devices(); ++device)
    devices[placeOn(order, region.mesh, coordinatesAt(region.mesh, device))] = device;
  return devices;
}

std::optional<Scattered> scatteredMembers(Operation *op, const ManualRegion &region) {
  if (!areInRows(region)) return std::nullopt;
  const Rows rows = completeRows(op, region.meshes.whole);
  if (rows.empty()) return std::nullopt;
  const auto inner = region.cutFor(axesInGroups(op, region.meshes.whole));
  const Mesh &mesh = inner ? inner->mesh : region.mesh;
  const auto axes = axesOfGroup(rows.front(), mesh);
  if (axes && liesAlong(rows, *axes, mesh)) return std::nullopt;
  SmallVector<int64_t> members;
  for (const auto &row : rows)
    members.append(row.begin(), row.end());
  SmallVector<int64_t> places = inGroups(region, static_cast<int64_t>(rows.front().size()));
  if (members == places) return std::nullopt; // in order already
  return Scattered{std::move(members), std::move(places)};
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
  if (failed(requireDevices(op, region.mesh))) return failure();
  const Mesh &mesh = region.mesh;
  const auto rows = rowsOf(op, pairs, mesh, "source_target_pairs");
  if (failed(rows)) return failure();
  SmallVector<int64_t> source(mesh.devices(), -1);
  Sources sources;
  for (const auto &pair : *rows) {
    if (pair.size() != 2) return refuse(op, "'source_target_pairs' has to be of pairs");
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

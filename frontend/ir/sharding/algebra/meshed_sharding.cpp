// SPDX-License-Identifier: Apache-2.0
// How a sharding goes from one mesh to another. Its blocks are numbered, the major axis of the
// first dimension first, and the devices of each block listed by their position on the other mesh.
// That order of positions is read as digits (digits.h): each digit is cut where a part of the
// sharding begins, and where an axis of the other mesh does, and what is left are parts of axes.
// Devices of one block are sorted first: they hold the same, so that any order of them says the
// same.
#include "frontend/ir/sharding/algebra/meshed_sharding.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace shardc {

bool hasAxes(const MeshedSharding &given) { return !given.mesh.axes.empty(); }

std::optional<int64_t> onlyDevice(const MeshedSharding &given) {
  if (given.sharding.onlyOn) return given.mesh.deviceAt(*given.sharding.onlyOn);
  if (hasAxes(given) || given.mesh.deviceIds.empty()) return std::nullopt;
  return given.mesh.deviceIds.front();
}

/// In the order of positions.
static std::vector<int64_t> devicesOf(const Mesh &mesh) {
  std::vector<int64_t> devices = mesh.deviceIds;
  for (int64_t device = 0; mesh.deviceIds.empty() && device < mesh.devices(); ++device)
    devices.push_back(device);
  return devices;
}

static std::vector<int64_t> inverted(ArrayRef<int64_t> order) {
  std::vector<int64_t> places(order.size());
  for (auto [place, element] : llvm::enumerate(order))
    places[element] = static_cast<int64_t>(place);
  return places;
}

namespace {

/// All parts of axes that a sharding speaks of, in one order.
struct Parts {
  explicit Parts(Sharding &sharding) {
    for (DimSharding &dim : sharding.dims)
      lists.push_back(&dim.axes);
    lists.push_back(&sharding.unreduced);
    lists.push_back(&sharding.replicated);
    for (AxisList *list : lists)
      all.append(list->begin(), list->end());
  }
  SmallVector<AxisList *, 6> lists;
  SmallVector<AxisRef, 6> all;
};

} // namespace

std::vector<int64_t> devicesByBlock(ArrayRef<AxisRef> parts, const Mesh &own, const Mesh &other) {
  const std::vector<int64_t> devices = devicesOf(own), places = inverted(devicesOf(other));
  std::vector<std::vector<int64_t>> blocks(product(parts));
  for (size_t position = 0; position < devices.size(); ++position)
    blocks[placeOn(parts, own, coordinatesAt(own, static_cast<int64_t>(position)))].push_back(
        places[devices[position]]);
  std::vector<int64_t> order;
  for (std::vector<int64_t> &block : blocks) {
    llvm::sort(block);
    order.insert(order.end(), block.begin(), block.end());
  }
  return order;
}

std::optional<std::vector<Digits>> digitsOfParts(ArrayRef<AxisRef> parts, const Mesh &own,
                                                 const Mesh &other) {
  const std::optional<Digits> digits = digitsOf(devicesByBlock(parts, own, other));
  if (!digits) return std::nullopt;
  // Where parts begin in the number of a device in the order, from the minor end on.
  SmallVector<int64_t> bounds = {own.devices() / product(parts)};
  for (const AxisRef &part : llvm::reverse(parts))
    bounds.push_back(bounds.back() * part.size);
  std::vector<Digits> pieces(parts.size());
  int64_t number = 1;
  for (const Digit &digit : *digits) {
    const std::optional<Digits> split = splitAt({digit.size, number}, bounds);
    if (!split) return std::nullopt;
    for (const Digit &piece : *split) {
      const auto minorParts = llvm::count_if(bounds, [&](auto b) { return b <= piece.stride; });
      if (minorParts > 0) {
        Digits &of = pieces[parts.size() - minorParts];
        of.insert(of.begin(), {piece.size, digit.stride * (piece.stride / number)});
      }
    }
    number *= digit.size;
  }
  return pieces;
}

/// The strides of the axes, and the number of devices.
static SmallVector<int64_t> boundsOf(const Mesh &mesh) {
  SmallVector<int64_t> bounds = {1};
  for (const MeshAxis &axis : llvm::reverse(mesh.axes))
    bounds.push_back(bounds.back() * axis.size);
  return bounds;
}

/// The parts of axes that a digit of a position is, appended to a list.
static bool appendAxes(const Digit &digit, const Mesh &mesh, AxisList &list) {
  const SmallVector<int64_t> bounds = boundsOf(mesh);
  const std::optional<Digits> split = splitAt(digit, bounds);
  if (!split) return false;
  for (const Digit &piece : llvm::reverse(*split)) {
    const auto above = llvm::count_if(bounds, [&](int64_t b) { return b <= piece.stride; });
    const auto axis = static_cast<int>(mesh.axes.size() - above);
    // Axes of size 1 have the bounds of their neighbours.
    const int64_t begin = bounds[above - 1], end = bounds[above];
    const int64_t upTo = piece.stride * piece.size;
    if (piece.stride % begin != 0 || end % upTo != 0) return false;
    append(list, {axis, end / upTo, piece.size});
  }
  return true;
}

std::optional<AxisList> axesOfOrder(ArrayRef<int64_t> order, const Mesh &mesh) {
  const std::set<int64_t> all(order.begin(), order.end()); // each once, on the mesh
  const bool isOrder =
      all.size() == order.size() && *all.begin() == 0 && *all.rbegin() < mesh.devices();
  if (!isOrder) return std::nullopt;
  const std::optional<Digits> digits = digitsOf(order);
  AxisList list;
  for (const Digit &digit : llvm::reverse(digits.value_or(Digits())))
    if (!appendAxes(digit, mesh, list)) return std::nullopt;
  return digits ? std::optional(list) : std::nullopt;
}

/// Axes in an order that does not count.
static void sortJoined(AxisList &list) {
  AxisList joined;
  llvm::sort(list);
  for (const AxisRef &axis : list)
    append(joined, axis);
  list = joined;
}

std::optional<Sharding> onMesh(const MeshedSharding &given, const Mesh &mesh) {
  if (const auto device = onlyDevice(given)) {
    const size_t rank = given.sharding.dims.size();
    const auto position = mesh.positionOf(*device);
    if (!position || !mayLieOnOne(rank, mesh)) return std::nullopt;
    return shardingOnly(rank, *position, mesh);
  }
  const bool same = given.mesh.axes == mesh.axes && given.mesh.deviceIds == mesh.deviceIds;
  if (same || !hasAxes(given)) return given.sharding;
  if (given.mesh.devices() != mesh.devices()) return std::nullopt;
  Sharding result = given.sharding;
  const Parts parts(result);
  const auto pieces = digitsOfParts(parts.all, given.mesh, mesh);
  if (!pieces) return std::nullopt;
  size_t number = 0;
  for (AxisList *list : parts.lists) {
    const size_t count = list->size();
    list->clear();
    for (size_t k = 0; k < count; ++k)
      for (const Digit &digit : (*pieces)[number++])
        if (!appendAxes(digit, mesh, *list)) return std::nullopt;
  }
  sortJoined(result.unreduced);
  sortJoined(result.replicated);
  return result;
}

static bool isNamed(const Mesh &mesh) {
  return !mesh.axes.empty() && llvm::all_of(mesh.axes, [](auto &a) { return !a.name.empty(); });
}

/// Adds where the parts of a sharding begin and end among the positions of a mesh. False where it
/// is not made of digits of these, or not of nested ones.
static bool addBounds(MeshedSharding given, const Mesh &mesh, std::set<int64_t> &bounds) {
  const auto pieces = digitsOfParts(Parts(given.sharding).all, given.mesh, mesh);
  if (!pieces) return false;
  for (const Digits &piece : *pieces)
    for (const Digit &digit : piece)
      bounds.insert({digit.stride, digit.stride * digit.size});
  int64_t last = 1;
  return llvm::all_of(bounds,
                      [&](int64_t bound) { return bound % std::exchange(last, bound) == 0; });
}

/// The axes between bounds, over the devices of a mesh.
static Mesh meshBetween(const std::set<int64_t> &bounds, const Mesh &devices) {
  Mesh mesh{"", {}, devices.deviceIds};
  int64_t last = 1;
  for (const int64_t bound : bounds)
    if (const int64_t size = bound / std::exchange(last, bound); size > 1)
      mesh.axes.insert(mesh.axes.begin(), {"", size});
  if (mesh.axes.empty()) mesh.axes.push_back({"", 1});
  for (auto [number, axis] : llvm::enumerate(mesh.axes))
    axis.name = "_axis_" + std::to_string(number);
  return mesh;
}

/// Over the devices in the order of `devices`.
static CommonMesh commonAmong(ArrayRef<MeshedSharding> all, const Mesh &devices) {
  std::set<int64_t> bounds = {1, devices.devices()};
  for (auto [number, given] : llvm::enumerate(all)) {
    const auto device = onlyDevice(given);
    if (device && !devices.positionOf(*device)) return {meshBetween(bounds, devices), number};
    if (!hasAxes(given)) continue;
    const std::set<int64_t> before = bounds;
    const bool fits =
        given.mesh.devices() == devices.devices() && addBounds(given, devices, bounds);
    if (!fits) return {meshBetween(before, devices), number};
  }
  return {meshBetween(bounds, devices), std::nullopt};
}

CommonMesh commonMesh(ArrayRef<MeshedSharding> all) {
  const auto *first = llvm::find_if(all, hasAxes);
  const auto *named = llvm::find_if(all, [](auto &given) { return isNamed(given.mesh); });
  if (named != all.end()) {
    for (auto [number, given] : llvm::enumerate(all))
      if (!onMesh(given, named->mesh)) return {named->mesh, number};
    return {named->mesh, std::nullopt};
  }
  const Mesh plain = {"", {{"", first == all.end() ? 1 : first->mesh.devices()}}, {}};
  CommonMesh common = commonAmong(all, plain);
  const bool hasOrder =
      common.misfit && hasAxes(all[*common.misfit]) && !all[*common.misfit].mesh.deviceIds.empty();
  if (!hasOrder) return common;
  // Devices in an order of their own may be in that order for all of them.
  const CommonMesh other = commonAmong(all, all[*common.misfit].mesh);
  return other.misfit ? common : other;
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// A part of an axis takes the digits of a device's place on it between two divisors of the size:
// `before` and before * size. Parts nest where their ends, in order, divide each other; then what
// lists of axes have in common, and what is left of them, is found part by part, major first.
#include "frontend/ir/sharding/algebra/mesh.h"

#include "frontend/diagnostics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <array>
#include <cctype>
#include <numeric>

namespace shardc {

using llvm::ArrayRef;

int64_t Mesh::devices() const {
  int64_t count = 1;
  for (const MeshAxis &axis : axes)
    count *= axis.size;
  return count;
}

int64_t Mesh::deviceAt(int64_t position) const {
  return deviceIds.empty() ? position : deviceIds[position];
}

std::optional<int64_t> Mesh::positionOf(int64_t device) const {
  const bool isUsual = deviceIds.empty() && 0 <= device && device < devices();
  if (isUsual) return device;
  const auto found = llvm::find(deviceIds, device);
  if (found == deviceIds.end()) return std::nullopt;
  return found - deviceIds.begin();
}

int Mesh::find(llvm::StringRef axisName) const {
  for (auto [number, axis] : llvm::enumerate(axes))
    if (axis.name == axisName) return static_cast<int>(number);
  return -1;
}

std::string Mesh::str() const {
  std::string text;
  for (const MeshAxis &axis : axes)
    text += (text.empty() ? "" : ", ") + axis.name + "=" + std::to_string(axis.size);
  return text;
}

static std::string problemOfAxis(const Mesh &mesh, size_t number) {
  const auto &[name, size] = mesh.axes[number];
  const bool isPlain = llvm::none_of(name, [](char c) {
    return llvm::StringRef(" ,=:?()\"").contains(c) || std::iscntrl(static_cast<unsigned char>(c));
  });
  if (name.empty() || !isPlain) return "'" + shown(name) + "' cannot be the name of an axis";
  if (size < 1)
    return "axis '" + shown(name) + "' has size " + std::to_string(size) +
           "; it must be at least 1";
  if (mesh.find(name) != static_cast<int>(number)) return "axis '" + shown(name) + "' occurs twice";
  return "";
}

static std::string problemOfIds(ArrayRef<int64_t> ids, int64_t devices) {
  if (static_cast<int64_t>(ids.size()) != devices)
    return "'device_ids' lists " + std::to_string(ids.size()) + " devices, and the mesh has " +
           std::to_string(devices);
  std::vector<bool> seen(devices);
  for (const int64_t id : ids) {
    if (id < 0 || id >= devices)
      return "there is no device " + std::to_string(id) + "; ids are 0 to " +
             std::to_string(devices - 1);
    if (seen[id]) return "device " + std::to_string(id) + " occurs twice";
    seen[id] = true;
  }
  return "";
}

/// Without axes a mesh stands for any, or for one device.
static std::string problemOfDevice(ArrayRef<int64_t> ids) {
  if (ids.size() > 1)
    return "without axes it is one device, and 'device_ids' lists " + std::to_string(ids.size());
  return ids.empty() || ids[0] >= 0 ? "" : "there is no device " + std::to_string(ids[0]);
}

std::string problemOf(const Mesh &mesh) {
  if (mesh.axes.empty()) return problemOfDevice(mesh.deviceIds);
  if (mesh.axes.size() > kMostAxes)
    return "a mesh has at most " + std::to_string(kMostAxes) + " axes";
  int64_t devices = 1;
  for (size_t number = 0; number < mesh.axes.size(); ++number) {
    std::string problem = problemOfAxis(mesh, number);
    if (!problem.empty()) return problem;
    // Neither factor is above the limit here, so their product is no overflow.
    devices *= std::min(mesh.axes[number].size, kMostDevices + 1);
    if (devices > kMostDevices)
      return "the mesh has more than " + std::to_string(kMostDevices) + " devices";
  }
  return mesh.deviceIds.empty() ? "" : problemOfIds(mesh.deviceIds, devices);
}

void dropUsualIds(Mesh &mesh) {
  if (mesh.axes.empty()) return;
  for (auto [position, id] : llvm::enumerate(mesh.deviceIds))
    if (id != static_cast<int64_t>(position)) return;
  mesh.deviceIds.clear();
}

AxisRef wholeAxis(const Mesh &mesh, int axis) { return {axis, 1, mesh.axes[axis].size}; }

bool overlaps(const AxisRef &a, const AxisRef &b) {
  if (a.axis != b.axis) return false;
  return a.before % (b.before * b.size) != 0 && b.before % (a.before * a.size) != 0;
}

bool overlaps(const AxisRef &a, ArrayRef<AxisRef> list) {
  return llvm::any_of(list, [&](const AxisRef &b) { return overlaps(a, b); });
}

bool nest(const AxisRef &a, const AxisRef &b) {
  std::array<int64_t, 4> ends = {a.before, a.before * a.size, b.before, b.before * b.size};
  llvm::sort(ends);
  return a.axis != b.axis ||
         (ends[1] % ends[0] == 0 && ends[2] % ends[1] == 0 && ends[3] % ends[2] == 0);
}

int64_t product(ArrayRef<AxisRef> list) {
  int64_t parts = 1;
  for (const AxisRef &axis : list)
    parts *= axis.size;
  return parts;
}

void append(AxisList &list, AxisRef axis) {
  if (axis.size == 1) return;
  if (!list.empty() && list.back().axis == axis.axis &&
      list.back().before * list.back().size == axis.before)
    list.back().size *= axis.size;
  else
    list.push_back(axis);
}

/// The greatest major part that both have.
static std::optional<AxisRef> commonPart(const AxisRef &a, const AxisRef &b) {
  if (a.axis != b.axis || a.before != b.before) return std::nullopt;
  const int64_t size = std::gcd(a.size, b.size);
  // Parts of one size with another part beyond it do not nest.
  return size > 1 ? std::optional(AxisRef{a.axis, a.before, size}) : std::nullopt;
}

AxisList commonPrefix(ArrayRef<AxisRef> a, ArrayRef<AxisRef> b) {
  AxisList common;
  for (size_t k = 0; k < std::min(a.size(), b.size()); ++k) {
    const auto part = commonPart(a[k], b[k]);
    if (part) append(common, *part);
    if (!part || *part != a[k] || *part != b[k]) break;
  }
  return common;
}

bool isPrefix(ArrayRef<AxisRef> prefix, ArrayRef<AxisRef> list) {
  return ArrayRef<AxisRef>(commonPrefix(prefix, list)) == prefix;
}

AxisList withoutPrefix(ArrayRef<AxisRef> list, ArrayRef<AxisRef> prefix) {
  AxisList rest;
  for (size_t k = 0; k < list.size(); ++k) {
    AxisRef part = list[k];
    if (k < prefix.size()) {
      part.before *= prefix[k].size;
      part.size /= prefix[k].size;
    }
    append(rest, part);
  }
  return rest;
}

AxisList prefixWithout(ArrayRef<AxisRef> list, ArrayRef<AxisRef> taken) {
  AxisList prefix;
  for (AxisRef axis : list) {
    const AxisRef all = axis;
    for (const AxisRef &other : taken) {
      if (!overlaps(axis, other)) continue;
      // What ends where, or before, the other begins.
      const bool precedes = other.before % axis.before == 0;
      axis.size = precedes ? std::gcd(axis.size, other.before / axis.before) : 1;
    }
    append(prefix, axis);
    if (axis != all) break;
  }
  return prefix;
}

AxisList takeDividing(AxisList &list, int64_t size) {
  AxisList taken;
  while (!list.empty() && size > 1) {
    AxisRef &first = list.front();
    const int64_t part = std::gcd(first.size, size);
    if (part == 1) break;
    append(taken, {first.axis, first.before, part});
    size /= part;
    if (part == first.size) {
      list.erase(list.begin());
      continue;
    }
    first = {first.axis, first.before * part, first.size / part};
  }
  return taken;
}

AxisList without(ArrayRef<AxisRef> list, ArrayRef<AxisRef> taken) {
  AxisList rest;
  for (const AxisRef &axis : list)
    if (!overlaps(axis, taken)) append(rest, axis);
  return rest;
}

int64_t placeOn(ArrayRef<AxisRef> list, const Mesh &mesh, ArrayRef<int64_t> coordinates) {
  int64_t place = 0;
  for (const AxisRef &axis : list) {
    const int64_t after = mesh.axes[axis.axis].size / (axis.before * axis.size);
    place = place * axis.size + coordinates[axis.axis] / after % axis.size;
  }
  return place;
}

llvm::SmallVector<int64_t, 4> coordinatesAt(const Mesh &mesh, int64_t position) {
  llvm::SmallVector<int64_t, 4> coordinates(mesh.axes.size());
  for (size_t axis = mesh.axes.size(); axis-- > 0;) {
    coordinates[axis] = position % mesh.axes[axis].size;
    position /= mesh.axes[axis].size;
  }
  return coordinates;
}

std::string str(const AxisRef &axis, const Mesh &mesh) {
  const MeshAxis &whole = mesh.axes[axis.axis];
  if (axis.size == whole.size) return whole.name;
  return whole.name + ":(" + std::to_string(axis.before) + ")" + std::to_string(axis.size);
}

std::string str(ArrayRef<AxisRef> list, const Mesh &mesh) {
  std::string text;
  for (const AxisRef &axis : list)
    text += (text.empty() ? "" : ", ") + str(axis, mesh);
  return text;
}

} // namespace shardc

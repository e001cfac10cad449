// SPDX-License-Identifier: Apache-2.0
#include "frontend/config/mesh.h"

#include "frontend/diagnostics.h"

#include "llvm/ADT/StringSet.h"

namespace shardc::config {

using llvm::StringRef;

/// Enough for any machine, and few enough to compare with each other.
static constexpr size_t mostAxes = 64;

/// An axis, and where it is written.
struct WrittenAxis {
  MeshAxis axis;
  mlir::Location loc;
};

static mlir::LogicalResult checkAxis(const WrittenAxis &written) {
  StringRef name = written.axis.name;
  if (name.empty() || name.find_first_of(" \t\r\n,=:?()\"") != StringRef::npos)
    return report(written.loc, Diag::wrong_mesh)
           << "'" << shown(name) << "' cannot be the name of an axis";
  if (written.axis.size < 1)
    return report(written.loc, Diag::wrong_mesh) << "axis '" << shown(name) << "' has size "
                                                 << written.axis.size << "; it must be at least 1";
  return mlir::success();
}

static std::optional<Mesh> meshOf(const std::vector<WrittenAxis> &axes, mlir::Location loc) {
  if (axes.size() > mostAxes) {
    report(loc, Diag::wrong_mesh) << "a mesh has at most " << mostAxes << " axes";
    return std::nullopt;
  }
  Mesh mesh;
  bool ok = true;
  int64_t devices = 1;
  for (const WrittenAxis &written : axes) {
    if (mlir::failed(checkAxis(written))) {
      ok = false;
      continue;
    }
    if (mesh.find(written.axis.name) >= 0) {
      report(written.loc, Diag::wrong_mesh)
          << "axis '" << shown(written.axis.name) << "' occurs twice";
      ok = false;
    }
    if (devices <= mostDevices && written.axis.size <= mostDevices)
      devices *= written.axis.size;
    else
      devices = mostDevices + 1;
    mesh.axes.push_back(written.axis);
  }
  if (devices > mostDevices) {
    report(loc, Diag::wrong_mesh) << "the mesh has more than " << mostDevices << " devices";
    return std::nullopt;
  }
  return ok ? std::optional(mesh) : std::nullopt;
}

static std::optional<Mesh> readText(json::Value value) {
  std::vector<WrittenAxis> axes;
  if (value.string().trim().empty()) {
    report(value.loc(), Diag::wrong_mesh) << "the mesh has no axes; write \"data=2, model=4\"";
    return std::nullopt;
  }
  llvm::SmallVector<StringRef> parts;
  value.string().split(parts, ',', /*MaxSplit=*/mostAxes + 1);
  for (StringRef part : parts) {
    auto [name, size] = part.split('=');
    int64_t number;
    if (size.trim().getAsInteger(10, number)) {
      report(value.loc(), Diag::wrong_mesh)
          << "'" << shown(part.trim()) << "' is not an axis; write \"data=2, model=4\"";
      return std::nullopt;
    }
    axes.push_back({{name.trim().str(), number}, value.loc()});
  }
  return meshOf(axes, value.loc());
}

static std::optional<WrittenAxis> readAxis(json::Value value) {
  bool pair = value.is(json::Kind::array) && value.size() == 2;
  if (!pair) {
    (void)wrongKind(value, "an axis", "a pair such as [\"data\", 2]");
    return std::nullopt;
  }
  std::optional<StringRef> name = value[0].asString("the name of an axis");
  std::optional<int64_t> size = value[1].asInteger("the size of an axis");
  if (!name || !size) return std::nullopt;
  return WrittenAxis{{name->str(), *size}, value.loc()};
}

/// Every device has one position.
static mlir::LogicalResult readDeviceIds(json::Value value, Mesh &mesh) {
  size_t devices = 1;
  for (const MeshAxis &axis : mesh.axes)
    devices *= axis.size;
  std::optional<json::Value> list = value.asArray("'device_ids'");
  if (!list) return mlir::failure();
  if (list->size() != devices)
    return report(list->loc(), Diag::wrong_count)
           << "'device_ids' lists " << list->size() << " devices, and the mesh has " << devices;
  std::vector<bool> seen(devices);
  for (json::Value element : list->elements()) {
    std::optional<int64_t> id = element.asInteger("a device id");
    if (!id) return mlir::failure();
    if (*id < 0 || *id >= int64_t(devices))
      return report(element.loc(), Diag::wrong_mesh)
             << "there is no device " << *id << "; ids are 0 to " << devices - 1;
    if (seen[*id])
      return report(element.loc(), Diag::wrong_mesh) << "device " << *id << " occurs twice";
    seen[*id] = true;
    mesh.deviceIds.push_back(*id);
  }
  return mlir::success();
}

static std::optional<Mesh> readObject(json::Value value) {
  if (mlir::failed(value.onlyKeys({"axes", "device_ids"}, "a mesh"))) return std::nullopt;
  std::optional<json::Value> axes = value.require("axes", "the mesh");
  if (axes) axes = axes->asArray("'axes'");
  if (!axes) return std::nullopt;
  if (axes->size() > mostAxes) {
    report(axes->loc(), Diag::wrong_mesh) << "a mesh has at most " << mostAxes << " axes";
    return std::nullopt;
  }
  std::vector<WrittenAxis> written;
  for (json::Value element : axes->elements())
    if (std::optional<WrittenAxis> axis = readAxis(element)) written.push_back(*axis);
  if (written.size() != axes->size()) return std::nullopt;
  std::optional<Mesh> mesh = meshOf(written, axes->loc());
  std::optional<json::Value> ids = value.find("device_ids");
  if (mesh && ids && mlir::failed(readDeviceIds(*ids, *mesh))) return std::nullopt;
  return mesh;
}

std::optional<Mesh> readMesh(json::Value value) {
  if (value.is(json::Kind::string)) return readText(value);
  if (value.is(json::Kind::object)) return readObject(value);
  (void)wrongKind(value, "a mesh", "text such as \"data=2, model=4\", or an object");
  return std::nullopt;
}

} // namespace shardc::config

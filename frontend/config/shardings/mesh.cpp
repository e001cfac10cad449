// SPDX-License-Identifier: Apache-2.0
#include "frontend/config/shardings/mesh.h"

#include "frontend/diagnostics.h"

namespace shardc::config {

using llvm::StringRef;

/// The mesh, where nothing is wrong with it.
static std::optional<Mesh> checked(Mesh mesh, mlir::Location loc) {
  const std::string problem = problemOf(mesh);
  if (problem.empty()) return std::move(mesh);
  report(loc, Diag::wrong_mesh) << problem;
  return std::nullopt;
}

std::optional<Mesh> meshFromText(StringRef text, mlir::Location loc) {
  Mesh mesh;
  if (text.trim().empty()) {
    report(loc, Diag::wrong_mesh) << "the mesh has no axes; write \"data=2, model=4\"";
    return std::nullopt;
  }
  llvm::SmallVector<StringRef> parts;
  text.split(parts, ',', /*MaxSplit=*/kMostAxes + 1);
  for (StringRef part : parts) {
    auto [name, size] = part.split('=');
    int64_t number;
    if (size.trim().getAsInteger(10, number)) {
      report(loc, Diag::wrong_mesh)
          << "'" << shown(part.trim()) << "' is not an axis; write \"data=2, model=4\"";
      return std::nullopt;
    }
    mesh.axes.push_back({name.trim().str(), number});
  }
  return checked(std::move(mesh), loc);
}

static std::optional<MeshAxis> readAxis(json::Value value) {
  const bool isPair = value.is(json::Kind::array) && value.size() == 2;
  if (!isPair) {
    (void)wrongKind(value, "an axis", "a pair such as [\"data\", 2]");
    return std::nullopt;
  }
  const std::optional<StringRef> name = value[0].asString("the name of an axis");
  const std::optional<int64_t> size = value[1].asInteger("the size of an axis");
  if (!name || !size) return std::nullopt;
  return MeshAxis{name->str(), *size};
}

static mlir::LogicalResult readDeviceIds(json::Value value, Mesh &mesh) {
  const std::optional<json::Value> list = value.asArray("'device_ids'");
  if (!list) return mlir::failure();
  for (json::Value element : list->elements()) {
    const std::optional<int64_t> id = element.asInteger("a device id");
    if (!id) return mlir::failure();
    mesh.deviceIds.push_back(*id);
    if (mesh.deviceIds.size() > size_t(kMostDevices)) break; // the mesh says what is wrong
  }
  if (!mesh.deviceIds.empty()) return mlir::success();
  return report(value.loc(), Diag::wrong_mesh) << "'device_ids' lists no device";
}

static std::optional<Mesh> readObject(json::Value value) {
  if (mlir::failed(value.onlyKeys({"axes", "device_ids"}, "a mesh"))) return std::nullopt;
  std::optional<json::Value> axes = value.require("axes", "the mesh");
  if (axes) axes = axes->asArray("'axes'");
  if (!axes) return std::nullopt;
  Mesh mesh;
  for (size_t number = 0; number < std::min(axes->size(), kMostAxes + 1); ++number) {
    const std::optional<MeshAxis> axis = readAxis((*axes)[number]);
    if (!axis) return std::nullopt;
    mesh.axes.push_back(*axis);
  }
  const auto withoutIds = checked(mesh, axes->loc());
  const std::optional<json::Value> ids = value.find("device_ids");
  if (!ids || !withoutIds) return withoutIds;
  if (mlir::failed(readDeviceIds(*ids, mesh))) return std::nullopt;
  return checked(std::move(mesh), ids->loc());
}

std::optional<Mesh> readMesh(json::Value value) {
  if (value.is(json::Kind::string)) return meshFromText(value.string(), value.loc());
  if (value.is(json::Kind::object)) return readObject(value);
  (void)wrongKind(value, "a mesh", "text such as \"data=2, model=4\", or an object");
  return std::nullopt;
}

} // namespace shardc::config

// SPDX-License-Identifier: Apache-2.0
// Maps are read from the innermost outwards: each puts its axis where "in" or "out" says among the
// dimensions that the value has by then, so a negative number counts from the end of those. The mesh,
// if there is one, has the map's axes with as many devices as there are positions, or fewer.
#include "frontend/config/map.h"

#include "frontend/config/config.h"
#include "frontend/config/shardings/mesh.h"
#include "frontend/diagnostics.h"
#include "frontend/ir/sharding/rewrites/map_program.h"
#include "frontend/json/document/header.h"

namespace shardc {

using json::Value;
using llvm::ArrayRef;
using llvm::StringRef;

/// The maps of a config, outermost first: an object, or a list of them.
static std::optional<std::vector<Value>> mapsIn(Value map) {
  std::vector<Value> maps;
  if (map.is(json::Kind::object)) maps.push_back(map);
  if (map.is(json::Kind::array)) llvm::append_range(maps, map.elements());
  if (!maps.empty()) return maps;
  (void)json::wrongKind(map, "'map'",
                        "an object such as {\"axis\": \"i\", \"size\": 4}, or a list of them");
  return std::nullopt;
}

static std::optional<MeshAxis> readAxis(Value map) {
  if (!map.asObject("a map") || mlir::failed(map.onlyKeys({"axis", "size", "in", "out"}, "a map")))
    return std::nullopt;
  std::optional<Value> name = map.require("axis", "a map"), size = map.require("size", "a map");
  if (!name || !size) return std::nullopt;
  const std::optional<StringRef> text = name->asString("'axis'");
  const std::optional<int64_t> count = size->asInteger("'size'");
  if (!text || !count) return std::nullopt;
  return MeshAxis{text->str(), *count};
}

static std::optional<std::vector<MeshAxis>> readAxes(Value map, ArrayRef<Value> maps) {
  Mesh positions;
  for (Value each : maps) {
    const std::optional<MeshAxis> axis = readAxis(each);
    if (!axis) return std::nullopt;
    positions.axes.push_back(*axis);
    if (positions.axes.size() > kMostAxes) break; // the mesh says what is wrong
  }
  const std::string problem = problemOf(positions);
  if (problem.empty()) return std::move(positions.axes);
  report(map.loc(), Diag::wrong_map) << "the axes of the map: " << problem;
  return std::nullopt;
}

std::optional<std::vector<MeshAxis>> readMapAxes(mlir::MLIRContext &context, StringRef text,
                                                 StringRef fileName) {
  const auto document = json::Document::parse(context, text, fileName, configLimits);
  if (!document || failed(json::checkHeader(document->root(), "sharding"))) return std::nullopt;
  const std::optional<Value> map = document->root().find("map");
  if (!map) return std::vector<MeshAxis>();
  const auto maps = mapsIn(*map);
  return maps ? readAxes(*map, *maps) : std::nullopt;
}

namespace config {

namespace {

/// Where axes go in values, from the innermost map to the outermost.
class MapReader {
public:
  MapReader(Value map, std::vector<Tensor> inputs, std::vector<Tensor> outputs,
            const ErrorLimit &errors)
      : errors(errors), inputs(std::move(inputs)), outputs(std::move(outputs)), result(map.loc()) {}

  std::optional<ProgramMap> read(Value map, const std::optional<Value> &mesh) {
    const auto maps = mapsIn(map);
    auto axes = maps ? readAxes(map, *maps) : std::nullopt;
    if (!axes) return std::nullopt;
    result.axes = std::move(*axes);
    result.inputs = unmapped(inputs);
    result.outputs = unmapped(outputs);
    for (int axis = static_cast<int>(maps->size()) - 1; axis >= 0; --axis) {
      insert(axis, (*maps)[axis].find("in"), "in", inputs, result.inputs);
      insert(axis, (*maps)[axis].find("out"), "out", outputs, result.outputs);
    }
    if (!readMeshOf(mesh) || errors.any()) return std::nullopt;
    return std::move(result);
  }

private:
  static std::vector<MappedDims> unmapped(ArrayRef<Tensor> tensors) {
    std::vector<MappedDims> all;
    for (const Tensor &tensor : tensors)
      all.push_back(llvm::to_vector<4>(llvm::seq<int>(static_cast<int>(tensor.shape.size()))));
    return all;
  }
  void insert(int axis, const std::optional<Value> &places, StringRef key, ArrayRef<Tensor> tensors,
              std::vector<MappedDims> &dims);
  std::vector<std::optional<Value>> placesOf(Value places, StringRef key, ArrayRef<Tensor> tensors);
  void insertOne(int axis, const std::optional<Value> &place, const Tensor &tensor,
                 MappedDims &dims);
  bool readMeshOf(const std::optional<Value> &value);
  bool fits(Value value);

  const ErrorLimit &errors;
  std::vector<Tensor> inputs, outputs;
  ProgramMap result;
};

} // namespace

/// The entry of each tensor; what has none is mapped along its first dimension.
std::vector<std::optional<Value>> MapReader::placesOf(Value places, StringRef key,
                                                      ArrayRef<Tensor> tensors) {
  std::vector<std::optional<Value>> all(tensors.size());
  if (places.is(json::Kind::integer) || places.is(json::Kind::null)) { // of all
    all.assign(tensors.size(), places);
    return all;
  }
  if (places.is(json::Kind::array)) {
    if (places.size() != tensors.size())
      report(places.loc(), Diag::wrong_count)
          << "'" << key << "' is a list of " << places.size() << ", and the program has "
          << tensors.size() << (key == "in" ? " inputs" : " outputs");
    for (auto [own, place] : llvm::zip(all, places.elements()))
      own = place;
    return all;
  }
  if (!places.is(json::Kind::object)) {
    (void)json::wrongKind(places, "'" + key + "'",
                          "a dimension or null, an object of these by name, or a list in order");
    return all;
  }
  const std::string what = key == "in" ? "inputs" : "outputs"; // by which messages call them
  for (auto [own, entry] : llvm::zip_equal(all, matchEntries(places, tensors, what, errors)))
    if (entry) own = entry->value;
  return all;
}

void MapReader::insert(int axis, const std::optional<Value> &places, StringRef key,
                       ArrayRef<Tensor> tensors, std::vector<MappedDims> &dims) {
  std::vector<std::optional<Value>> all(tensors.size());
  if (places) all = placesOf(*places, key, tensors);
  for (auto [place, tensor, own] : llvm::zip_equal(all, tensors, dims))
    if (!errors.full()) insertOne(axis, place, tensor, own);
}

void MapReader::insertOne(int axis, const std::optional<Value> &place, const Tensor &tensor,
                          MappedDims &dims) {
  if (place && place->is(json::Kind::null)) return; // the same at all positions
  int64_t at = 0;
  const auto rank = static_cast<int64_t>(dims.size()) + 1;
  if (place) {
    const std::optional<int64_t> given = place->asInteger("the axis of " + tensor.shownName());
    if (!given) return;
    at = *given < 0 ? *given + rank : *given;
    if (at < 0 || at >= rank) {
      report(place->loc(), Diag::unknown_dimension)
          << tensor.shownName() << " cannot be mapped along dimension " << *given << ": with axis '"
          << shown(result.axes[axis].name) << "' it has dimensions 0 to " << rank - 1;
      return;
    }
  }
  dims.insert(dims.begin() + at, ~axis);
}

/// The config's mesh, or one device for each position.
bool MapReader::readMeshOf(const std::optional<Value> &value) {
  if (!value) {
    result.mesh.axes = result.axes;
    result.mesh.name = "mesh";
    return true;
  }
  auto mesh = readMesh(*value);
  if (!mesh) return false;
  result.mesh = std::move(*mesh);
  result.mesh.name = "mesh";
  return fits(*value);
}

bool MapReader::fits(Value value) {
  int last = -1;
  for (const MeshAxis &axis : result.axes) {
    const int number = result.mesh.find(axis.name);
    if (number < 0 || number < last) {
      report(value.loc(), Diag::wrong_map)
          << "the mesh '" << shown(result.mesh.str()) << "' has no axis '" << shown(axis.name)
          << "' of the map" << (number < 0 ? "" : " behind those of the maps around it")
          << "; give it the map's axes, outermost first";
      return false;
    }
    last = number;
    const int64_t devices = result.mesh.axes[number].size;
    if (devices <= axis.size) continue;
    report(value.loc(), Diag::wrong_map)
        << "axis '" << shown(axis.name) << "' has " << devices << " devices, and the map only "
        << axis.size << " positions for them";
    return false;
  }
  return true;
}

mlir::LogicalResult applyMap(Value root, mlir::ModuleOp program, mlir::func::FuncOp entry,
                             const ErrorLimit &errors) {
  const std::optional<Value> map = root.find("map");
  if (!map) return mlir::success();
  const auto read =
      MapReader(*map, inputsOf(entry), outputsOf(entry), errors).read(*map, root.find("mesh"));
  return read ? mapProgram(program, entry, *read) : mlir::failure();
}

} // namespace config

} // namespace shardc

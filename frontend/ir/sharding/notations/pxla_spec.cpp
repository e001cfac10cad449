// SPDX-License-Identifier: Apache-2.0
// Sharded axes are counted along the dimensions, each factor of Chunked and each Unstacked one; the
// mesh mapping says which dimension of the mesh each of them is. So the mesh is known from both,
// and dimension d is split by the mesh's dimensions that its axes are mapped to.
#include "frontend/ir/sharding/notations/pxla_spec.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

using llvm::StringRef;

std::optional<PxlaSpec::Dim> parsePxlaDim(StringRef text, NotationProblem &problem) {
  NotationCursor at(text, problem);
  PxlaSpec::Dim dim;
  dim.unstacked = at.takeWord("Unstacked");
  if (!dim.unstacked && !at.takeWord("Chunked"))
    return at.unexpected("Chunked(...) or Unstacked(...)"), std::nullopt;
  if (!at.expect("(") || !at.numbers(dim.chunks, ")", "chunks") || !at.expectEnd())
    return std::nullopt;
  const bool counts = !dim.chunks.empty() && !llvm::is_contained(dim.chunks, 0);
  if (!counts || (dim.unstacked && dim.chunks.size() > 1))
    return at.wrong(dim.unstacked ? "Unstacked(n) has one number, of at least 1"
                                  : "Chunked(...) has numbers of at least 1"),
           std::nullopt;
  return dim;
}

std::optional<PxlaSpec::MeshDim> parsePxlaMeshDim(StringRef text, NotationProblem &problem) {
  NotationCursor at(text, problem);
  PxlaSpec::MeshDim dim{0};
  const bool isLong = at.takeWord("ShardedAxis") || (dim.replicated = at.takeWord("Replicated"));
  if (!isLong && !at.take("S") && !(dim.replicated = at.take("R")))
    return at.unexpected("S and the number of a sharded axis, or R and how many copies"),
           std::nullopt;
  if ((isLong && !at.expect("(")) || !at.number(dim.number) || (isLong && !at.expect(")")) ||
      !at.expectEnd())
    return std::nullopt;
  if (dim.replicated && dim.number < 1) return at.wrong("there are 0 copies"), std::nullopt;
  return dim;
}

/// A sharded axis: the dimension that it cuts, and into how many.
struct PxlaAxis {
  size_t dim;
  int64_t parts;
};

static std::vector<PxlaAxis> axesOf(const PxlaSpec &spec) {
  std::vector<PxlaAxis> axes;
  for (auto [dim, cut] : llvm::enumerate(spec.sharding))
    for (const int64_t parts : cut.chunks)
      axes.push_back({dim, parts});
  return axes;
}

/// What is wrong with the cuts, in words.
static std::string problemOfCuts(const PxlaSpec &spec, ArrayRef<int64_t> shape) {
  if (spec.sharding.size() != shape.size())
    return "'sharding' has " + std::to_string(spec.sharding.size()) +
           " entries, for a value of rank " + std::to_string(shape.size());
  for (auto [dim, cut] : llvm::enumerate(spec.sharding))
    if (cut.unstacked && cut.chunks.front() != shape[dim])
      return "Unstacked(" + std::to_string(cut.chunks.front()) + ") of dimension " +
             std::to_string(dim) + ", which has size " + std::to_string(shape[dim]) +
             "; Chunked cuts into any number of parts";
  return "";
}

static std::string problemOfMapping(const PxlaSpec &spec, size_t axes) {
  std::vector<bool> mapped(axes);
  for (const PxlaSpec::MeshDim &dim : spec.meshMapping) {
    if (dim.replicated) continue;
    const std::string axis = "sharded axis " + std::to_string(dim.number);
    if (dim.number >= static_cast<int64_t>(axes))
      return "'mesh_mapping' has " + axis + ", and 'sharding' has " + std::to_string(axes) +
             " of them, counted from 0";
    if (mapped[dim.number]) return "'mesh_mapping' has " + axis + " twice";
    mapped[dim.number] = true;
  }
  const auto missing = llvm::find(mapped, false) - mapped.begin();
  if (missing == static_cast<ptrdiff_t>(axes)) return "";
  return "'mesh_mapping' has no S" + std::to_string(missing) + ", which is sharded axis " +
         std::to_string(missing) + " of " + std::to_string(axes) + ", counted from 0";
}

std::optional<MeshedSharding> meaningOf(const PxlaSpec &spec, ArrayRef<int64_t> shape,
                                        NotationProblem &problem) {
  const std::vector<PxlaAxis> axes = axesOf(spec);
  problem.what = problemOfCuts(spec, shape);
  if (problem.what.empty()) problem.what = problemOfMapping(spec, axes.size());
  MeshedSharding result{{}, replicatedSharding(shape.size())};
  if (!problem.what.empty()) return std::nullopt;
  std::vector<int> meshDimOf(axes.size());
  for (auto [number, dim] : llvm::enumerate(spec.meshMapping)) {
    if (!dim.replicated) meshDimOf[dim.number] = static_cast<int>(number);
    const int64_t size = dim.replicated ? dim.number : axes[dim.number].parts;
    result.mesh.axes.push_back({"", size});
  }
  // Names are needed only for what is said about meshes.
  Mesh named = result.mesh;
  for (auto [number, axis] : llvm::enumerate(named.axes))
    axis.name = std::to_string(number);
  problem.what = problemOf(named);
  if (!problem.what.empty()) return std::nullopt;
  for (auto [number, axis] : llvm::enumerate(axes))
    append(result.sharding.dims[axis.dim].axes, wholeAxis(result.mesh, meshDimOf[number]));
  return result;
}

/// What pxla has no words for.
static std::string unsayableInSpec(const MeshedSharding &given) {
  const auto hasPriority = [](const DimSharding &dim) { return dim.priority > 0; };
  if (!given.sharding.unreduced.empty()) return "partial sums; hlo, sdy and spec have";
  if (llvm::any_of(given.sharding.dims, hasPriority)) return "a priority; spec and sdy have";
  if (!given.sharding.replicated.empty()) return "axes that stay replicated; spec and sdy have";
  return "";
}

/// `dims`: per dimension the digits of a device that its chunks are, major first.
static std::string mappingText(const std::vector<Digits> &dims, int64_t devices) {
  std::vector<std::pair<Digit, size_t>> sharded; // with the number of the axis
  for (const Digits &digits : dims)
    for (const Digit &digit : digits)
      sharded.emplace_back(digit, sharded.size());
  llvm::sort(sharded, [](auto &a, auto &b) { return a.first.stride > b.first.stride; });
  std::string text;
  const auto add = [&](const std::string &word) {
    text += (text.empty() ? "\"" : ", \"") + word + "\"";
  };
  int64_t above = devices;
  for (const auto &[digit, axis] : sharded) {
    const int64_t end = digit.stride * digit.size;
    if (above > end) add("R" + std::to_string(above / end));
    add("S" + std::to_string(axis));
    above = digit.stride;
  }
  if (above > 1) add("R" + std::to_string(above));
  return "[" + text + "]";
}

std::optional<std::string> pxlaText(const MeshedSharding &given, NotationProblem &problem) {
  if (const auto device = onlyDevice(given)) {
    problem = {"pxla has no word for what device " + std::to_string(*device) +
               " alone has; spec, sdy and hlo have"};
    return std::nullopt;
  }
  const std::string without = unsayableInSpec(given);
  if (!without.empty()) {
    problem = {"pxla has no word for " + without};
    return std::nullopt;
  }
  const Mesh plain = {"", {{"", given.mesh.devices()}}, {}};
  const AxisList used = given.sharding.used();
  const auto pieces = digitsOfParts(used, given.mesh, plain);
  if (!pieces) {
    problem = {"pxla has no list of devices, and their order is none of its meshes'; hlo has"};
    return std::nullopt;
  }
  std::vector<Digits> dims;
  std::string cuts;
  size_t part = 0;
  for (const DimSharding &dim : given.sharding.dims) {
    Digits &digits = dims.emplace_back();
    std::string chunks;
    for (size_t k = 0; k < dim.axes.size(); ++k)
      for (const Digit &digit : (*pieces)[part++]) {
        digits.push_back(digit);
        chunks += (chunks.empty() ? "" : ",") + std::to_string(digit.size);
      }
    cuts += cuts.empty() ? "" : ", ";
    cuts += chunks.empty() ? "null" : "\"Chunked(" + chunks + ")\"";
  }
  return "{\"sharding\": [" + cuts +
         "], \"mesh_mapping\": " + mappingText(dims, given.mesh.devices()) + "}";
}

} // namespace shardc

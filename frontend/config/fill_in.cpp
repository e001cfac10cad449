// SPDX-License-Identifier: Apache-2.0
#include "frontend/config/config.h"
#include "frontend/config/shardings/mesh.h"
#include "frontend/config/tensor.h"
#include "frontend/ir/names.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

namespace shardc {

using config::Tensor;

static std::string quoted(StringRef text) {
  std::string result;
  llvm::raw_string_ostream(result) << llvm::json::Value(llvm::json::fixUTF8(text));
  return result;
}

/// What the tensor is called in the config: by number where JSON cannot say its name, or would take
/// it for a comment.
static StringRef keyOf(const Tensor &tensor) {
  StringRef name = tensor.name;
  bool usable = !name.empty() && !name.starts_with("//") && llvm::json::isUTF8(name);
  return usable ? name : StringRef(tensor.numbered);
}

static std::string keyOfDimension(const Tensor &tensor, size_t dimension) {
  StringRef name = tensor.dims[dimension];
  int64_t index;
  bool usable = !name.empty() && !name.starts_with("//") && name != "unspecified" &&
                name.getAsInteger(10, index) && llvm::json::isUTF8(name) &&
                llvm::count(tensor.dims, name) == 1;
  return usable ? name.str() : std::to_string(dimension);
}

static std::string shownShape(const Tensor &tensor) {
  std::string result = "[";
  for (auto [dimension, extent] : llvm::enumerate(tensor.shape))
    result += (dimension ? ", " : "") + std::to_string(extent);
  return result + "]";
}

static std::string shownType(mlir::Type type, const Tensor &tensor) {
  std::string element;
  llvm::raw_string_ostream stream(element);
  stream << mlir::getElementTypeOrSelf(type);
  return stream.str() + shownShape(tensor);
}

/// The members of a tensor's entry, each dimension as one slice: nothing is cut until somebody
/// edits it.
static std::string slicesOf(const Tensor &tensor) {
  std::string result;
  for (auto [dimension, extent] : llvm::enumerate(tensor.shape))
    result += (dimension ? ", " : "") + quoted(keyOfDimension(tensor, dimension)) +
              ": [\"0:" + std::to_string(extent) + "\"]";
  return result;
}

static std::string inBraces(const std::string &members) {
  return members.empty() ? "{}" : "{ " + members + " }";
}

namespace {

/// The inputs or the outputs.
struct Section {
  StringRef key;
  std::vector<Tensor> tensors;
  mlir::TypeRange types;
  bool withSlices;
  const Mesh *mesh;                               // none: slices
  std::vector<std::optional<UserSharding>> given; // on a mesh, by the program

  std::string typeOf(size_t number) const { return shownType(types[number], tensors[number]); }

  /// What the program says, else whatever propagation finds.
  WrittenSharding shardingOf(size_t number) const {
    const bool isGiven = number < given.size() && given[number];
    return config::writtenAs(
        isGiven ? given[number]->sharding : openSharding(tensors[number].shape.size()), *mesh);
  }
  std::string valueOf(size_t number) const {
    if (mesh) return shardingJson(shardingOf(number));
    return inBraces(withSlices ? slicesOf(tensors[number]) : "");
  }
  /// The same as members of an object that has others as well.
  std::string membersOf(size_t number) const {
    if (mesh) return longForm(shardingOf(number));
    return withSlices ? slicesOf(tensors[number]) : "";
  }
};

} // namespace

static std::string byName(const Section &section) {
  std::string text;
  for (auto [number, tensor] : llvm::enumerate(section.tensors)) {
    StringRef name = keyOf(tensor);
    std::string comment = "//" + name.str();
    text += number ? ",\n" : "\n";
    text += "    " + quoted(comment) + ": " + quoted(section.typeOf(number)) + ",\n";
    text += "    " + quoted(name) + ": " + section.valueOf(number);
  }
  return "{" + text + (text.empty() ? "}" : "\n  }");
}

static std::string inOrder(const Section &section) {
  std::string text;
  for (size_t number = 0; number < section.tensors.size(); ++number) {
    text += number ? ",\n" : "\n";
    std::string members = section.membersOf(number);
    text += "    { \"//\": " + quoted(section.typeOf(number)) + (members.empty() ? "" : ", ") +
            members + " }";
  }
  return "[" + text + "\n  ]";
}

/// By name; in order where one tensor's name is another's number.
static std::string shownSection(const Section &section) {
  std::set<StringRef> keys;
  for (const Tensor &tensor : section.tensors)
    keys.insert(keyOf(tensor));
  bool unique = keys.size() == section.tensors.size();
  return "  \"" + section.key.str() + "\": " + (unique ? byName(section) : inOrder(section));
}

/// As text; that has no numbers of devices, so a mesh that has is the program's and only mentioned.
static std::string meshMember(const Mesh &mesh) {
  return (mesh.deviceIds.empty() ? "\"mesh\": " : "\"//mesh\": ") + quoted(mesh.str());
}

static std::string beginning(const Mesh *mesh) {
  const std::string header = "{ \"shardc\": 1, \"kind\": \"sharding\",\n  ";
  if (!mesh)
    return header + "\"//\": \"cut a dimension: [\\\"0:2\\\", \\\"2:5\\\"], {\\\"parts\\\": 2} "
                    "or {\\\"length\\\": 1}\",\n  \"unspecified\": \"whole\"";
  return header + meshMember(*mesh) +
         ",\n  \"//\": \"per dimension: null (whole), an axis, a list of axes, or \\\"?\\\" "
         "(as it comes from others)\"";
}

std::string configToFillIn(mlir::ModuleOp program, const MeshConfig *mesh) {
  const Mesh *devices = mesh ? &mesh->mesh : nullptr;
  std::string text = beginning(devices);
  if (mlir::func::FuncOp entry = entryOf(program)) {
    Section inputs{"inputs", config::inputsOf(entry), entry.getArgumentTypes(), true, devices, {}};
    Section outputs{"outputs", config::outputsOf(entry), entry.getResultTypes(), false, devices,
                    {}};
    if (mesh) inputs.given = mesh->inputs;
    if (mesh) outputs.given = mesh->outputs;
    text += ",\n" + shownSection(inputs) + ",\n" + shownSection(outputs);
  }
  return text + "\n}\n";
}

} // namespace shardc

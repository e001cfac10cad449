// SPDX-License-Identifier: Apache-2.0
#include "frontend/config/config.h"
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

  std::string membersOf(size_t number) const { return withSlices ? slicesOf(tensors[number]) : ""; }
  std::string typeOf(size_t number) const { return shownType(types[number], tensors[number]); }
};

} // namespace

static std::string byName(const Section &section) {
  std::string text;
  for (auto [number, tensor] : llvm::enumerate(section.tensors)) {
    StringRef name = keyOf(tensor);
    std::string comment = "//" + name.str();
    text += number ? ",\n" : "\n";
    text += "    " + quoted(comment) + ": " + quoted(section.typeOf(number)) + ",\n";
    text += "    " + quoted(name) + ": " + inBraces(section.membersOf(number));
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

std::string configToFillIn(mlir::ModuleOp program) {
  std::string text = "{ \"shardc\": 1, \"kind\": \"sharding\",\n"
                     "  \"//\": \"cut a dimension: [\\\"0:2\\\", \\\"2:5\\\"], {\\\"parts\\\": 2} "
                     "or {\\\"length\\\": 1}\",\n"
                     "  \"unspecified\": \"whole\"";
  if (mlir::func::FuncOp entry = entryOf(program)) {
    Section inputs{"inputs", config::inputsOf(entry), entry.getArgumentTypes(), true};
    Section outputs{"outputs", config::outputsOf(entry), entry.getResultTypes(), false};
    text += ",\n" + shownSection(inputs) + ",\n" + shownSection(outputs);
  }
  return text + "\n}\n";
}

} // namespace shardc

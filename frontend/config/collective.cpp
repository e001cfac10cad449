// SPDX-License-Identifier: Apache-2.0
#include "frontend/config/collective.h"

#include "frontend/config/mesh.h"
#include "frontend/diagnostics.h"

namespace shardc::config {

using json::Kind;
using json::Value;
using llvm::ArrayRef;
using llvm::StringRef;

/// Whether the entry of one dimension is slices: these are never axes.
static bool looksLikeSlices(Value value) {
  if (value.is(Kind::object)) return value.find("parts") || value.find("length");
  if (!value.is(Kind::array)) return false;
  for (Value element : value.elements()) {
    if (!element.is(Kind::string)) continue;
    StringRef text = element.string();
    if (text.contains("..") || (text.contains(':') && !text.contains(":("))) return true;
  }
  return false;
}

static bool isWayOfSlices(Value unspecified) {
  return unspecified.is(Kind::string) &&
         (unspecified.string() == "sharded" || unspecified.string() == "whole");
}

static std::optional<Value> findInTensor(Value tensor) {
  if (!tensor.is(Kind::object)) return std::nullopt;
  for (json::Member member : tensor.members()) {
    bool found =
        member.key() == "unspecified" ? isWayOfSlices(member.value) : looksLikeSlices(member.value);
    if (found) return member.value;
  }
  return std::nullopt;
}

static std::optional<Value> findInEntries(Value entries) {
  for (size_t i = 0; i < entries.size(); ++i) {
    Value tensor = entries.is(Kind::array) ? entries[i] : entries.member(i).value;
    if (std::optional<Value> found = findInTensor(tensor)) return found;
  }
  return std::nullopt;
}

std::optional<Value> findSlices(Value root) {
  std::optional<Value> unspecified = root.find("unspecified");
  if (unspecified && isWayOfSlices(*unspecified)) return unspecified;
  for (StringRef key : {"inputs", "outputs"}) {
    std::optional<Value> entries = root.find(key);
    std::optional<Value> found = entries ? findInEntries(*entries) : std::nullopt;
    if (found) return found;
  }
  return std::nullopt;
}

std::optional<Value> findMesh(Value root) {
  if (std::optional<Value> mesh = root.find("mesh")) return mesh;
  return root.find("meshes");
}

static void checkEntries(Value root, StringRef key, ArrayRef<Tensor> tensors, const Mesh &mesh,
                         const ErrorLimit &errors) {
  std::optional<Value> entries = root.find(key);
  if (!entries) return;
  std::vector<std::optional<Entry>> matched = matchEntries(*entries, tensors, key, errors);
  for (auto [number, entry] : llvm::enumerate(matched)) {
    if (errors.full()) return;
    if (entry) (void)checkSharding(entry->value, mesh, &tensors[number]);
  }
}

static void checkValues(Value root, const Mesh &mesh, const ErrorLimit &errors) {
  std::optional<Value> values = root.find("values");
  if (values) values = values->asObject("'values'");
  if (!values) return;
  for (json::Member member : values->members()) {
    if (errors.full()) return;
    (void)checkSharding(member.value, mesh, nullptr);
  }
}

static void checkUnspecified(Value root) {
  std::optional<Value> value = root.find("unspecified");
  std::optional<StringRef> text = value ? value->asString("'unspecified'") : std::nullopt;
  if (!text || *text == "open" || *text == "replicated") return;
  report(value->loc(), Diag::wrong_value)
      << "'unspecified' must be \"open\" or \"replicated\" where there is a mesh, not '"
      << shown(*text) << "'" << didYouMean(*text, {"open", "replicated"});
}

/// Several meshes, by name; shardings then say which one they mean, in a form that is not read yet.
static void checkMeshes(Value meshes, const ErrorLimit &errors) {
  if (!meshes.asObject("'meshes'")) return;
  for (json::Member member : meshes.members())
    if (!errors.full()) (void)readMesh(member.value);
}

void refuseCollective(Value root, Value mesh, ArrayRef<Tensor> inputs, ArrayRef<Tensor> outputs,
                      const ErrorLimit &errors) {
  checkUnspecified(root);
  if (std::optional<Value> meshes = root.find("meshes")) checkMeshes(*meshes, errors);
  std::optional<Value> one = root.find("mesh");
  std::optional<Mesh> read = one ? readMesh(*one) : std::nullopt;
  if (read) {
    checkEntries(root, "inputs", inputs, *read, errors);
    checkEntries(root, "outputs", outputs, *read, errors);
    checkValues(root, *read, errors);
  }
  report(mesh.loc(), Diag::unsupported_mode)
      << "the collective mode (a mesh) is not supported yet; slices of inputs are: \"inputs\": "
         "{\"x\": {\"0\": {\"parts\": 2}}}";
}

} // namespace shardc::config

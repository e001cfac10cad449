// SPDX-License-Identifier: Apache-2.0
#include "frontend/config/collective.h"

#include "frontend/config/mesh.h"
#include "frontend/diagnostics.h"
#include "frontend/ir/names.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace shardc::config {

using json::Kind;
using json::Value;
using llvm::ArrayRef;
using llvm::StringRef;
using mlir::ModuleOp;
using mlir::func::FuncOp;

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

namespace {

class CollectiveReader {
public:
  CollectiveReader(Value root, ModuleOp program, FuncOp entry, const ErrorLimit &errors)
      : root(root), program(program), function(entry), errors(errors) {}

  std::optional<MeshConfig> read(std::optional<Value> mesh) {
    std::optional<MeshConfig> annotated = annotatedMesh(program, function);
    if (!annotated) return std::nullopt;
    config = std::move(*annotated);
    if (mesh && !readMeshOf(*mesh)) return std::nullopt;
    readUnspecified();
    readEntries("inputs", inputsOf(function), config.inputs);
    readEntries("outputs", outputsOf(function), config.outputs);
    readValues();
    return std::move(config);
  }

private:
  bool readMeshOf(Value value);
  void readUnspecified();
  void readEntries(StringRef key, ArrayRef<Tensor> tensors,
                   std::vector<std::optional<UserSharding>> &given);
  void readValues();

  Value root;
  ModuleOp program;
  FuncOp function;
  const ErrorLimit &errors;
  MeshConfig config;
};

} // namespace

bool CollectiveReader::readMeshOf(Value value) {
  if (root.find("meshes")) {
    report(value.loc(), Diag::unsupported_key) << "several meshes are not supported yet; "
                                                  "write \"mesh\"";
    return false;
  }
  std::optional<Mesh> mesh = readMesh(value);
  if (!mesh) return false;
  const std::optional<Mesh> own = meshOf(program);
  if (own && (own->axes != mesh->axes || own->deviceIds != mesh->deviceIds)) {
    report(value.loc(), Diag::wrong_mesh)
        << "the config's mesh '" << mesh->str() << "' is not the program's '" << own->str()
        << "'; leave the config's out";
    return false;
  }
  mesh->name = own ? own->name : "mesh";
  config.mesh = std::move(*mesh);
  return true;
}

void CollectiveReader::readUnspecified() {
  std::optional<Value> value = root.find("unspecified");
  std::optional<StringRef> text = value ? value->asString("'unspecified'") : std::nullopt;
  if (!text || *text == "open") return;
  config.replicatedByDefault = *text == "replicated";
  if (config.replicatedByDefault) return;
  report(value->loc(), Diag::wrong_value)
      << "'unspecified' must be \"open\" or \"replicated\" where there is a mesh, not '"
      << shown(*text) << "'" << didYouMean(*text, {"open", "replicated"});
}

static bool overrides(Value value) {
  if (!value.is(Kind::object)) return false;
  std::optional<Value> flag = value.find("override");
  return flag && flag->is(Kind::boolean) && flag->boolean();
}

/// Whether what is given twice agrees: axes where both have them, open dimensions with anything.
static bool contradicts(const Sharding &a, const Sharding &b) {
  for (auto [x, y] : llvm::zip_equal(a.dims, b.dims)) {
    const bool longer = isPrefix(x.axes, y.axes) && (x.open || x.axes == y.axes);
    const bool shorter = isPrefix(y.axes, x.axes) && (y.open || x.axes == y.axes);
    if (!longer && !shorter) return true;
  }
  return a.unreduced != b.unreduced;
}

void CollectiveReader::readEntries(StringRef key, ArrayRef<Tensor> tensors,
                                   std::vector<std::optional<UserSharding>> &given) {
  std::optional<Value> entries = root.find(key);
  if (!entries) return;
  std::vector<std::optional<Entry>> matched = matchEntries(*entries, tensors, key, errors);
  for (auto [number, entry] : llvm::enumerate(matched)) {
    if (errors.full()) return;
    if (!entry) continue;
    std::optional<Sharding> read = readSharding(entry->value, config.mesh, tensors[number]);
    if (!read) continue;
    std::optional<UserSharding> &known = given[number];
    if (known && !overrides(entry->value) && contradicts(known->sharding, *read)) {
      Report both = report(entry->loc, Diag::sharding_conflict);
      both << "the sharding " << str(*read, config.mesh) << " of " << tensors[number].shownName()
           << " contradicts the program's " << str(known->sharding, config.mesh)
           << "; say \"override\": true to mean it";
      both.note(known->loc) << "the program's annotation";
      continue;
    }
    known = UserSharding{*read, entry->loc};
  }
}

namespace {

/// The values inside the program by their names, of which several may have one.
struct NamedValues {
  std::vector<Tensor> first;        // of each name; one that is no scalar where there is any
  llvm::StringSet<> ofSeveralRanks; // names of values that no one sharding is for
};

} // namespace

static NamedValues namedValues(ModuleOp program) {
  NamedValues named;
  llvm::StringMap<size_t> numbers;
  program.walk([&](mlir::Operation *op) {
    for (mlir::OpResult result : op->getResults()) {
      const std::optional<std::string> name = valueName(result);
      auto type = mlir::dyn_cast<mlir::RankedTensorType>(result.getType());
      if (!name || !type) continue;
      const size_t rank = type.getRank();
      Tensor value{"value",     *name, "", type.getShape().vec(), std::vector<std::string>(rank),
                   op->getLoc()};
      const auto [at, fresh] = numbers.try_emplace(*name, named.first.size());
      if (fresh) named.first.push_back(value);
      Tensor &known = named.first[at->second];
      if (known.shape.empty()) known = value;
      if (rank > 0 && rank != known.shape.size()) named.ofSeveralRanks.insert(*name);
    }
  });
  return named;
}

void CollectiveReader::readValues() {
  std::optional<Value> values = root.find("values");
  if (values) values = values->asObject("'values'");
  if (!values) return;
  const NamedValues named = namedValues(program);
  std::vector<std::optional<Entry>> matched = matchEntries(*values, named.first, "values", errors);
  for (auto [value, entry] : llvm::zip(named.first, matched)) {
    if (errors.full()) return;
    if (!entry) continue;
    if (named.ofSeveralRanks.contains(value.name)) {
      report(entry->loc, Diag::ambiguous_name)
          << "values of different ranks are called '" << shown(value.name)
          << "'; constrain one of them in the program";
      continue;
    }
    if (std::optional<Sharding> read = readSharding(entry->value, config.mesh, value))
      config.values.push_back({value.name, {*read, entry->loc}});
  }
}

/// The annotation of an argument or result; the mesh has it under the usual name.
static bool addAnnotation(mlir::Attribute attribute, const MeshConfig &config, mlir::Type type,
                          mlir::Location loc, std::optional<UserSharding> &given) {
  auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
  if (!attribute || !tensor) return true;
  const auto sharding = shardingOf(attribute, config.mesh, tensor.getRank(), loc);
  if (sharding) given = UserSharding{*sharding, loc};
  return sharding.has_value();
}

std::optional<MeshConfig> annotatedMesh(ModuleOp program, FuncOp entry) {
  MeshConfig config;
  config.inputs.resize(entry.getNumArguments());
  config.outputs.resize(entry.getNumResults());
  const std::optional<Mesh> mesh = meshOf(program);
  if (!mesh) return config;
  config.mesh = *mesh;
  bool ok = true;
  for (mlir::BlockArgument input : entry.getArguments()) {
    const unsigned number = input.getArgNumber();
    ok &= addAnnotation(entry.getArgAttr(number, "sdy.sharding"), config, input.getType(),
                        input.getLoc(), config.inputs[number]);
  }
  for (unsigned number = 0; number < entry.getNumResults(); ++number)
    ok &= addAnnotation(entry.getResultAttr(number, "sdy.sharding"), config,
                        entry.getResultTypes()[number], entry.getLoc(), config.outputs[number]);
  if (!ok) return std::nullopt;
  return config;
}

std::optional<MeshConfig> readCollective(Value root, std::optional<Value> mesh, ModuleOp program,
                                         FuncOp entry, const ErrorLimit &errors) {
  return CollectiveReader(root, program, entry, errors).read(mesh);
}

} // namespace shardc::config

// SPDX-License-Identifier: Apache-2.0
#include "frontend/config/collective.h"

#include "frontend/config/contradiction.h"
#include "frontend/config/shardings/mesh.h"
#include "frontend/config/shardings/notation.h"
#include "frontend/config/shardings/op_shardings.h"
#include "frontend/config/shardings/placement.h"
#include "frontend/diagnostics.h"
#include "frontend/ir/dialects/sharding_names.h"
#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/interfaces/builder.h"
#include "frontend/ir/names.h"
#include "frontend/ir/sharding/algebra/cut_mesh.h"
#include "frontend/ir/sharding/notations/misfit.h"
#include "frontend/ir/sharding/notations/shardy.h"
#include "frontend/ir/sharding/rewrites/alike.h"
#include "frontend/ir/sharding/rewrites/lone_devices.h"
#include "frontend/ir/sharding/rewrites/program_hlo.h"

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
  for (StringRef key : {"mesh", "meshes", "map"})
    if (std::optional<Value> mesh = root.find(key)) return mesh;
  return findNotation(root);
}

/// Whether pieces of the mesh make up the axis.
static bool isOfPieces(const AxisRef &axis, ArrayRef<AxisRef> pieces) {
  int64_t size = 1;
  for (const AxisRef &piece : pieces)
    if (piece.axis == axis.axis && piece.before == axis.before * size && size < axis.size)
      size *= piece.size;
  return size == axis.size;
}

bool unreducedNests(const MeshConfig &config) {
  AxisList all;
  std::vector<const UserSharding *> given;
  for (const auto *list : {&config.inputs, &config.outputs})
    for (const std::optional<UserSharding> &one : *list) {
      if (!one || one->sharding.unreduced.empty()) continue;
      given.push_back(&*one);
      all.append(one->sharding.unreduced.begin(), one->sharding.unreduced.end());
    }
  const std::vector<AxisRef> pieces = piecesOf(config.mesh, all);
  for (const UserSharding *one : given)
    for (const AxisRef &axis : one->sharding.unreduced) {
      if (isOfPieces(axis, pieces)) continue;
      report(one->loc, Diag::unsupported_sharding)
          << "unreduced over " << str(axis, config.mesh)
          << ", which does not nest with what another input or output is unreduced over; leave "
             "both unreduced over the whole axis";
      return false;
    }
  return true;
}

/// What nothing is to those that combine partial results of a tensor.
static std::optional<Number> nothingTo(UnreducedBy kind, mlir::Type tensor) {
  const auto type = typeOf(tensor);
  return type ? identity(*combinerNamed(nameOf(kind)), type->type) : std::nullopt;
}

static bool hasNothing(ArrayRef<std::optional<UserSharding>> list, mlir::TypeRange types) {
  for (auto [one, type] : llvm::zip(list, types)) {
    if (!one || one->sharding.unreduced.empty()) continue;
    if (nothingTo(one->sharding.unreducedBy, type)) continue;
    report(one->loc, Diag::unsupported_sharding)
        << "unreduced, but no " << mlir::cast<mlir::ShapedType>(type).getElementType()
        << " leaves others as they are in what combines it; leave it whole";
    return false;
  }
  return true;
}

bool unreducedHasNothing(const MeshConfig &config, FuncOp entry) {
  return hasNothing(config.inputs, entry.getArgumentTypes()) &&
         hasNothing(config.outputs, entry.getResultTypes());
}

namespace {

/// Tensors, and what the config says about each.
struct Matched {
  std::vector<Tensor> tensors;
  std::vector<std::optional<Entry>> entries;
};
/// The values inside the program by their names, of which several may have one.
struct NamedValues {
  std::vector<Tensor> first;        // of each name; one that is no scalar where there is any
  llvm::StringSet<> ofSeveralRanks; // names of values that no one sharding is for
};

/// What is to change in the program for an input or output: how it lies inside, and the groups of
/// values that it lies alike with.
struct Placing {
  unsigned number;
  std::optional<UserSharding> inside = {};
  std::optional<int64_t> groupOutside = {}, groupInside = {};
};

class CollectiveReader {
public:
  CollectiveReader(Value root, ModuleOp program, FuncOp entry, const ErrorLimit &errors)
      : root(root), program(program), function(entry), errors(errors) {}

  std::optional<MeshConfig> read() {
    if (!readMeshOf()) return std::nullopt;
    if (!config.mesh.axes.empty() && findLoneDevice(program)) declareMesh();
    std::optional<MeshConfig> annotated = annotatedMesh(program, function);
    if (!annotated) return std::nullopt;
    if (!config.mesh.axes.empty()) annotated->mesh = config.mesh;
    config = std::move(*annotated);
    readUnspecified();
    const Matched inputs = match("inputs", inputsOf(function));
    const Matched outputs = match("outputs", outputsOf(function));
    const NamedValues named = namedValues();
    const Matched values = match("values", named.first);
    if (config.mesh.axes.empty() && !makeMesh({&inputs, &outputs, &values})) return std::nullopt;
    if (mlir::failed(readShardingsOfOps())) return std::nullopt;
    const auto used = readEntries(inputs, config.inputs);
    const auto made = readEntries(outputs, config.outputs);
    readValues(values, named);
    if (!unreducedNests(config) || !unreducedHasNothing(config, function)) return std::nullopt;
    if (errors.any()) return std::nullopt;
    for (const Placing &placing : used)
      placeInput(placing);
    for (const Placing &placing : made)
      placeOutput(placing);
    return std::move(config);
  }

private:
  Matched match(StringRef key, std::vector<Tensor> tensors);
  NamedValues namedValues();
  bool readMeshOf();
  bool makeMesh(ArrayRef<const Matched *> all);
  void readUnspecified();
  std::vector<Placing> readEntries(const Matched &matched,
                                   std::vector<std::optional<UserSharding>> &given);
  /// What names the mesh, so that the program has to have it.
  void declareMesh();
  mlir::LogicalResult readShardingsOfOps();
  void placeInput(const Placing &placing);
  void placeOutput(const Placing &placing);
  mlir::Attribute attributeOf(const UserSharding &given);
  /// Those inside the program of that name and rank.
  llvm::SmallVector<mlir::Value> valuesCalled(const Tensor &tensor);
  void readValues(const Matched &matched, const NamedValues &named);

  Value root;
  ModuleOp program;
  FuncOp function;
  const ErrorLimit &errors;
  MeshConfig config;
};

} // namespace

Matched CollectiveReader::match(StringRef key, std::vector<Tensor> tensors) {
  Matched matched{std::move(tensors), {}};
  std::optional<Value> entries = root.find(key);
  if (entries && key == "values") entries = entries->asObject("'values'");
  if (entries) matched.entries = matchEntries(*entries, matched.tensors, key, errors);
  matched.entries.resize(matched.tensors.size());
  return matched;
}

/// Without a mesh, that of the notations which bring one.
bool CollectiveReader::makeMesh(ArrayRef<const Matched *> all) {
  std::vector<MeshedSharding> given;
  std::vector<std::pair<Entry, std::string>> from;
  bool ok = true;
  for (const Matched *matched : all)
    for (auto [tensor, entry] : llvm::zip_equal(matched->tensors, matched->entries)) {
      if (!entry) continue;
      for (Value sharding : shardingsIn(entry->value)) {
        if (!isNotation(sharding) || errors.full()) continue;
        const auto read = readNotation(sharding, tensor, /*mesh=*/nullptr, program);
        ok &= read.has_value();
        if (!read) continue;
        given.push_back(*read);
        from.emplace_back(*entry, tensor.shownName());
      }
    }
  const CommonMesh common = commonMesh(given);
  config.mesh = common.mesh;
  config.mesh.name = "mesh";
  if (!ok || !common.misfit) return ok;
  const auto &[entry, name] = from[*common.misfit];
  Report error = reportMisfit(entry.loc, name, given[*common.misfit], common.mesh);
  error.note() << "there is no \"mesh\", so that it is made of these shardings; give one with axes "
                  "for all of them";
  return false;
}

bool CollectiveReader::readMeshOf() {
  if (std::optional<Value> several = root.find("meshes")) {
    report(several->loc(), Diag::unsupported_key) << "several meshes are not supported yet; "
                                                     "write \"mesh\"";
    return false;
  }
  std::optional<Value> value = root.find("mesh");
  if (!value) return true;
  std::optional<Mesh> mesh = readMesh(*value);
  if (!mesh) return false;
  const std::optional<Mesh> made = hasMadeMesh(program) ? meshOf(program) : std::nullopt;
  if (made && made->devices() != mesh->devices()) {
    report(value->loc(), Diag::wrong_mesh)
        << "the mesh '" << shown(mesh->str()) << "' has " << mesh->devices()
        << " devices, and the program's shardings (mhlo.sharding) are over " << made->devices();
    return false;
  }
  if (made && mlir::failed(moveToMesh(program, *mesh))) return false;
  const std::optional<Mesh> own = meshOf(program);
  if (own && (own->axes != mesh->axes || own->deviceIds != mesh->deviceIds)) {
    report(value->loc(), Diag::wrong_mesh)
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

std::vector<Placing>
CollectiveReader::readEntries(const Matched &matched,
                              std::vector<std::optional<UserSharding>> &given) {
  std::vector<Placing> placings;
  for (auto [number, entry] : llvm::enumerate(matched.entries)) {
    if (errors.full()) break;
    if (!entry) continue;
    const Tensor &tensor = matched.tensors[number];
    const std::optional<Placements> placements = readPlacements(entry->value, tensor);
    if (!placements) continue;
    const auto read = readSharding(placements->outside, config.mesh, tensor, program);
    const auto other = placements->inside
                           ? readSharding(*placements->inside, config.mesh, tensor, program)
                           : std::nullopt;
    Placing &placing = placings.emplace_back(Placing{static_cast<unsigned>(number)});
    placing.groupOutside = groupIn(placements->outside);
    if (other) {
      placing.inside = UserSharding{*other, placements->inside->loc()};
      placing.groupInside = groupIn(*placements->inside);
    }
    if (!read) continue;
    std::optional<UserSharding> &known = given[number];
    const Claim claim{{*read, entry->loc}, overrides(entry->value)};
    if (!known || agree(claim, *known, tensor, config.mesh)) known = claim.given;
  }
  return placings;
}

void CollectiveReader::declareMesh() {
  if (!meshOf(program)) config.mesh.name = putMeshFirst(program, config.mesh);
}

mlir::LogicalResult CollectiveReader::readShardingsOfOps() {
  if (!hasUnreadShardings(program)) return mlir::success();
  declareMesh();
  return readOpShardings(program, config.mesh);
}

/// What is put into the program names its mesh.
mlir::Attribute CollectiveReader::attributeOf(const UserSharding &given) {
  declareMesh();
  return shardc::attributeOf(given.sharding, config.mesh, program.getContext());
}

void CollectiveReader::placeInput(const Placing &placing) {
  const mlir::Value arrived = function.getArgument(placing.number);
  mlir::Value used;
  if (placing.inside)
    used = useInputAs(function, placing.number, attributeOf(*placing.inside), placing.inside->loc);
  if (placing.groupOutside) putIntoGroup(arrived, *placing.groupOutside, arrived.getLoc());
  if (placing.groupInside) putIntoGroup(used, *placing.groupInside, used.getLoc());
}

void CollectiveReader::placeOutput(const Placing &placing) {
  mlir::Value made;
  if (placing.inside)
    made =
        makeOutputAs(function, placing.number, attributeOf(*placing.inside), placing.inside->loc);
  if (placing.groupInside) putIntoGroup(made, *placing.groupInside, made.getLoc());
  if (placing.groupOutside) putResultIntoGroup(function, placing.number, *placing.groupOutside);
}

llvm::SmallVector<mlir::Value> CollectiveReader::valuesCalled(const Tensor &tensor) {
  llvm::SmallVector<mlir::Value> values;
  program.walk([&](mlir::Operation *op) {
    for (mlir::OpResult result : op->getResults()) {
      auto type = mlir::dyn_cast<mlir::RankedTensorType>(result.getType());
      const bool fits = type && static_cast<size_t>(type.getRank()) == tensor.shape.size();
      if (fits && valueName(result) == tensor.name) values.push_back(result);
    }
  });
  return values;
}

NamedValues CollectiveReader::namedValues() {
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

void CollectiveReader::readValues(const Matched &matched, const NamedValues &named) {
  for (auto [value, entry] : llvm::zip_equal(matched.tensors, matched.entries)) {
    if (errors.full()) return;
    if (!entry) continue;
    if (named.ofSeveralRanks.contains(value.name)) {
      report(entry->loc, Diag::ambiguous_name)
          << "values of different ranks are called '" << shown(value.name)
          << "'; constrain one of them in the program";
      continue;
    }
    if (!readPlacements(entry->value, value)) continue;
    const auto read = readSharding(entry->value, config.mesh, value, program);
    if (!read) continue;
    const auto called = valuesCalled(value);
    const Claim claim{{*read, entry->loc}, overrides(entry->value)};
    if (!agreeInside(claim, called, value, config.mesh)) continue;
    config.values.push_back({value.name, claim.given});
    const auto group = groupIn(entry->value);
    for (mlir::Value each : group ? called : llvm::SmallVector<mlir::Value>())
      putIntoGroup(each, *group, each.getLoc());
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
    ok &= addAnnotation(entry.getArgAttr(number, kSdySharding), config, input.getType(),
                        input.getLoc(), config.inputs[number]);
  }
  for (unsigned number = 0; number < entry.getNumResults(); ++number)
    ok &= addAnnotation(entry.getResultAttr(number, kSdySharding), config,
                        entry.getResultTypes()[number], entry.getLoc(), config.outputs[number]);
  if (!ok) return std::nullopt;
  return config;
}

std::optional<MeshConfig> readCollective(Value root, ModuleOp program, FuncOp entry,
                                         const ErrorLimit &errors) {
  return CollectiveReader(root, program, entry, errors).read();
}

} // namespace shardc::config

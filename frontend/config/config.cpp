// SPDX-License-Identifier: Apache-2.0
#include "frontend/config/config.h"

#include "frontend/config/collective.h"
#include "frontend/config/map.h"
#include "frontend/config/place.h"
#include "frontend/config/shardings/mesh.h"
#include "frontend/config/shardings/op_shardings.h"
#include "frontend/config/shardings/placement.h"
#include "frontend/config/slices.h"
#include "frontend/config/tensor.h"
#include "frontend/diagnostics.h"
#include "frontend/ir/names.h"
#include "frontend/ir/sharding/notations/shardy.h"
#include "frontend/ir/sharding/rewrites/lone_devices.h"
#include "frontend/json/document/header.h"

namespace shardc {

using config::Entry;
using config::Tensor;
using json::Value;
using llvm::ArrayRef;

/// More shards are refused whatever the config says: each has its own tables.
static constexpr int64_t mostShards = 65536;

/// What the program says of donated inputs, as JAX does: of some which output they become, of
/// others that they may become any.
static void addDonated(mlir::func::FuncOp entry, Config &config) {
  for (unsigned number = 0; number < entry.getNumArguments(); ++number) {
    auto donor = entry.getArgAttrOfType<mlir::BoolAttr>(number, "jax.buffer_donor");
    auto output = entry.getArgAttrOfType<mlir::IntegerAttr>(number, "tf.aliasing_output");
    config.donated.push_back(output || (donor && donor.getValue()));
    config.becomes.push_back(output ? static_cast<int>(output.getInt()) : -1);
  }
}

static Config emptyConfig(mlir::func::FuncOp entry, ArrayRef<Tensor> inputs,
                          ArrayRef<Tensor> outputs) {
  Config config;
  for (const Tensor &input : inputs)
    config.inputs.push_back({{}, Unspecified::whole, input.loc});
  config.outputs.resize(outputs.size());
  addDonated(entry, config);
  return config;
}

Config oneDeviceConfig(mlir::ModuleOp program) {
  mlir::func::FuncOp entry = entryOf(program);
  return entry ? emptyConfig(entry, config::inputsOf(entry), config::outputsOf(entry)) : Config();
}

/// A program that was made for several devices says so even where it has no sharding.
static void compareDevices(mlir::ModuleOp program, const Config &config) {
  auto said = program->getAttrOfType<mlir::IntegerAttr>("mhlo.num_partitions");
  if (!said || config.mode == Mode::independent) return;
  const uint64_t made = said.getValue().getLimitedValue();
  const uint64_t planned = config.mode == Mode::collective ? config.mesh.mesh.devices() : 1;
  if (made == planned || made == 1) return;
  report(program.getLoc(), Diag::partitions_differ)
      << "the program was made for " << made << " devices (mhlo.num_partitions), and " << planned
      << (planned == 1 ? " device is planned" : " are planned");
}

std::optional<Config> defaultConfig(mlir::ModuleOp program) {
  mlir::func::FuncOp entry = entryOf(program);
  Config config = oneDeviceConfig(program);
  if (entry && meshOf(program)) {
    config.mode = Mode::collective;
    std::optional<MeshConfig> mesh = config::annotatedMesh(program, entry);
    if (!mesh || !config::unreducedNests(*mesh) || !config::unreducedHasNothing(*mesh, entry))
      return std::nullopt;
    config.mesh = std::move(*mesh);
    if (mlir::failed(config::readOpShardings(program, config.mesh.mesh))) return std::nullopt;
  }
  const bool isOneDevice = config.mode == Mode::oneDevice;
  if (isOneDevice && mlir::failed(refuseLoneDevices(program, isOneDevice))) return std::nullopt;
  compareDevices(program, config);
  return config;
}

namespace {

class ConfigReader {
public:
  ConfigReader(Value root, mlir::ModuleOp program, mlir::func::FuncOp entry,
               const ErrorLimit &errors)
      : root(root), program(program), function(entry), errors(errors),
        inputs(config::inputsOf(entry)), outputs(config::outputsOf(entry)) {}

  std::optional<Config> read();

private:
  std::optional<Mode> readMode();
  Config readIndependent();
  Config readCollective();
  Unspecified readUnspecified(Value value);
  Conflict readConflict();
  int64_t readMaxShards();
  void readDonated(Config &config);
  std::vector<std::optional<Entry>> entriesOf(StringRef key, ArrayRef<Tensor> tensors);
  TensorCuts readTensor(const Entry &entry, const Tensor &tensor, Unspecified unspecified);
  void readDimension(json::Member member, const Tensor &tensor, TensorCuts &cuts);
  void checkOutput(const Entry &entry);

  Value root;
  mlir::ModuleOp program;
  mlir::func::FuncOp function;
  const ErrorLimit &errors;
  std::vector<Tensor> inputs, outputs;
};

} // namespace

Unspecified ConfigReader::readUnspecified(Value value) {
  std::optional<StringRef> text = value.asString("'unspecified'");
  if (!text || *text == "sharded") return Unspecified::sharded;
  if (*text == "whole") return Unspecified::whole;
  bool ofMesh = *text == "open" || *text == "replicated";
  report(value.loc(), Diag::wrong_value)
      << "'unspecified' must be \"sharded\" or \"whole\", not '" << shown(*text) << "'"
      << (ofMesh ? "; that is for configs with a mesh" : didYouMean(*text, {"sharded", "whole"}));
  return Unspecified::sharded;
}

Conflict ConfigReader::readConflict() {
  std::optional<Value> value = root.find("conflict");
  std::optional<StringRef> text = value ? value->asString("'conflict'") : std::nullopt;
  if (!text || *text == "error") return Conflict::error;
  if (*text == "refine") return Conflict::refine;
  report(value->loc(), Diag::wrong_value)
      << "'conflict' must be \"error\" or \"refine\", not '" << shown(*text) << "'"
      << didYouMean(*text, {"error", "refine"});
  return Conflict::error;
}

int64_t ConfigReader::readMaxShards() {
  const int64_t usual = Config().maxShards;
  std::optional<Value> value = root.find("max_shards");
  std::optional<int64_t> number = value ? value->asInteger("'max_shards'") : std::nullopt;
  if (!number) return usual;
  if (*number >= 1 && *number <= mostShards) return *number;
  report(value->loc(), Diag::wrong_value)
      << "'max_shards' must be 1 to " << mostShards << ", not " << *number;
  return usual;
}

/// A list counts in place of the program's word.
void ConfigReader::readDonated(Config &config) {
  std::optional<Value> list = root.find("donate");
  if (list) list = list->asArray("'donate'");
  if (list) config.donated = config::findTensors(*list, inputs, errors);
}

std::vector<std::optional<Entry>> ConfigReader::entriesOf(StringRef key, ArrayRef<Tensor> tensors) {
  std::optional<Value> entries = root.find(key);
  if (!entries) return std::vector<std::optional<Entry>>(tensors.size());
  return config::matchEntries(*entries, tensors, key, errors);
}

void ConfigReader::readDimension(json::Member member, const Tensor &tensor, TensorCuts &cuts) {
  std::optional<int64_t> dimension = config::findDimension(member.keyValue, tensor);
  if (!dimension) return;
  for (const DimensionCuts &other : cuts.dims) {
    if (other.dimension != *dimension) continue;
    Report twice = report(member.keyLoc(), Diag::dimension_twice);
    twice << "dimension " << *dimension << " of " << tensor.shownName() << " has two entries";
    twice.note(other.loc) << "the other one";
    return;
  }
  std::optional<DimensionCuts> read =
      config::readSlices(member.value, {*dimension, tensor.shape[*dimension], member.keyLoc()});
  if (read) cuts.dims.push_back(std::move(*read));
}

/// An output says only how it is cut: what it leaves out follows the inputs.
void ConfigReader::checkOutput(const Entry &entry) {
  if (std::optional<Value> unspecified = entry.value.find("unspecified"))
    report(unspecified->loc(), Diag::unknown_key)
        << "'unspecified' is for inputs; dimensions that an output leaves out follow the inputs";
}

/// A sharding over a mesh where there is none.
static void reportNoMesh(json::Member key, const Tensor &tensor) {
  const bool isDevice = key.key() == "device" && key.value.is(json::Kind::integer);
  Report error = report(key.keyLoc(), Diag::missing_mesh);
  error << "'" << shown(key.key()) << "' of " << tensor.shownName();
  if (isDevice)
    error << " is one device of a mesh, and nothing says how many there are; add \"mesh\", such as "
             "\"mesh\": \"x=8\"";
  else
    error << " is about a mesh, and there is none; add \"mesh\"";
}

TensorCuts ConfigReader::readTensor(const Entry &entry, const Tensor &tensor,
                                    Unspecified unspecified) {
  TensorCuts cuts{{}, unspecified, entry.loc};
  if (entry.value.is(json::Kind::array)) {
    report(entry.value.loc(), Diag::missing_mesh)
        << "a list per dimension names axes, and there is no \"mesh\"; slices are written "
           "{\"0\": [\"0:2\", \"2:5\"]}";
    return cuts;
  }
  if (config::hasPlacements(entry.value)) {
    report(entry.value.loc(), Diag::missing_mesh)
        << "'arrives' and 'used', 'made' and 'leaves' are placements on a mesh, and there is none";
    return cuts;
  }
  if (const auto key = config::findLongForm(entry.value, tensor)) {
    reportNoMesh(*key, tensor);
    return cuts;
  }
  if (!entry.value.asObject("the entry of " + tensor.shownName())) return cuts;
  for (json::Member member : entry.value.members()) {
    if (errors.full()) break;
    if (member.key() != "unspecified")
      readDimension(member, tensor, cuts);
    else if (llvm::StringRef(tensor.what) == "input")
      cuts.unspecified = readUnspecified(member.value);
  }
  llvm::sort(cuts.dims, [](const DimensionCuts &a, const DimensionCuts &b) {
    return a.dimension < b.dimension;
  });
  return cuts;
}

Config ConfigReader::readIndependent() {
  Config config = emptyConfig(function, inputs, outputs);
  const bool slices = config::findSlices(root).has_value();
  config.mode = slices ? Mode::independent : Mode::oneDevice;
  config.loc = root.loc();
  std::optional<Value> given = root.find("unspecified");
  Unspecified unspecified = slices ? Unspecified::sharded : Unspecified::whole;
  if (given) unspecified = readUnspecified(*given);
  config.conflict = readConflict();
  config.maxShards = readMaxShards();
  readDonated(config);
  std::vector<std::optional<Entry>> entries = entriesOf("inputs", inputs);
  for (auto [number, entry] : llvm::enumerate(entries)) {
    config.inputs[number] = TensorCuts{{}, unspecified, root.loc()};
    if (entry && !errors.full())
      config.inputs[number] = readTensor(*entry, inputs[number], unspecified);
  }
  entries = entriesOf("outputs", outputs);
  for (auto [number, entry] : llvm::enumerate(entries)) {
    if (!entry || errors.full()) continue;
    checkOutput(*entry);
    config.outputs[number] = readTensor(*entry, outputs[number], Unspecified::whole);
  }
  return config;
}

/// Slices or a mesh.
std::optional<Mode> ConfigReader::readMode() {
  std::optional<Value> mesh = config::findMesh(root), slices = config::findSlices(root);
  if (mesh && slices) {
    Report both = report(mesh->loc(), Diag::slices_and_mesh);
    both << "a mesh (collective shards) and slices (independent shards) in one config; keep one";
    both.note(slices->loc()) << "these are slices";
    return std::nullopt;
  }
  if (mesh || (meshOf(program) && !slices)) return Mode::collective;
  if (!meshOf(program)) return slices ? Mode::independent : Mode::oneDevice;
  report(slices->loc(), Diag::slices_and_mesh)
      << "the program has a mesh (sdy.mesh), and these are slices; keep one of the two";
  return std::nullopt;
}

Config ConfigReader::readCollective() {
  Config config = emptyConfig(function, inputs, outputs);
  config.mode = Mode::collective;
  config.loc = root.loc();
  readDonated(config);
  std::optional<MeshConfig> mesh = config::readCollective(root, program, function, errors);
  if (mesh) config.mesh = std::move(*mesh);
  for (StringRef key : {"conflict", "max_shards"})
    if (std::optional<Value> value = root.find(key))
      report(value->loc(), Diag::wrong_value)
          << "'" << key << "' is about slices, and has no meaning on a mesh";
  return config;
}

std::optional<Config> ConfigReader::read() {
  (void)root.onlyKeys({"shardc", "kind", "unspecified", "inputs", "outputs", "values", "mesh",
                       "meshes", "conflict", "max_shards", "donate", "place", "op_priorities",
                       "custom_ops", "map"},
                      "a sharding config");
  if (std::optional<Value> value = root.find("op_priorities"))
    report(value->loc(), Diag::unsupported_key) << "'op_priorities' is not supported yet";
  const std::optional<Mode> mode = readMode();
  if (!mode) return std::nullopt;
  std::optional<Value> values = root.find("values");
  if (values && *mode != Mode::collective)
    report(values->loc(), Diag::missing_mesh)
        << "'values' gives shardings over a mesh, and there is none; slices are given to "
           "\"inputs\" and \"outputs\"";
  Config config = *mode == Mode::collective ? readCollective() : readIndependent();
  config.place = config::readPlace(root);
  if (*mode == Mode::collective && !errors.any())
    (void)fits(config.place, config.mesh.mesh.devices());
  if (*mode != Mode::collective) {
    (void)config::refuseUnreadShardings(program);
    (void)refuseLoneDevices(program, *mode == Mode::oneDevice);
  }
  if (errors.any()) return std::nullopt;
  compareDevices(program, config);
  return config;
}

std::optional<Config> readConfig(StringRef text, StringRef fileName, mlir::ModuleOp program) {
  mlir::MLIRContext *context = program.getContext();
  ErrorLimit errors(context);
  std::unique_ptr<const json::Document> document =
      json::Document::parse(*context, text, fileName, configLimits);
  if (!document) return std::nullopt;
  Value root = document->root();
  if (mlir::failed(json::checkHeader(root, "sharding"))) return std::nullopt;
  mlir::func::FuncOp entry = entryOf(program);
  if (!entry) {
    report(program.getLoc(), Diag::no_entry) << "the program has no function to compile";
    return std::nullopt;
  }
  if (mlir::failed(config::applyMap(root, program, entry, errors))) return std::nullopt;
  return ConfigReader(root, program, entry, errors).read();
}

} // namespace shardc

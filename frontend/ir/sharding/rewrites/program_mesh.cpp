// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/sharding/rewrites/program_mesh.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/sharding/algebra/sharding.h"
#include "frontend/ir/sharding/notations/misfit.h"
#include "frontend/ir/sharding/notations/shardy.h"
#include "frontend/ir/sharding/rewrites/lone_devices.h"
#include "frontend/ir/sharding/rewrites/mesh_orders.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

namespace {

/// A mesh, and where it is declared or written out.
struct NamedMesh {
  std::string name; // "@mesh", or how it is written out
  Mesh mesh;
  Location loc;
};

class MeshSettler {
public:
  explicit MeshSettler(ModuleOp program) : program(program) {}

  LogicalResult run() {
    for (sdy::MeshOp op : program.getOps<sdy::MeshOp>())
      ok &= declare(op);
    program.walk([&](Operation *op) { lookAt(op); });
    if (!ok) return failure();
    writeOutDevices();
    return settle();
  }

private:
  bool declare(sdy::MeshOp op);
  void lookAt(Operation *op);
  void use(sdy::ShardingAttr sharding, Location loc);
  std::optional<NamedMesh> meshNamedBy(sdy::ShardingAttr sharding, Location loc);
  void addDistinct(const NamedMesh &named);
  /// Whether all have the same axes.
  bool areOrdersOfOne() const {
    return llvm::all_of(meshes, [&](const NamedMesh &other) {
      return other.mesh.axes == meshes.front().mesh.axes;
    });
  }
  LogicalResult settle();
  void writeOutDevices();
  /// Whether the mesh has all devices that alone have a value; those that it lacks are reported.
  bool areThere(const Mesh &mesh) const;

  ModuleOp program;
  llvm::MapVector<StringRef, NamedMesh> declared;
  std::vector<NamedMesh> meshes; // distinct ones with axes
  llvm::SmallDenseSet<Attribute> seen;
  std::vector<LoneDevice> lone;
  llvm::DenseMap<Attribute, Attribute> writtenOut; // shardings over meshes of one device
  bool ok = true;
};

} // namespace

static bool hasNoAxes(const Mesh &mesh) { return mesh.axes.empty(); }

static bool isWellFormed(const NamedMesh &named) {
  const std::string problem = problemOf(named.mesh);
  if (problem.empty()) return true;
  (void)(report(named.loc, Diag::wrong_mesh) << "mesh '" << shown(named.name) << "': " << problem);
  return false;
}

bool MeshSettler::declare(sdy::MeshOp op) {
  NamedMesh named{("@" + op.getSymName()).str(), meshIn(op.getMesh()), op.getLoc()};
  const bool good = isWellFormed(named);
  if (!good) named.mesh = {}; // whose names are not reported as well
  dropUsualIds(named.mesh);
  declared.insert({op.getSymName(), std::move(named)});
  return good;
}

/// The shardings of an op, of a function's arguments and results, and those inside of others.
void MeshSettler::lookAt(Operation *op) {
  auto visit = [&](Attribute attr) {
    if (!seen.insert(attr).second) return;
    attr.walk([&](sdy::ShardingAttr sharding) { use(sharding, op->getLoc()); });
  };
  for (NamedAttribute attr : op->getDiscardableAttrs())
    visit(attr.getValue());
  if (isa<FunctionOpInterface>(op) || isa_and_nonnull<sdy::SdyDialect>(op->getDialect()))
    visit(op->getAttrDictionary());
}

std::optional<NamedMesh> MeshSettler::meshNamedBy(sdy::ShardingAttr sharding, Location loc) {
  if (auto written = dyn_cast<sdy::MeshAttr>(sharding.getMesh())) {
    NamedMesh named{"", meshIn(written), loc};
    named.name = "<" + named.mesh.str() + ">";
    if (!isWellFormed(named)) return std::nullopt;
    dropUsualIds(named.mesh);
    return named;
  }
  const StringRef name = cast<FlatSymbolRefAttr>(sharding.getMesh()).getValue();
  const auto *found = declared.find(name);
  if (found != declared.end()) return found->second;
  SmallVector<StringRef> names(llvm::make_first_range(declared));
  (void)(report(loc, Diag::wrong_mesh)
         << "the program declares no mesh '@" << shown(name) << "'" << didYouMean(name, names));
  return std::nullopt;
}

void MeshSettler::use(sdy::ShardingAttr sharding, Location loc) {
  const auto named = meshNamedBy(sharding, loc);
  if (!named) {
    ok = false;
    return;
  }
  if (!hasNoAxes(named->mesh)) return addDistinct(*named);
  if (named->mesh.deviceIds.empty()) return; // everything everywhere
  const int64_t device = named->mesh.deviceIds.front();
  lone.push_back({device, loc});
  writtenOut[sharding] = sdy::ShardingAttr::get(
      program.getContext(), sdy::MeshAttr::get(program.getContext(), {}, {device}),
      sharding.getDims(), sharding.getReplicated(), sharding.getUnreduced(),
      sharding.getReduction());
}

/// Meshes of one device are written out: their names say no more.
void MeshSettler::writeOutDevices() {
  if (writtenOut.empty()) return;
  AttrTypeReplacer replacer;
  replacer.addReplacement([this](sdy::ShardingAttr attribute) {
    const Attribute out = writtenOut.lookup(attribute);
    return std::make_pair(out ? out : Attribute(attribute), WalkResult::skip());
  });
  program.walk([&](Operation *op) { replacer.replaceElementsIn(op); });
}

bool MeshSettler::areThere(const Mesh &mesh) const {
  bool all = true;
  for (const LoneDevice &each : lone) {
    if (mesh.positionOf(each.device)) continue;
    (void)reportOnDevice(each.loc, "a value", each.device, 1, mesh);
    all = false;
  }
  return all;
}

void MeshSettler::addDistinct(const NamedMesh &named) {
  const bool known = llvm::any_of(meshes, [&](const NamedMesh &other) {
    return other.mesh.axes == named.mesh.axes && other.mesh.deviceIds == named.mesh.deviceIds;
  });
  if (!known) meshes.push_back(named);
}

/// Where no sharding names a mesh, those that are declared count.
LogicalResult MeshSettler::settle() {
  if (meshes.empty())
    for (const auto &[name, mesh] : declared)
      if (!hasNoAxes(mesh.mesh)) addDistinct(mesh);
  if (meshes.empty()) return success();
  if (!areThere(meshes.front().mesh)) return failure();
  if (meshes.size() > 1 && areOrdersOfOne()) {
    Mesh mesh = meshes.front().mesh;
    mesh.name = putMeshFirst(program, mesh);
    if (bringToOrderOf(mesh, program)) return success();
  }
  if (meshes.size() > 1) {
    Report error = report(meshes.front().loc, Diag::several_meshes);
    error << "the program has " << meshes.size() << " meshes, and several are not supported yet: '"
          << shown(meshes.front().name) << "' is '" << meshes.front().mesh.str() << "'";
    for (const NamedMesh &mesh : ArrayRef(meshes).drop_front())
      error.note(mesh.loc) << "'" << shown(mesh.name) << "' is '" << mesh.mesh.str() << "'";
    return error;
  }
  putMeshFirst(program, meshes.front().mesh);
  return success();
}

LogicalResult settleMesh(ModuleOp program) { return MeshSettler(program).run(); }

} // namespace shardc

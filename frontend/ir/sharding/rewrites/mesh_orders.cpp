// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/sharding/rewrites/mesh_orders.h"

#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/sharding/algebra/meshed_sharding.h"
#include "frontend/ir/sharding/notations/shardy.h"

using namespace mlir;

namespace shardc {

namespace {

class Reorderer {
public:
  Reorderer(const Mesh &mesh, ModuleOp program) : mesh(mesh), program(program) {
    replacer.addReplacement([this](sdy::ShardingAttr attribute) {
      const Attribute moved = known.lookup(attribute);
      return std::make_pair(moved ? moved : Attribute(attribute), WalkResult::skip());
    });
  }

  bool run() {
    ScopedDiagnosticHandler quiet(program.getContext(), [](Diagnostic &) { return success(); });
    program.walk([&](Operation *op) { lookAt(op); });
    if (!ok) return false;
    program.walk([&](Operation *op) { replacer.replaceElementsIn(op); });
    return true;
  }

private:
  void lookAt(Operation *op) {
    op->getAttrDictionary().walk([&](sdy::ShardingAttr attribute) {
      const std::optional<Mesh> own = meshNamedBy(attribute);
      if (!own || own->axes.empty() || own->deviceIds == mesh.deviceIds) return;
      ok &= !isa<sdy::ManualComputationOp>(op);
      const auto given = shardingOf(attribute, *own, attribute.getDims().size(), program.getLoc());
      const auto moved = given ? onMesh({*own, *given}, mesh) : std::nullopt;
      ok &= moved.has_value();
      if (moved) known[attribute] = attributeOf(*moved, mesh, program.getContext());
    });
  }

  std::optional<Mesh> meshNamedBy(sdy::ShardingAttr attribute) {
    Attribute written = attribute.getMesh();
    if (auto name = dyn_cast<FlatSymbolRefAttr>(written)) {
      auto op = program.lookupSymbol<sdy::MeshOp>(name.getValue());
      if (!op) return std::nullopt;
      written = op.getMesh();
    }
    Mesh own = meshIn(written);
    dropUsualIds(own);
    return own;
  }

  const Mesh &mesh;
  ModuleOp program;
  AttrTypeReplacer replacer;
  llvm::DenseMap<Attribute, Attribute> known;
  bool ok = true;
};

} // namespace

bool bringToOrderOf(const Mesh &mesh, ModuleOp program) { return Reorderer(mesh, program).run(); }

} // namespace shardc

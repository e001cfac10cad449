// SPDX-License-Identifier: Apache-2.0
#include "frontend/config/shardings/op_shardings.h"

#include "frontend/config/shardings/mesh.h"
#include "frontend/config/shardings/notation.h"
#include "frontend/config/shardings/placement.h"
#include "frontend/diagnostics.h"
#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/names.h"
#include "frontend/ir/sharding/algebra/meshed_sharding.h"
#include "frontend/ir/sharding/notations/shardy.h"
#include "frontend/ir/sharding/rewrites/alike.h"
#include "frontend/ir/sharding/rewrites/annotations.h"

using namespace mlir;

namespace shardc::config {

static SmallVector<sdy::PlacedLaterOp> unread(ModuleOp program) {
  SmallVector<sdy::PlacedLaterOp> ops;
  program.walk([&](sdy::PlacedLaterOp op) { ops.push_back(op); });
  return ops;
}

bool hasUnreadShardings(ModuleOp program) { return !unread(program).empty(); }

LogicalResult refuseUnreadShardings(ModuleOp program) {
  auto ops = unread(program);
  if (ops.empty()) return success();
  return report(ops.front().getLoc(), Diag::missing_mesh)
         << "the sharding of an op is over a mesh, and there is none; give a config with \"mesh\"";
}

/// The text of the program that an op keeps, as a document of its own at its place.
static std::unique_ptr<const json::Document> documentOf(sdy::PlacedLaterOp op) {
  const auto place = fileLocation(op.getLoc());
  const StringRef file = place ? place->getFilename().getValue() : StringRef("program");
  const json::Place begin =
      place ? json::Place{place->getLine(), place->getColumn()} : json::Place();
  return json::Document::parse(*op.getContext(), op.getJson(), file, {}, begin);
}

static Tensor tensorOf(sdy::PlacedLaterOp op) {
  Tensor tensor{"value", valueName(op.getInput()).value_or("of an op"),
                "",      cast<RankedTensorType>(op.getInput().getType()).getShape().vec(),
                {},      op.getLoc()};
  for (Attribute name : op.getDims())
    tensor.dims.push_back(cast<StringAttr>(name).str());
  tensor.dims.resize(tensor.shape.size());
  return tensor;
}

/// Over the mesh; or over one of the same devices that the op brings, and then the same on the
/// mesh.
static std::optional<Sharding> shardingOf(sdy::PlacedLaterOp op, json::Value written,
                                          const Mesh &mesh, const Tensor &tensor) {
  if (!op.getMesh()) return readSharding(written, mesh, tensor);
  const auto own = meshFromText(*op.getMesh(), op.getLoc());
  const auto sharding = own ? readSharding(written, *own, tensor) : std::nullopt;
  if (!sharding) return std::nullopt;
  if (own->devices() == mesh.devices())
    if (auto there = onMesh({*own, *sharding}, mesh)) return there;
  report(op.getLoc(), Diag::unsupported_sharding)
      << "axes of the mesh '" << mesh.str() << "', and parts of them, do not split a dimension as "
      << str(*sharding, *own) << " of the mesh '" << own->str()
      << "' does; give one of as many devices, whose axes are made of these";
  return std::nullopt;
}

static LogicalResult place(sdy::PlacedLaterOp op, const Mesh &mesh) {
  const auto document = documentOf(op);
  if (!document) return failure();
  const Tensor tensor = tensorOf(op);
  if (const auto overrides = document->root().find("override"))
    return report(overrides->loc(), Diag::unknown_key)
           << "\"override\" is for a config, which stands above the program; leave it out";
  const auto placements = readPlacements(document->root(), tensor);
  const auto sharding =
      placements ? shardingOf(op, placements->outside, mesh, tensor) : std::nullopt;
  if (!sharding) return failure();
  OpBuilder builder(op);
  const Value placed = sdy::ShardingConstraintOp::create(
      builder, annotationLoc(op.getLoc()), op.getResult().getType(), op.getInput(),
      cast<sdy::ShardingAttr>(attributeOf(*sharding, mesh, op.getContext())));
  op.getResult().replaceAllUsesWith(placed);
  if (const auto group = groupIn(placements->outside)) putIntoGroup(placed, *group, op.getLoc());
  op.erase();
  return success();
}

LogicalResult readOpShardings(ModuleOp program, const Mesh &mesh) {
  bool ok = true;
  for (sdy::PlacedLaterOp op : unread(program))
    ok &= succeeded(place(op, mesh));
  return success(ok);
}

} // namespace shardc::config

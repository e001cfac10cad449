// SPDX-License-Identifier: Apache-2.0
// A manual computation: values enter its region by parts, and what it returns is put together.
#include "frontend/diagnostics.h"
#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/dialects/sharding_names.h"
#include "frontend/ir/interfaces/claims.h"
#include "frontend/ir/names.h"
#include "frontend/ir/sharding/notations/groups.h"
#include "frontend/ir/sharding/notations/shardy.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc::sdy {

/// The manual axes that a dimension is split by are its first ones; the others split what is left.
static LogicalResult takeManual(const ManualRegion &region, DimSharding &dim, Axes &manual,
                                Location loc) {
  AxisList free;
  for (const AxisRef &axis : dim.axes) {
    if (!region.isManual(axis.axis)) {
      append(free, axis);
      continue;
    }
    if (!free.empty() || axis != wholeAxis(region.mesh, axis.axis))
      return report(loc, Diag::wrong_axes)
             << "manual axis '" << region.mesh.axes[axis.axis].name
             << "' has to be whole, and in front of axes that are not manual";
    manual.push_back(axis.axis);
  }
  dim.axes = std::move(free);
  return success();
}

/// The region over a mesh that is cut as a sharding is, where that does not nest with the others.
static std::unique_ptr<ManualRegion> cutFor(const ManualRegion &region, Attribute given) {
  if (onlyDevice(given)) return nullptr; // refused where it is read
  const size_t rank = cast<ShardingAttr>(given).getDims().size();
  const auto sharding =
      shardingOf(given, region.meshes.whole, rank, UnknownLoc::get(given.getContext()));
  return sharding ? region.cutFor(sharding->used()) : nullptr;
}

static FailureOr<OverDevices> entered(Operation *op, ManualRegion &region, Value operand,
                                      Attribute given) {
  const Location loc = operand.getLoc();
  const size_t rank = cast<RankedTensorType>(operand.getType()).getRank();
  auto sharding = region.shardingIn(given, rank, loc);
  if (!sharding) return failure();
  Relay how(rank);
  for (auto [dim, manual] : llvm::zip_equal(sharding->dims, how.split))
    if (failed(takeManual(region, dim, manual, loc))) return failure();
  return region.relay(op, loc, {operand, {}}, how, *sharding);
}

static LogicalResult enter(Operation *op, ManualRegion &region, Value operand, BlockArgument local,
                           Attribute given) {
  const auto own = cutFor(region, given);
  const auto value = entered(op, own ? *own : region, operand, given);
  if (failed(value)) return failure();
  return region.set(local, own ? own->as(region, op, *value) : *value);
}

/// Of a map's output that is asked for as one copy.
static LogicalResult refuseSeveral(const ManualRegion &region, OpResult result, const Axes &along) {
  AxisList axes;
  for (int axis : along)
    append(axes, wholeAxis(region.mesh, axis));
  auto entry = result.getOwner()->getParentOfType<func::FuncOp>();
  return report(result.getLoc(), Diag::not_replicated)
         << "output '" << shown(outputName(entry, result.getResultNumber()))
         << "' is asked for as one copy, and positions along '"
         << shown(str(region.meshes.joined(axes), region.meshes.whole))
         << "' may have different ones; combine them (psum, pmax, all_gather), or give it an axis "
            "under \"out\"";
}

static FailureOr<Value> left(ManualRegion &region, const OverDevices &value, OpResult result,
                             Attribute given) {
  auto sharding = region.shardingIn(given, region.rankOf(value), result.getLoc());
  if (!sharding) return failure();
  Relay how(region.rankOf(value));
  Sharding free = *sharding;
  Axes used;
  for (auto [dim, manual] : llvm::zip_equal(free.dims, how.join)) {
    if (failed(takeManual(region, dim, manual, result.getLoc()))) return failure();
    used.append(manual);
  }
  llvm::copy_if(value.axes, std::back_inserter(how.drop),
                [&](int axis) { return !llvm::is_contained(used, axis); });
  if (region.isMap && !how.drop.empty()) return refuseSeveral(region, result, how.drop);
  const OverDevices alike = claimed(region, value, how.drop, result);
  const auto whole = region.relay(result.getOwner(), result.getLoc(), alike, how, *sharding);
  if (failed(whole)) return failure();
  if (whole->value.getType() == result.getType()) return whole->value;
  return report(result.getLoc(), Diag::shape_mismatch)
         << "sdy.manual_computation: a result is declared as " << result.getType()
         << ", but what devices return makes " << whole->value.getType();
}

static FailureOr<Value> leave(ManualRegion &region, Value local, OpResult result, Attribute given) {
  const auto own = cutFor(region, given);
  const OverDevices value = region.of(local);
  if (!own) return left(region, value, result, given);
  return left(*own, region.as(*own, result.getOwner(), value), result, given);
}

static LogicalResult checkForm(ManualComputationOp op) {
  Region &body = op.getBody();
  const size_t inputs = op.getTensors().size(), results = op.getResults().size();
  const bool whole = body.hasOneBlock() && body.front().mightHaveTerminator() &&
                     body.front().getNumArguments() == inputs &&
                     body.front().getTerminator()->getNumOperands() == results;
  if (!whole)
    return report(op.getLoc(), Diag::wrong_region)
           << "sdy.manual_computation: its body has to take " << inputs << " values and return "
           << results;
  if (op.getInShardings().getShardings().size() == inputs &&
      op.getOutShardings().getShardings().size() == results)
    return success();
  return report(op.getLoc(), Diag::wrong_count)
         << "sdy.manual_computation: it needs a sharding for each of its " << inputs
         << " operands and " << results << " results";
}

/// Of a map: how many there are on each axis. Null of other regions.
static DenseI64ArrayAttr positionsOf(ManualComputationOp op) {
  return op->getAttrOfType<DenseI64ArrayAttr>(kPositions);
}

/// The mesh of a region: cut where its manual axes are, its groups, and what splits its values
/// along them. Sums over all positions of a map keep their order whatever groups others have. Axes
/// of which nothing is manual stay whole: shardings have any parts of these.
static FailureOr<CutMesh> meshOfRegion(ManualComputationOp op, const Mesh &mesh,
                                       const AxisList &manual) {
  AxisList used = manual;
  if (!positionsOf(op)) used.append(axesInGroups(op, mesh)); // a map's groups are cut for alone
  for (ShardingPerValueAttr list : {op.getInShardings(), op.getOutShardings()})
    for (ShardingAttr given : list.getShardings()) {
      if (onlyDevice(given)) continue; // refused where it is read
      const auto sharding = shardingOf(given, mesh, given.getDims().size(), op.getLoc());
      if (!sharding) return failure();
      llvm::copy_if(sharding->used(), std::back_inserter(used), [&](const AxisRef &part) {
        return llvm::any_of(manual, [&](const AxisRef &own) { return own.axis == part.axis; });
      });
    }
  return cutMesh(mesh, used);
}

static Axes numbersOf(const AxisList &pieces) {
  Axes axes;
  for (const AxisRef &piece : pieces)
    axes.push_back(piece.axis);
  llvm::sort(axes);
  return axes;
}

/// The mesh, with a place for each position of a map.
static Mesh placesOf(ManualComputationOp op, Mesh mesh) {
  const auto positions = positionsOf(op);
  if (!positions) return mesh;
  for (auto [axis, count] : llvm::zip_equal(mesh.axes, positions.asArrayRef()))
    axis.size = count;
  mesh.deviceIds.clear();
  return mesh;
}

LogicalResult ManualComputationOp::expand() {
  if (failed(checkForm(*this))) return failure();
  const auto mesh = meshOf((*this)->getParentOfType<ModuleOp>());
  if (!mesh)
    return report(getLoc(), Diag::missing_mesh)
           << "sdy.manual_computation: the program declares no mesh";
  const Mesh places = placesOf(*this, *mesh);
  const auto manual = axesIn(getManualAxes().getList(), places, getLoc());
  if (!manual) return failure();
  auto meshes = meshOfRegion(*this, places, *manual);
  if (failed(meshes)) return failure();
  Axes axes = numbersOf(*meshes->cutUp(*manual)); // whose ends came first: they are pieces
  ManualRegion region(std::move(*meshes), std::move(axes), *mesh, positionsOf(*this) != nullptr,
                      OpBuilder(*this));
  Block &body = getBody().front();
  for (auto [operand, local, given] :
       llvm::zip_equal(getTensors(), body.getArguments(), getInShardings().getShardings()))
    if (failed(enter(*this, region, operand, local, given))) return failure();
  for (Operation &op : body.without_terminator())
    if (failed(region.lift(&op))) return failure();
  for (auto [result, local, given] :
       llvm::zip_equal((*this)->getResults(), body.getTerminator()->getOperands(),
                       getOutShardings().getShardings())) {
    const auto value = leave(region, local, result, given);
    if (failed(value)) return failure();
    result.replaceAllUsesWith(*value);
  }
  (*this)->erase();
  return success();
}

} // namespace shardc::sdy

// SPDX-License-Identifier: Apache-2.0
// Collectives: over all devices they are reductions along leading dimensions, and moves.
#include "frontend/ir/among_positions.h"
#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/ops/devices/runs.h"
#include "frontend/ir/sharding/notations/groups.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc::stablehlo {

static LogicalResult refuse(Operation *op, const Twine &message, Diag id = Diag::wrong_op) {
  return report(op->getLoc(), id) << op->getName().getStringRef() << ": " << message;
}

static LogicalResult checkDimension(Operation *op, const ManualRegion &region, int64_t dim,
                                    StringRef what) {
  for (Value operand : op->getOperands()) {
    const auto rank = static_cast<int64_t>(region.rankOf(region.of(operand)));
    if (dim < 0 || dim >= rank)
      return refuse(
          op, "dimension " + Twine(dim) + " of '" + what + "' is not in 0.." + Twine(rank - 1),
          Diag::bad_dimension);
  }
  return success();
}

/// Calls `make` with each operand, along the axes of the groups; it gives the result. `seesAll`:
/// what every device makes is of what all of its group have, so nothing is sent of what they have
/// alike.
template <typename Make>
static LogicalResult forEachOperand(Operation *op, ManualRegion &region, const Axes &axes,
                                    Make make, bool seesAll = false) {
  if (op->getNumOperands() != op->getNumResults())
    return refuse(op, "it has as many results as operands");
  for (auto [operand, result] : llvm::zip_equal(op->getOperands(), op->getResults())) {
    const OverDevices value = region.of(operand);
    const FailureOr<OverDevices> made =
        make(seesAll ? region.alongHere(op, value, axes) : region.along(op, value, axes));
    if (failed(made) || failed(region.set(result, *made))) return failure();
  }
  return success();
}

/// What all devices along `axes` have, combined. `local` says how it lies.
static OverDevices combine(Operation *op, Region &body, ManualRegion &region, OverDevices value,
                           const Axes &axes, const Sharding &local) {
  SmallVector<int64_t> dims;
  OverDevices rest{value.value, {}};
  auto from = cast<RankedTensorType>(value.value.getType());
  SmallVector<int64_t> shape;
  for (auto [dim, axis] : llvm::enumerate(value.axes)) {
    if (llvm::is_contained(axes, axis)) {
      dims.push_back(static_cast<int64_t>(dim));
      continue;
    }
    rest.axes.push_back(axis);
    shape.push_back(from.getDimSize(dim));
  }
  if (dims.empty()) return rest;
  llvm::append_range(shape, from.getShape().drop_front(value.axes.size()));
  auto reduce = sdy::ManualReduceOp::create(
      region.builder, op->getLoc(), RankedTensorType::get(shape, from.getElementType()),
      value.value, dims, cast<sdy::ShardingAttr>(region.sharding(rest.axes, local)),
      mnemonicOf(op));
  IRMapping none;
  body.cloneInto(&reduce.getBody(), none);
  rest.value = reduce.getResult();
  return rest;
}

LogicalResult AllReduceOp::overDevices(ManualRegion &region) {
  const auto axes = axesOfGroups(*this, getReplicaGroups(), region);
  if (failed(axes)) return failure();
  const auto combined = [&](OverDevices x) -> FailureOr<OverDevices> {
    return combine(*this, getComputation(), region, x, *axes, openSharding(region.rankOf(x)));
  };
  return forEachOperand(*this, region, *axes, combined, /*seesAll=*/true);
}

LogicalResult ReduceScatterOp::overDevices(ManualRegion &region) {
  const auto axes = axesOfGroups(*this, getReplicaGroups(), region);
  const auto dim = static_cast<int64_t>(getScatterDimension());
  if (failed(axes) || failed(checkDimension(*this, region, dim, "scatter_dimension")))
    return failure();
  const auto scattered = [&](OverDevices x) {
    const size_t rank = region.rankOf(x);
    Sharding parts = openSharding(rank);
    for (int axis : *axes)
      append(parts.dims[dim].axes, wholeAxis(region.mesh, axis));
    const OverDevices whole = combine(*this, getComputation(), region, x, *axes, parts);
    Relay how(rank);
    how.split[dim] = *axes;
    return region.relay(*this, getLoc(), whole, how, openSharding(rank));
  };
  return forEachOperand(*this, region, *axes, scattered, /*seesAll=*/true);
}

LogicalResult AllGatherOp::overDevices(ManualRegion &region) {
  const auto axes = axesOfGroups(*this, getReplicaGroups(), region);
  const auto dim = static_cast<int64_t>(getAllGatherDim());
  if (failed(axes) || failed(checkDimension(*this, region, dim, "all_gather_dim")))
    return failure();
  const auto gathered = [&](OverDevices x) {
    const size_t rank = region.rankOf(x);
    Relay how(rank);
    how.join[dim] = *axes;
    return region.relay(*this, getLoc(), x, how, openSharding(rank));
  };
  return forEachOperand(*this, region, *axes, gathered, /*seesAll=*/true);
}

LogicalResult AllToAllOp::overDevices(ManualRegion &region) {
  const auto axes = axesOfGroups(*this, getReplicaGroups(), region);
  const auto split = static_cast<int64_t>(getSplitDimension());
  const auto concat = static_cast<int64_t>(getConcatDimension());
  if (failed(axes) || failed(checkDimension(*this, region, split, "split_dimension")) ||
      failed(checkDimension(*this, region, concat, "concat_dimension")))
    return failure();
  int64_t members = 1;
  for (int axis : *axes)
    members *= region.mesh.axes[axis].size;
  if (static_cast<int64_t>(getSplitCount()) != members)
    return refuse(*this, "'split_count' is " + Twine(getSplitCount()) + " for groups of " +
                             Twine(members) + " devices");
  return forEachOperand(*this, region, *axes, [&](OverDevices x) {
    const size_t rank = region.rankOf(x);
    Relay how(rank);
    how.split[split] = *axes;
    how.join[concat] = *axes;
    return region.relay(*this, getLoc(), x, how, openSharding(rank));
  });
}

/// From the first of each group to all of it, as pairs; null where they are no groups.
static Attribute pairsOfGroups(Attribute groups) {
  const auto given = dyn_cast<DenseIntElementsAttr>(groups);
  if (!given || given.getType().getRank() != 2) return groups;
  const int64_t size = given.getType().getDimSize(1);
  SmallVector<int64_t> pairs, first;
  for (auto [k, each] : llvm::enumerate(given.getValues<APInt>())) {
    if (static_cast<int64_t>(k) % size == 0) first = {each.getSExtValue()};
    pairs.append({first.front(), each.getSExtValue()});
  }
  return rowsAttribute(pairs, 2, groups.getContext());
}

/// Every device looks for its run among all: work and memory are their product.
static constexpr size_t kMostRuns = 1024;

/// What devices get from the places that `sources` says.
static LogicalResult permute(Operation *op, ManualRegion &region, const Sources &sources) {
  const size_t runs = runsOf(sources.from).size();
  if (runs > kMostRuns)
    return refuse(op,
                  "it sends in " + Twine(runs) + " runs of neighbours, and at most " +
                      Twine(kMostRuns) +
                      " can be compiled; let neighbours send to neighbours, or use fewer positions",
                  Diag::too_large);
  return forEachOperand(op, region, sources.axes, [&](OverDevices x) -> FailureOr<OverDevices> {
    SmallVector<int64_t> dims;
    for (int axis : sources.axes)
      dims.push_back(llvm::find(x.axes, axis) - x.axes.begin());
    auto moved = sdy::ManualPermuteOp::create(
        region.builder, op->getLoc(), x.value.getType(), x.value, dims, sources.from,
        cast<sdy::ShardingAttr>(region.sharding(x.axes, openSharding(region.rankOf(x)))),
        mnemonicOf(op));
    return OverDevices{moved.getResult(), x.axes};
  });
}

LogicalResult CollectivePermuteOp::overDevices(ManualRegion &region) {
  const auto sources = sourcesOfPairs(*this, getSourceTargetPairs(), region);
  return failed(sources) ? failure() : permute(*this, region, *sources);
}

LogicalResult CollectiveBroadcastOp::overDevices(ManualRegion &region) {
  const auto sources = sourcesOfPairs(*this, pairsOfGroups(getReplicaGroups()), region);
  return failed(sources) ? failure() : permute(*this, region, *sources);
}

/// The place of each device on `axes`, row-major, from and along these alone.
static LogicalResult setPlace(Operation *op, ManualRegion &region, const Axes &axes,
                              ArrayRef<int64_t> units) {
  SmallVector<int64_t> extents;
  for (int axis : axes)
    extents.push_back(region.mesh.axes[axis].size);
  const Value result = op->getResult(0);
  const Type type =
      RankedTensorType::get(extents, cast<RankedTensorType>(result.getType()).getElementType());
  auto place = sdy::ManualPlaceOp::create(region.builder, op->getLoc(), type, extents, units,
                                          mnemonicOf(op));
  return region.set(result, {place.getResult(), axes});
}

/// A program that says for how many partitions it was made numbers those.
static LogicalResult requirePartitions(Operation *op, const ManualRegion &region) {
  const auto said =
      op->getParentOfType<ModuleOp>()->getAttrOfType<IntegerAttr>("mhlo.num_partitions");
  const uint64_t made = said ? said.getValue().getLimitedValue() : 1;
  const auto devices = static_cast<uint64_t>(region.devices.devices());
  if (made == 1 || made == devices) return success();
  return refuse(op, "it numbers the " + Twine(made) +
                        " partitions that the program was made for (mhlo.num_partitions), and the "
                        "mesh has " +
                        Twine(devices) + " devices");
}

LogicalResult PartitionIdOp::overDevices(ManualRegion &region) {
  if (failed(requirePartitions(*this, region))) return failure();
  SmallVector<int64_t> units;
  int64_t unit = 1;
  for (int number = static_cast<int>(region.mesh.axes.size()) - 1; number >= 0; --number) {
    const MeshAxis &axis = region.mesh.axes[number];
    if (axis.size == 1) continue;
    const bool isManual = region.isManual(number);
    if (!isManual && region.isMap) continue;
    if (!isManual)
      return refuse(*this,
                    "axis '" + axis.name +
                        "' is not manual here, so parts of one device "
                        "have several numbers",
                    Diag::unsupported_op);
    units.insert(units.begin(), unit);
    unit *= axis.size;
  }
  if (!region.mesh.deviceIds.empty())
    return refuse(*this, "the mesh numbers its devices in another order", Diag::unsupported_op);
  return setPlace(*this, region, region.axes, units);
}

} // namespace shardc::stablehlo

namespace shardc::sdy {

LogicalResult ManualIndexOp::overDevices(ManualRegion &region) {
  AxisList list;
  for (const StringRef name : getAxes().getAsValueRange<StringAttr>()) {
    const int axis = region.meshes.whole.find(name);
    if (axis < 0)
      return report(getLoc(), Diag::unknown_axis)
             << "the mesh '" << shown(region.meshes.whole.str()) << "' has no axis '" << shown(name)
             << "'";
    list.push_back(wholeAxis(region.meshes.whole, axis));
  }
  const AxisList pieces = *region.meshes.cutUp(list);
  llvm::SmallDenseMap<int, int64_t> unitOf;
  int64_t unit = 1;
  for (const AxisRef &piece : llvm::reverse(pieces)) {
    unitOf[piece.axis] = unit;
    unit *= piece.size;
  }
  Axes axes;
  for (const AxisRef &piece : pieces)
    axes = unite(axes, {piece.axis});
  SmallVector<int64_t> units;
  for (int axis : axes)
    units.push_back(unitOf[axis]);
  return stablehlo::setPlace(*this, region, axes, units);
}

} // namespace shardc::sdy

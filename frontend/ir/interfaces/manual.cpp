// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/interfaces/manual.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/calls/routines/runtime_routines.h"
#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/names.h"
#include "frontend/ir/ops/devices/partition_numbers.h"
#include "frontend/ir/sharding/algebra/spread.h"
#include "frontend/ir/sharding/notations/groups.h"
#include "frontend/ir/sharding/notations/shardy.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

#include "frontend/ir/ManualInterfaces.cpp.inc"

namespace shardc {

LogicalResult expandAll(Operation *function) {
  numberByRegions(function);
  SmallVector<ExpandableOp> ops;
  function->walk([&](ExpandableOp op) { ops.push_back(op); }); // inner ones come first
  for (ExpandableOp op : ops)
    if (failed(op.expand())) return failure();
  return success();
}

std::string mnemonicOf(Operation *op) {
  if (const auto word = userWordOf(op->getLoc())) return word->str();
  if (auto standIn = dyn_cast<StandInOp>(op)) return standIn.getMnemonic().str();
  if (auto custom = dyn_cast<sdy::CustomOp>(op)) return custom.getTarget().str();
  return op->getName().stripDialect().str();
}

bool isCollective(Operation *op) { return isa<CollectiveOp>(op); }

bool onlyPlaces(Operation *op) {
  return op->hasAttr("sharding") || (isa<StandInOp>(op) && op->getNumRegions() == 0);
}

bool isCollectiveDone(Operation *op) {
  auto standIn = dyn_cast<StandInOp>(op);
  return standIn && op->hasAttr("sharding") &&
         standIn.getMnemonic() != sdy::ManualComputationOp::getOperationName().split('.').second;
}

static RankedTensorType tensor(Value value) { return cast<RankedTensorType>(value.getType()); }

Axes unite(const Axes &a, const Axes &b) {
  Axes both(a);
  both.append(b);
  llvm::sort(both);
  both.erase(llvm::unique(both), both.end());
  return both;
}

static Axes listed(ArrayRef<Axes> lists) {
  Axes all;
  for (const Axes &list : lists)
    all = unite(all, list);
  return all;
}

bool ManualRegion::isManual(int axis) const { return llvm::is_contained(axes, axis); }

OverDevices ManualRegion::of(Value local) const {
  const auto found = known.find(local);
  return found == known.end() ? OverDevices{local, {}} : found->second;
}

size_t ManualRegion::rankOf(const OverDevices &value) const {
  return tensor(value.value).getRank() - value.axes.size();
}

LogicalResult ManualRegion::set(Value local, OverDevices over) {
  const ArrayRef<int64_t> held = tensor(over.value).getShape().drop_front(over.axes.size());
  if (held != tensor(local).getShape())
    return report(local.getLoc(), Diag::shape_mismatch)
           << "a value is declared as " << local.getType() << ", but on each device it is "
           << RankedTensorType::get(held, tensor(over.value).getElementType());
  known[local] = std::move(over);
  return success();
}

Attribute ManualRegion::sharding(const Axes &leading, const Sharding &local) const {
  return sharding(leading, {}, local);
}

Attribute ManualRegion::sharding(const Axes &leading, const Axes &here,
                                 const Sharding &local) const {
  Sharding all;
  for (int axis : leading) {
    DimSharding &dim = all.dims.emplace_back();
    if (!llvm::is_contained(here, axis)) dim.axes.push_back(wholeAxis(mesh, axis));
  }
  all.dims.append(local.dims);
  all.replicated = local.replicated;
  all.unreduced = local.unreduced;
  const AxisList used = all.used();
  for (int axis : axes)
    if (!overlaps(wholeAxis(mesh, axis), used) && !overlaps(wholeAxis(mesh, axis), all.replicated))
      all.replicated.push_back(wholeAxis(mesh, axis));
  llvm::sort(all.replicated);
  return attributeOf(spread(meshes.joined(all), meshes.whole, devices), devices,
                     builder.getContext());
}

std::optional<Sharding> ManualRegion::shardingIn(Attribute given, size_t rank, Location loc) const {
  const auto whole = shardingOf(given, meshes.whole, rank, loc);
  if (!whole) return std::nullopt;
  if (whole->onlyOn) {
    report(loc, Diag::unsupported_sharding)
        << "a sharding of a manual region is one device alone, and each device has a part of its "
           "own there; constrain the value outside of the region";
    return std::nullopt;
  }
  auto sharding = meshes.cutUp(*whole);
  if (!sharding)
    report(loc, Diag::unsupported_axes)
        << "the sharding " << str(*whole, meshes.whole)
        << " cuts an axis otherwise than its manual region does: '" << shown(mesh.str()) << "'";
  return sharding;
}

OverDevices ManualRegion::along(Operation *op, OverDevices value, const Axes &wanted) {
  return repeated(op, std::move(value), wanted, /*here=*/false);
}

OverDevices ManualRegion::alongHere(Operation *op, OverDevices value, const Axes &wanted) {
  return repeated(op, std::move(value), wanted, /*here=*/true);
}

OverDevices ManualRegion::repeated(Operation *op, OverDevices value, const Axes &wanted,
                                   bool here) {
  Relay how(rankOf(value));
  llvm::copy_if(wanted, std::back_inserter(how.repeat),
                [&](int axis) { return !llvm::is_contained(value.axes, axis); });
  if (how.repeat.empty()) return value;
  if (here) how.here = how.repeat;
  return *relay(op, value.value.getLoc(), value, how, openSharding(rankOf(value)));
}

namespace {

/// The loops of a relay, and where they stand in what is read and in what is written.
struct RelayLoops {
  SmallVector<int64_t> extents;
  SmallVector<SmallVector<int64_t>> from, to;

  int64_t loop(int64_t extent) {
    extents.push_back(extent);
    return static_cast<int64_t>(extents.size()) - 1;
  }
  SmallVector<int64_t> shape() const {
    SmallVector<int64_t> all;
    for (const auto &list : to) {
      int64_t extent = 1;
      for (int64_t each : list)
        extent *= extents[each];
      all.push_back(extent);
    }
    return all;
  }
};

ArrayAttr listsAttribute(ArrayRef<SmallVector<int64_t>> lists, Builder &builder) {
  SmallVector<Attribute> all;
  for (const auto &list : lists)
    all.push_back(builder.getDenseI64ArrayAttr(list));
  return builder.getArrayAttr(all);
}

} // namespace

FailureOr<OverDevices> ManualRegion::relay(Operation *op, Location loc, OverDevices value,
                                           const Relay &how, const Sharding &local) {
  const Axes split = listed(how.split), join = listed(how.join);
  Axes kept;
  llvm::copy_if(value.axes, std::back_inserter(kept), [&](int axis) {
    return !llvm::is_contained(join, axis) && !llvm::is_contained(how.drop, axis);
  });
  const Axes result = unite(unite(kept, split), how.repeat);
  const ArrayRef<int64_t> shape = tensor(value.value).getShape().drop_front(value.axes.size());
  RelayLoops loops;
  llvm::SmallDenseMap<int, int64_t> place, part; // loops by axis: of the result, of what is joined
  for (int axis : result)
    loops.to.push_back({place[axis] = loops.loop(mesh.axes[axis].size)});
  for (int axis : join)
    part[axis] = loops.loop(mesh.axes[axis].size);
  for (int axis : value.axes) {
    auto &index = loops.from.emplace_back();
    if (part.contains(axis))
      index.push_back(part[axis]);
    else if (place.contains(axis))
      index.push_back(place[axis]);
  }
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    auto &from = loops.from.emplace_back(), &to = loops.to.emplace_back();
    int64_t parts = 1;
    for (int axis : how.split[dim]) {
      from.push_back(place[axis]);
      parts *= mesh.axes[axis].size;
    }
    if (extent % parts != 0)
      return report(loc, Diag::bad_bounds) << "dimension " << dim << " of " << value.value.getType()
                                           << " does not split into " << parts << " equal parts";
    for (int axis : how.join[dim])
      to.push_back(part[axis]);
    const int64_t rest = loops.loop(extent / parts);
    from.push_back(rest);
    to.push_back(rest);
  }
  const Type type = RankedTensorType::get(loops.shape(), tensor(value.value).getElementType());
  auto move = sdy::ManualMoveOp::create(
      builder, loc, type, value.value, loops.extents, listsAttribute(loops.from, builder),
      listsAttribute(loops.to, builder), cast<sdy::ShardingAttr>(sharding(result, how.here, local)),
      mnemonicOf(op));
  return OverDevices{move.getResult(), result};
}

AxisList ManualRegion::manualAxes() const {
  AxisList list;
  for (int axis : axes)
    append(list, wholeAxis(mesh, axis));
  return meshes.joined(list);
}

/// Whether axes of a mesh are pieces of it when it is cut.
static bool arePieces(const CutMesh &meshes, const AxisList &list) {
  const auto pieces = meshes.cutUp(list);
  return pieces && llvm::all_of(*pieces, [&](const AxisRef &axis) {
           return axis == wholeAxis(meshes.cut, axis.axis);
         });
}

std::unique_ptr<ManualRegion> ManualRegion::cutFor(const AxisList &wanted) const {
  const AxisList manual = manualAxes();
  AxisList used = wanted;
  used.append(manual);
  CutMesh cut = cutMesh(meshes.whole, used);
  const bool isOther =
      !arePieces(meshes, wanted) && arePieces(cut, wanted) && arePieces(cut, manual);
  if (!isOther) return nullptr;
  Axes own;
  const AxisList pieces = *cut.cutUp(manual);
  for (const AxisRef &piece : pieces)
    own.push_back(piece.axis);
  llvm::sort(own);
  return std::make_unique<ManualRegion>(std::move(cut), std::move(own), devices, isMap, builder);
}

LogicalResult ManualRegion::liftCollective(Operation *op) {
  if (const auto scattered = scatteredMembers(op, *this))
    return liftInOrder(op, scattered->members, scattered->places);
  auto collective = cast<CollectiveOp>(op);
  const auto inner = cutFor(axesInGroups(op, meshes.whole));
  if (!inner) return collective.overDevices(*this);
  for (Value operand : op->getOperands())
    if (failed(inner->set(operand, as(*inner, op, of(operand))))) return failure();
  if (failed(collective.overDevices(*inner))) return failure();
  for (Value result : op->getResults())
    if (failed(set(result, inner->as(*this, op, inner->of(result))))) return failure();
  return success();
}

/// By way of one leading dimension along all the axes.
OverDevices ManualRegion::as(ManualRegion &other, Operation *op, OverDevices value) {
  const OverDevices all = along(op, value, axes);
  const size_t rank = rankOf(all);
  const auto move = [&](Value from, const ManualRegion &leading, bool joins, Attribute lies) {
    RelayLoops loops;
    SmallVector<SmallVector<int64_t>> apart;
    SmallVector<int64_t> joined, shape;
    for (int axis : leading.axes)
      joined.push_back(apart.emplace_back(1, loops.loop(leading.mesh.axes[axis].size)).front());
    loops.from = joins ? apart : SmallVector<SmallVector<int64_t>>{joined};
    loops.to = joins ? SmallVector<SmallVector<int64_t>>{joined} : apart;
    for (int64_t extent : tensor(all.value).getShape().drop_front(axes.size())) {
      loops.from.emplace_back(1, loops.loop(extent));
      loops.to.push_back(loops.from.back());
    }
    const Type type = RankedTensorType::get(loops.shape(), tensor(from).getElementType());
    return sdy::ManualMoveOp::create(builder, value.value.getLoc(), type, from, loops.extents,
                                     listsAttribute(loops.from, builder),
                                     listsAttribute(loops.to, builder),
                                     cast<sdy::ShardingAttr>(lies), mnemonicOf(op))
        .getResult();
  };
  Sharding flat = openSharding(rank + 1);
  flat.dims.front() = {manualAxes()};
  const Value line =
      move(all.value, *this, /*joins=*/true, attributeOf(flat, meshes.whole, builder.getContext()));
  return {move(line, other, /*joins=*/false, other.sharding(other.axes, openSharding(rank))),
          other.axes};
}

/// Code of a user's, which each device calls for all that it has, also where others have the same.
static bool isOwnCode(Operation *op) {
  auto custom = dyn_cast<sdy::CustomOp>(op);
  return custom && !findRuntimeRoutine(custom.getTarget());
}

LogicalResult ManualRegion::lift(Operation *op) {
  if (isa<CollectiveOp>(op)) return liftCollective(op);
  if (isa<DataFlowOp>(op)) return liftFlow(op);
  if (!isa<ShardableOp>(op))
    return report(op->getLoc(), Diag::unsupported_op)
           << "'" << op->getName().getStringRef()
           << "' cannot be compiled in a manual computation yet";
  Axes leading;
  for (Value operand : op->getOperands())
    leading = unite(leading, of(operand).axes);
  if (isa<AlikeOp>(op) && !leading.empty())
    return report(op->getLoc(), Diag::unsupported_op)
           << "sharding groups of what devices have of their own are not supported yet";
  if (!leading.empty() || isOwnCode(op)) return liftOp(op, leading);
  IRMapping values;
  for (Value operand : op->getOperands())
    values.map(operand, of(operand).value);
  Operation *copy = builder.clone(*op, values);
  for (auto [local, value] : llvm::zip_equal(op->getResults(), copy->getResults()))
    if (failed(set(local, {value, {}}))) return failure();
  return success();
}

/// Wraps an op that some operands of have leading dimensions.
LogicalResult ManualRegion::liftOp(Operation *op, const Axes &leading) {
  SmallVector<int64_t> extents;
  for (int axis : leading)
    extents.push_back(mesh.axes[axis].size);
  SmallVector<Value> inputs;
  SmallVector<SmallVector<int64_t>> dims;
  for (Value operand : op->getOperands()) {
    const OverDevices over = of(operand);
    inputs.push_back(over.value);
    auto &own = dims.emplace_back();
    for (int axis : over.axes)
      own.push_back(llvm::find(leading, axis) - leading.begin());
  }
  SmallVector<Type> types;
  SmallVector<sdy::ShardingAttr> shardings;
  for (OpResult result : op->getResults()) {
    types.push_back(typeAlong(result.getType(), leading));
    Sharding local = openSharding(tensor(result).getRank());
    if (Attribute given = cast<ShardableOp>(op).givenSharding(result.getResultNumber())) {
      const auto own = shardingIn(given, local.dims.size(), op->getLoc());
      if (!own) return failure();
      local = *own;
    }
    shardings.push_back(cast<sdy::ShardingAttr>(sharding(leading, local)));
  }
  auto lifted = sdy::ManualOpOp::create(
      builder, op->getLoc(), types, inputs, extents, listsAttribute(dims, builder),
      sdy::ShardingPerValueAttr::get(builder.getContext(), shardings), mnemonicOf(op));
  Block &body = lifted.getBody().emplaceBlock();
  OpBuilder inside = OpBuilder::atBlockBegin(&body);
  Operation *copy = inside.clone(*op);
  for (OpOperand &operand : copy->getOpOperands())
    operand.set(body.addArgument(operand.get().getType(), op->getLoc()));
  sdy::SdyReturnOp::create(inside, op->getLoc(), copy->getResults());
  for (auto [local, value] : llvm::zip_equal(op->getResults(), lifted.getResults()))
    if (failed(set(local, {value, leading}))) return failure();
  return success();
}

} // namespace shardc

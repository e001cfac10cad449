// SPDX-License-Identifier: Apache-2.0
// Collectives of Shardy, as its partitioner writes them. Each names the axes that move and how its
// result lies; how its operand lies follows from these, and the two are constraints. What is
// unreduced has the elements of the sum, so that reducing it changes none.
#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/dialects/sharding_names.h"
#include "frontend/ir/sharding/notations/shardy.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc::sdy {

using Lists = SmallVector<AxisList, 4>;

static std::string nameOf(Operation *op) { return op->getName().getStringRef().str(); }

namespace {

/// An op of this file: its result's sharding becomes the operand's, step by step.
class Move {
public:
  Move(Operation *op, Value operand, ShardingAttr out) : op(op), operand(operand), out(out) {}

  /// Finds the mesh and reads what the result has.
  LogicalResult begin();
  /// The axes of each dimension, or of one list.
  FailureOr<Lists> read(ArrayRef<DimensionShardingAttr> lists);
  /// The same, with a list for each dimension.
  FailureOr<Lists> readDims(ArrayRef<DimensionShardingAttr> lists);
  /// A dimension of the result does not end with axes, which the operand has not there.
  LogicalResult take(int64_t dim, ArrayRef<AxisRef> axes);
  /// The operand has axes more.
  LogicalResult give(int64_t dim, ArrayRef<AxisRef> axes);
  LogicalResult takeUnreduced(ArrayRef<AxisRef> axes);
  LogicalResult giveUnreduced(ArrayRef<AxisRef> axes);
  /// All of an op that has a list of axes for each dimension, and a step for each of them.
  LogicalResult
  alongDims(ArrayRef<DimensionShardingAttr> dims,
            llvm::function_ref<LogicalResult(int64_t dim, ArrayRef<AxisRef> axes)> step);
  /// Puts constraints in place of the op.
  LogicalResult end();
  /// Without one on the operand.
  LogicalResult endAnywhere();

private:
  Report wrong() const { return report(op->getLoc(), Diag::wrong_axes) << nameOf(op) << ": "; }
  std::string text(ArrayRef<AxisRef> axes) const { return "'" + shown(str(axes, mesh)) + "'"; }
  /// How the operand lies by its own annotation, if it has one.
  Attribute givenToOperand() const;

  Operation *op;
  Value operand;
  ShardingAttr out;
  Mesh mesh;
  Sharding lies; // of the operand, as far as it is known
};

} // namespace

LogicalResult Move::begin() {
  const auto known = meshOf(op->getParentOfType<ModuleOp>());
  if (!known)
    return report(op->getLoc(), Diag::missing_mesh)
           << nameOf(op) << ": the program declares no mesh";
  mesh = *known;
  const auto type = cast<RankedTensorType>(operand.getType());
  if (op->getResult(0).getType() != type)
    return report(op->getLoc(), Diag::shape_mismatch)
           << nameOf(op) << ": its result has another type than its operand";
  const auto sharding = shardingOf(out, mesh, type.getRank(), op->getLoc());
  if (!sharding) return failure();
  lies = *sharding;
  if (lies.onlyOn) return wrong() << "its result is on one device alone, and has no axes";
  return success();
}

FailureOr<Lists> Move::read(ArrayRef<DimensionShardingAttr> lists) {
  Lists all;
  for (DimensionShardingAttr list : lists) {
    const auto axes = axesIn(list, mesh, op->getLoc());
    if (!axes) return failure();
    all.push_back(*axes);
  }
  return all;
}

FailureOr<Lists> Move::readDims(ArrayRef<DimensionShardingAttr> lists) {
  if (lists.size() != lies.dims.size())
    return report(op->getLoc(), Diag::wrong_count)
           << nameOf(op) << ": it lists axes of " << lists.size()
           << " dimensions, for a value of rank " << lies.dims.size();
  return read(lists);
}

/// Cuts `end` off the end of a list, or leaves it as it was.
static bool dropEnd(AxisList &list, ArrayRef<AxisRef> end) {
  AxisList left = list;
  for (const AxisRef &axis : llvm::reverse(end)) {
    if (left.empty() || left.back().axis != axis.axis) return false;
    AxisRef &last = left.back();
    const bool isItsEnd = last.before * last.size == axis.before * axis.size &&
                          last.before <= axis.before && last.size % axis.size == 0;
    if (!isItsEnd) return false;
    last.size /= axis.size;
    if (last.size == 1) left.pop_back();
  }
  list = left;
  return true;
}

LogicalResult Move::take(int64_t dim, ArrayRef<AxisRef> axes) {
  if (dropEnd(lies.dims[dim].axes, axes)) return success();
  return wrong() << "dimension " << dim << " of its result does not end with " << text(axes)
                 << " in its out_sharding";
}

LogicalResult Move::give(int64_t dim, ArrayRef<AxisRef> axes) {
  const AxisList used = lies.used();
  for (const AxisRef &axis : axes) {
    if (overlaps(axis, used))
      return wrong() << "its out_sharding uses " << text({axis}) << " as well";
    append(lies.dims[dim].axes, axis);
  }
  return success();
}

LogicalResult Move::takeUnreduced(ArrayRef<AxisRef> axes) {
  for (const AxisRef &axis : axes) {
    auto *found = llvm::find(lies.unreduced, axis);
    if (found == lies.unreduced.end())
      return wrong() << "its out_sharding is not unreduced over " << text({axis});
    lies.unreduced.erase(found);
  }
  return success();
}

LogicalResult Move::giveUnreduced(ArrayRef<AxisRef> axes) {
  const AxisList used = lies.used();
  for (const AxisRef &axis : axes) {
    if (overlaps(axis, used) || overlaps(axis, lies.unreduced))
      return wrong() << "its out_sharding uses " << text({axis}) << " as well";
    lies.unreduced.push_back(axis);
  }
  llvm::sort(lies.unreduced);
  return success();
}

Attribute Move::givenToOperand() const {
  auto argument = dyn_cast<BlockArgument>(operand);
  auto function = argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp()) : nullptr;
  if (function) return function.getArgAttr(argument.getArgNumber(), kSdySharding);
  auto maker = operand.getDefiningOp<ShardableOp>();
  return maker ? maker.givenSharding(cast<OpResult>(operand).getResultNumber()) : Attribute();
}

LogicalResult Move::end() {
  if (const Attribute given = givenToOperand()) {
    const auto known = shardingOf(given, mesh, lies.dims.size(), op->getLoc());
    if (!known) return failure();
    const auto axesOf = [](const DimSharding &dim) { return dim.axes; };
    // Partitioners leave it unsaid what is unreduced.
    const bool agrees =
        llvm::equal(llvm::map_range(known->dims, axesOf), llvm::map_range(lies.dims, axesOf)) &&
        (known->unreduced.empty() || known->unreduced == lies.unreduced);
    if (!agrees)
      return report(op->getLoc(), Diag::sharding_conflict)
             << nameOf(op) << ": its operand lies as " << str(*known, mesh)
             << ", and by its axes and out_sharding as " << str(lies, mesh);
  }
  OpBuilder builder(op);
  operand = ReshardOp::create(builder, operand.getLoc(), operand.getType(), operand,
                              cast<ShardingAttr>(attributeOf(lies, mesh, op->getContext())));
  return endAnywhere();
}

LogicalResult Move::endAnywhere() {
  OpBuilder builder(op);
  const Value moved = ReshardOp::create(builder, op->getLoc(), operand.getType(), operand, out);
  op->getResult(0).replaceAllUsesWith(moved);
  op->erase();
  return success();
}

LogicalResult
Move::alongDims(ArrayRef<DimensionShardingAttr> dims,
                llvm::function_ref<LogicalResult(int64_t dim, ArrayRef<AxisRef> axes)> step) {
  if (failed(begin())) return failure();
  const auto lists = readDims(dims);
  if (failed(lists)) return failure();
  for (auto [dim, axes] : llvm::enumerate(*lists))
    if (failed(step(static_cast<int64_t>(dim), axes))) return failure();
  return end();
}

LogicalResult AllGatherOp::expand() {
  Move move(*this, getTensor(), getOutSharding());
  return move.alongDims(getGatheringAxes().getLists(),
                        [&](int64_t dim, ArrayRef<AxisRef> axes) { return move.give(dim, axes); });
}

LogicalResult AllSliceOp::expand() {
  Move move(*this, getTensor(), getOutSharding());
  return move.alongDims(getSlicingAxes().getLists(),
                        [&](int64_t dim, ArrayRef<AxisRef> axes) { return move.take(dim, axes); });
}

LogicalResult AllToAllOp::expand() {
  Move move(*this, getTensor(), getOutSharding());
  if (failed(move.begin())) return failure();
  const AllToAllParamListAttr params = getParams();
  const auto lists = move.read(params.getAxes());
  if (failed(lists)) return failure();
  const int64_t rank = cast<RankedTensorType>(getTensor().getType()).getRank();
  for (const ArrayRef<int64_t> dims : {params.getSources(), params.getTargets()})
    for (int64_t dim : dims)
      if (dim < 0 || dim >= rank)
        return report(getLoc(), Diag::bad_dimension)
               << nameOf(*this) << ": there is no dimension " << dim << " of " << rank;
  for (auto [axes, target] : llvm::zip_equal(*lists, params.getTargets()))
    if (failed(move.take(target, axes))) return failure();
  for (auto [axes, source] : llvm::zip_equal(*lists, params.getSources()))
    if (failed(move.give(source, axes))) return failure();
  return move.end();
}

LogicalResult CollectivePermuteOp::expand() {
  Move move(*this, getTensor(), getOutSharding());
  return failed(move.begin()) ? failure() : move.endAnywhere();
}

LogicalResult AllReduceOp::expand() {
  Move move(*this, getTensor(), getOutSharding());
  if (failed(move.begin())) return failure();
  const auto list = move.read(getReductionAxes().getList());
  return failed(list) || failed(move.giveUnreduced(list->front())) ? failure() : move.end();
}

LogicalResult ReduceScatterOp::expand() {
  Move move(*this, getTensor(), getOutSharding());
  if (failed(move.begin())) return failure();
  const auto lists = move.readDims(getReduceScatterAxes().getLists());
  if (failed(lists)) return failure();
  for (auto [dim, axes] : llvm::enumerate(*lists))
    if (failed(move.take(static_cast<int64_t>(dim), axes))) return failure();
  for (const AxisList &axes : *lists)
    if (failed(move.giveUnreduced(axes))) return failure();
  return move.end();
}

LogicalResult ShardedToUnreducedOp::expand() {
  Move move(*this, getTensor(), getOutSharding());
  return move.alongDims(getAxes().getLists(), [&](int64_t dim, ArrayRef<AxisRef> axes) {
    return failed(move.takeUnreduced(axes)) ? failure() : move.give(dim, axes);
  });
}

LogicalResult ReplicatedToUnreducedOp::expand() {
  Move move(*this, getTensor(), getOutSharding());
  if (failed(move.begin())) return failure();
  const auto list = move.read(getAxes().getList());
  return failed(list) || failed(move.takeUnreduced(list->front())) ? failure() : move.end();
}

} // namespace shardc::sdy

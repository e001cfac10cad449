// SPDX-License-Identifier: Apache-2.0
// Groups of a map's positions that lie along no axes: what members have goes to places in a row,
// the collective is done there, and what it gives goes back.
#include "frontend/ir/among_positions.h"
#include "frontend/ir/interfaces/manual.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

/// The same op on what came to places in a row.
static Operation *cloneInOrder(OpBuilder &builder, Operation *op, const IRMapping &moved,
                               ArrayRef<int64_t> places) {
  IRMapping values(moved);
  Operation *copy = builder.clone(*op, values);
  const StringAttr name = builder.getStringAttr("replica_groups");
  const auto groups = cast<DenseIntElementsAttr>(*op->getInherentAttr(name));
  copy->setInherentAttr(
      name, rowsAttribute(places, groups.getType().getDimSize(1), builder.getContext()));
  return copy;
}

LogicalResult ManualRegion::liftInOrder(Operation *op, ArrayRef<int64_t> members,
                                        ArrayRef<int64_t> places) {
  SmallVector<int64_t> there, back;
  PositionGroups all{{}, static_cast<int64_t>(members.size())};
  for (auto [member, place] : llvm::zip_equal(members, places)) {
    there.append({member, place});
    back.append({place, member});
  }
  llvm::append_range(all.positions, llvm::seq<int64_t>(all.size));
  OpBuilder local(op);
  Collectives make{local, op->getLoc()};
  IRMapping moved;
  SmallVector<Operation *> made;
  for (Value operand : op->getOperands()) {
    moved.map(operand, make.permute(operand, there, all));
    made.push_back(moved.lookup(operand).getDefiningOp());
  }
  Operation *copy = cloneInOrder(local, op, moved, places);
  made.push_back(copy);
  SmallVector<Value> results;
  for (Value result : copy->getResults()) {
    results.push_back(make.permute(result, back, all));
    made.push_back(results.back().getDefiningOp());
  }
  for (Operation *each : made)
    if (failed(lift(each))) return failure();
  for (auto [result, own] : llvm::zip_equal(op->getResults(), results))
    if (failed(set(result, of(own)))) return failure();
  return success();
}

} // namespace shardc

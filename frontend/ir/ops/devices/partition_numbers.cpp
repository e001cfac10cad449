// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/ops/devices/partition_numbers.h"

#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/dialects/sharding_names.h"
#include "frontend/ir/sharding/notations/shardy.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

using Computations = SmallVector<sdy::ManualComputationOp, 2>;

/// Innermost first.
static Computations around(Operation *op) {
  Computations all;
  for (auto at = op->getParentOfType<sdy::ManualComputationOp>(); at;
       at = at->getParentOfType<sdy::ManualComputationOp>())
    all.push_back(at);
  return all;
}

/// Of each axis of the mesh the computation that it is manual in, if that is so of the whole axis.
static SmallVector<sdy::ManualComputationOp> whereManual(const Mesh &mesh,
                                                         const Computations &computations) {
  SmallVector<sdy::ManualComputationOp> of(mesh.axes.size());
  for (sdy::ManualComputationOp each : computations) {
    const auto manual = axesIn(each.getManualAxes().getList(), mesh, each.getLoc());
    if (!manual || each->hasAttr(kPositions)) return {};
    for (const AxisRef &axis : *manual)
      if (axis == wholeAxis(mesh, axis.axis)) of[axis.axis] = each;
  }
  return of;
}

/// A scalar, `unit` times the place on an axis, where the body of the computation begins.
static Value placeOn(const MeshAxis &axis, sdy::ManualComputationOp computation, int64_t unit,
                     RankedTensorType type, Location loc) {
  auto builder = OpBuilder::atBlockBegin(&computation.getBody().front());
  const Value place =
      sdy::ManualIndexOp::create(builder, loc, type, builder.getStrArrayAttr({axis.name}));
  const auto factor =
      DenseElementsAttr::get(type, builder.getIntegerAttr(type.getElementType(), unit));
  const Value by = stablehlo::ConstantOp::create(builder, loc, type, factor);
  return stablehlo::MultiplyOp::create(builder, loc, type, place, by);
}

static void number(stablehlo::PartitionIdOp op, const Mesh &mesh,
                   ArrayRef<sdy::ManualComputationOp> computations) {
  const auto type = cast<RankedTensorType>(op->getResult(0).getType());
  OpBuilder builder(op);
  Value total;
  int64_t unit = 1;
  for (auto [axis, computation] : llvm::reverse(llvm::zip_equal(mesh.axes, computations))) {
    if (axis.size == 1) continue;
    const Value own = placeOn(axis, computation, unit, type, op->getLoc());
    total = total ? stablehlo::AddOp::create(builder, op->getLoc(), type, total, own) : own;
    unit *= axis.size;
  }
  op->getResult(0).replaceAllUsesWith(total);
  op->erase();
}

/// Whether the numbers count the mesh's devices, in their order.
static bool countsDevices(ModuleOp program, const Mesh &mesh) {
  const auto said = program->getAttrOfType<IntegerAttr>("mhlo.num_partitions");
  const int64_t made = said ? said.getValue().getSExtValue() : 1;
  return mesh.deviceIds.empty() && (made == 1 || made == mesh.devices());
}

void numberByRegions(Operation *function) {
  const auto program = function->getParentOfType<ModuleOp>();
  SmallVector<stablehlo::PartitionIdOp> ops;
  function->walk([&](stablehlo::PartitionIdOp op) { ops.push_back(op); });
  if (ops.empty()) return;
  const auto mesh = meshOf(program);
  if (!mesh || mesh->devices() == 1 || !countsDevices(program, *mesh)) return;
  for (stablehlo::PartitionIdOp op : ops) {
    const Computations computations = around(op);
    if (computations.size() < 2) continue;
    const auto manual = whereManual(*mesh, computations);
    const bool isWhole =
        !manual.empty() && llvm::all_of_zip(mesh->axes, manual, [](const MeshAxis &axis, auto in) {
          return axis.size == 1 || in;
        });
    if (isWhole) number(op, *mesh, manual);
  }
}

} // namespace shardc

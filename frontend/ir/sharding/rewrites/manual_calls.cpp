// SPDX-License-Identifier: Apache-2.0
// A region is what hangs together between its ways in and out: from each way out backwards to the
// ways in, and from these forwards again. Constants belong to everybody, and are copied.
#include "frontend/ir/sharding/rewrites/manual_calls.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/dialects/sharding_names.h"
#include "frontend/ir/sharding/notations/shardy.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace shardc {

namespace {

/// What is between ways in and out of one block.
struct Region {
  llvm::SetVector<Operation *> enters, inner, leaves, constants;
};

class RegionFinder {
public:
  explicit RegionFinder(Block &block) : block(block) {}

  /// All that hangs together with an op.
  FailureOr<Region> around(Operation *start) {
    add(start);
    while (!open.empty()) {
      Operation *op = open.pop_back_val();
      if (!isa<sdy::ManualEnterOp>(op) && failed(addOperands(op))) return failure();
      if (!isa<sdy::ManualLeaveOp>(op) && failed(addUsers(op))) return failure();
    }
    return std::move(region);
  }

private:
  void add(Operation *op) {
    auto &list = isa<sdy::ManualEnterOp>(op)   ? region.enters
                 : isa<sdy::ManualLeaveOp>(op) ? region.leaves
                                               : region.inner;
    if (list.insert(op)) open.push_back(op);
  }

  LogicalResult addOperand(Operation *op, Value value) {
    Operation *maker = value.getDefiningOp();
    if (!maker || maker->getBlock() != &block)
      return report(op->getLoc(), Diag::wrong_op)
             << "an op between custom_call @SPMDFullToShardShape and @SPMDShardToFullShape reads "
                "a value that no @SPMDFullToShardShape gives";
    if (maker->getNumOperands() == 0 && maker->getNumRegions() == 0 && !isa<func::CallOp>(maker))
      region.constants.insert(maker);
    else
      add(maker);
    return success();
  }

  LogicalResult addOperands(Operation *op) {
    SetVector<Value> used(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), used);
    for (Value value : used)
      if (failed(addOperand(op, value))) return failure();
    return success();
  }

  LogicalResult addUsers(Operation *op) {
    for (Operation *user : op->getUsers()) {
      Operation *here = block.findAncestorOpInBlock(*user);
      if (!here || here->hasTrait<OpTrait::IsTerminator>())
        return report(op->getLoc(), Diag::wrong_op)
               << "a value behind custom_call @SPMDFullToShardShape is returned without "
                  "@SPMDShardToFullShape";
      add(here);
    }
    return success();
  }

  Block &block;
  Region region;
  SmallVector<Operation *> open;
};

} // namespace

static bool isBefore(Operation *a, Operation *b) { return a->isBeforeInBlock(b); }

/// The sharding of the constraint that a whole value comes from.
static sdy::ShardingAttr constraintIn(Operation *enter) {
  auto placing = enter->getOperand(0).getDefiningOp<sdy::ShardingConstraintOp>();
  if (placing) return placing.getSharding();
  report(enter->getLoc(), Diag::wrong_op)
      << "custom_call @SPMDFullToShardShape takes what custom_call @Sharding gives";
  return nullptr;
}

static sdy::ShardingAttr constraintOut(Operation *leave) {
  auto placing = leave->getResult(0).hasOneUse()
                     ? dyn_cast<sdy::ShardingConstraintOp>(*leave->user_begin())
                     : nullptr;
  if (placing) return placing.getSharding();
  report(leave->getLoc(), Diag::wrong_op) << "what leaves a manual region is to be constrained";
  return nullptr;
}

/// The axes that all ways in agree on.
static FailureOr<sdy::ManualAxesAttr> axesOf(const Region &region, const Mesh &mesh) {
  MLIRContext *context = region.leaves.front()->getContext();
  const Attribute first = region.enters.empty()
                              ? Attribute()
                              : region.enters.front()->getDiscardableAttr(kManualSharding);
  for (Operation *enter : region.enters)
    if (enter->getDiscardableAttr(kManualSharding) != first)
      return report(enter->getLoc(), Diag::wrong_op)
             << "custom_call @SPMDFullToShardShape is manual along other devices than another one "
                "of its region";
  Sharding manual = replicatedSharding(1);
  if (first) {
    const auto read = shardingOf(first, mesh, 1, region.enters.front()->getLoc());
    if (!read) return failure();
    manual = *read;
  }
  AxisList &axes = manual.dims.front().axes;
  if (axes.empty()) // all of them
    for (int axis = 0; axis < static_cast<int>(mesh.axes.size()); ++axis)
      axes.push_back(wholeAxis(mesh, axis));
  return sdy::ManualAxesAttr::get(
      context, cast<sdy::DimensionShardingAttr>(attributeOf(axes, mesh, context)));
}

/// Moves the region's ops into the body, between its arguments and what it returns.
static void fill(Block &body, const Region &region, Location loc) {
  for (Operation *enter : region.enters)
    enter->getResult(0).replaceAllUsesWith(
        body.addArgument(enter->getResult(0).getType(), enter->getLoc()));
  auto inner = llvm::to_vector(region.inner);
  llvm::sort(inner, isBefore);
  for (Operation *op : inner)
    op->moveBefore(&body, body.end());
  SmallVector<Value> returned;
  for (Operation *leave : region.leaves)
    returned.push_back(leave->getOperand(0));
  OpBuilder builder = OpBuilder::atBlockEnd(&body);
  sdy::SdyReturnOp::create(builder, loc, returned);
  builder.setInsertionPointToStart(&body);
  for (Operation *constant : region.constants) {
    Operation *own = builder.clone(*constant);
    for (auto [result, copy] : llvm::zip_equal(constant->getResults(), own->getResults()))
      result.replaceUsesWithIf(copy, [&](OpOperand &use) {
        return body.findAncestorOpInBlock(*use.getOwner()) != nullptr;
      });
  }
}

static LogicalResult form(const Region &region, const Mesh &mesh) {
  const auto manual = axesOf(region, mesh);
  if (failed(manual)) return failure();
  Operation *first = *llvm::min_element(region.leaves, isBefore);
  SmallVector<Value> operands;
  SmallVector<Type> types;
  SmallVector<sdy::ShardingAttr> in, out;
  for (Operation *enter : region.enters) {
    if (!isBefore(enter, first))
      return report(enter->getLoc(), Diag::unsupported_op)
             << "custom_call @SPMDFullToShardShape behind an @SPMDShardToFullShape of its region "
                "is not supported yet";
    operands.push_back(enter->getOperand(0));
    in.push_back(constraintIn(enter));
    if (!in.back()) return failure();
  }
  for (Operation *leave : region.leaves) {
    types.push_back(leave->getResult(0).getType());
    out.push_back(constraintOut(leave));
    if (!out.back()) return failure();
  }
  MLIRContext *context = first->getContext();
  OpBuilder builder(first);
  auto computation = sdy::ManualComputationOp::create(
      builder, first->getLoc(), types, operands, sdy::ShardingPerValueAttr::get(context, in),
      sdy::ShardingPerValueAttr::get(context, out), *manual);
  fill(computation.getBody().emplaceBlock(), region, first->getLoc());
  for (auto [leave, result] : llvm::zip_equal(region.leaves, computation.getResults())) {
    leave->getResult(0).replaceAllUsesWith(result);
    leave->erase();
  }
  for (Operation *enter : region.enters)
    enter->erase();
  return success();
}

LogicalResult formManualComputations(ModuleOp program) {
  SmallVector<Operation *> leaves, enters;
  bool anyEnters = false;
  program.walk([&](Operation *op) {
    if (isa<sdy::ManualLeaveOp>(op)) leaves.push_back(op);
    anyEnters |= isa<sdy::ManualEnterOp>(op);
  });
  if (leaves.empty() && !anyEnters) return success();
  const auto mesh = meshOf(program);
  while (!leaves.empty()) {
    Operation *leave = leaves.back();
    if (!mesh)
      return report(leave->getLoc(), Diag::missing_mesh)
             << "custom_call @SPMDShardToFullShape: nothing says over how many devices";
    auto region = RegionFinder(*leave->getBlock()).around(leave);
    if (failed(region)) return failure();
    llvm::erase_if(leaves, [&](Operation *op) { return region->leaves.contains(op); });
    if (failed(form(*region, *mesh))) return failure();
  }
  program.walk([&](sdy::ManualEnterOp op) { enters.push_back(op); });
  for (Operation *enter : enters) {
    if (!enter->use_empty())
      return report(enter->getLoc(), Diag::wrong_op)
             << "what custom_call @SPMDFullToShardShape gives never comes to an "
                "@SPMDShardToFullShape";
    enter->erase();
  }
  return success();
}

} // namespace shardc

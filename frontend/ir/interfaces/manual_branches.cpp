// SPDX-License-Identifier: Apache-2.0
// Branches of manual regions that devices decide differently: every device computes all of them and
// takes what its own gives. What a branch computes has no effect but its results, so one that is
// not taken changes nothing, if it comes to an end and waits for nobody.
#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/interfaces/trips.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

/// Collectives with operands send; others tell devices apart.
static bool communicates(Operation *op) { return isCollective(op) && op->getNumOperands() > 0; }

static bool mayNotEnd(Operation *op, Pool &pool) {
  auto flow = dyn_cast<DataFlowOp>(op);
  return flow && flow.turns() == Turns::loop && !tripsOf(flow, pool);
}

static LogicalResult requireComputable(Operation *op) {
  Pool pool;
  const auto refuse = [&](Operation *inner, StringRef why) {
    Report error = report(op->getLoc(), Diag::unsupported_op);
    error
        << op->getName().getStringRef() << ": devices decide differently, and in a branch " << why
        << "; decide on what all of them have, as an all-reduce gives it, or move that out of the "
           "branches";
    error.note(inner->getLoc()) << "this is in a branch";
    return failure();
  };
  const WalkResult walked = op->walk([&](Operation *inner) -> WalkResult {
    if (inner == op) return success();
    if (communicates(inner)) return refuse(inner, "they communicate");
    if (mayNotEnd(inner, pool)) return refuse(inner, "a loop may never end for those that skip it");
    return success();
  });
  return failure(walked.wasInterrupted());
}

namespace {

/// Makes ops of a region, outside of its blocks.
class Picker {
public:
  Picker(Operation *op, Block &scratch)
      : builder(op->getContext()), loc(op->getLoc()), decider(cast<DataFlowOp>(op).decider()) {
    builder.setInsertionPointToEnd(&scratch);
  }

  /// Where branch `number` runs, if no other one that comes before does.
  Value runs(int64_t number) {
    auto type = cast<RankedTensorType>(decider.getType());
    if (type.getElementType().isInteger(1)) return decider;
    const auto value =
        DenseElementsAttr::get(type, builder.getIntegerAttr(type.getElementType(), number));
    const Value own = stablehlo::ConstantOp::create(builder, loc, type, value);
    return stablehlo::CompareOp::create(
        builder, loc, RankedTensorType::get({}, builder.getI1Type()), decider, own,
        stablehlo::DirectionAttr::get(builder.getContext(), stablehlo::Direction::EQ),
        stablehlo::CompareTypeAttr());
  }

  Value pick(Value condition, Value yes, Value no) {
    return stablehlo::SelectOp::create(builder, loc, yes.getType(), condition, yes, no);
  }

private:
  OpBuilder builder;
  Location loc;
  Value decider;
};

} // namespace

LogicalResult ManualRegion::liftPicked(Operation *op) {
  if (failed(requireComputable(op))) return failure();
  SmallVector<OperandRange> returned;
  for (Region &branch : op->getRegions()) {
    for (Operation &inner : branch.front().without_terminator())
      if (failed(lift(&inner))) return failure();
    returned.push_back(branch.front().getTerminator()->getOperands());
  }
  Block scratch; // of local ops, which are nothing once they are put over all devices
  Picker picker(op, scratch);
  SmallVector<Value> picked(returned.back()); // where no other one runs
  for (int64_t number = static_cast<int64_t>(returned.size()) - 2; number >= 0; --number) {
    const Value condition = picker.runs(number);
    for (auto [value, own] : llvm::zip_equal(picked, returned[number]))
      value = picker.pick(condition, own, value);
  }
  for (Operation &local : scratch)
    if (failed(lift(&local))) return failure();
  for (auto [result, value] : llvm::zip_equal(op->getResults(), picked))
    if (failed(set(result, of(value)))) return failure();
  for (Operation &local : scratch)
    for (Value result : local.getResults())
      known.erase(result);
  return success();
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// What Shardy's passes put around values and ops: constants, barriers, edges, named computations.
#include "frontend/ir/dialects/sdy.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc::sdy {

/// An op that others do not tell from those of programs.
LogicalResult SdyConstantOp::expand() {
  if (getOutput().getType() != getValue().getShapedType())
    return report(getLoc(), Diag::shape_mismatch)
           << "sdy.constant: its result has another type than its value";
  if (!isa<DenseElementsAttr>(getValue()))
    return report(getLoc(), Diag::unsupported_attribute)
           << "sdy.constant: values other than 'dense<...>', with all numbers in place, are not "
              "supported";
  OpBuilder builder(*this);
  auto plain = stablehlo::ConstantOp::create(builder, getLoc(), getOutput().getType(), getValue());
  plain->setDiscardableAttrs((*this)->getDiscardableAttrDictionary());
  getOutput().replaceAllUsesWith(plain->getResult(0));
  (*this)->erase();
  return success();
}

LogicalResult PropagationBarrierOp::formula(FormulaBuilder &b) {
  const bool isKnown = llvm::is_contained({"NONE", "FORWARD", "BACKWARD"}, getAllowedDirection());
  if (failed(b.require(isKnown, "allowed_direction is NONE, FORWARD or BACKWARD",
                       Diag::bad_attribute)))
    return failure();
  const auto x = b.elementwise();
  return b.failed ? failure() : b.result(x[0]);
}

Passes PropagationBarrierOp::passes() {
  return {getAllowedDirection() == "FORWARD", getAllowedDirection() == "BACKWARD"};
}

static Value placed(OpBuilder &builder, Value value, Attribute sharding) {
  return ReshardOp::create(builder, value.getLoc(), value.getType(), value,
                           cast<ShardingAttr>(sharding));
}

/// Values flow through the program's own edges here; an edge's sharding is that of what meets.
static LogicalResult replaceEdge(Operation *op, Attribute sharding) {
  OpBuilder builder(op);
  Value value = op->getOperand(0);
  if (op->getResult(0).getType() != value.getType())
    return report(op->getLoc(), Diag::shape_mismatch)
           << op->getName().getStringRef() << ": its result has another type than its operand";
  if (sharding) value = placed(builder, value, sharding);
  op->getResult(0).replaceAllUsesWith(value);
  op->erase();
  return success();
}

LogicalResult DataFlowEdgeOp::expand() { return replaceEdge(*this, getShardingAttr()); }
LogicalResult FuncDataFlowEdgeOp::expand() { return replaceEdge(*this, getShardingAttr()); }

static LogicalResult checkForm(NamedComputationOp op) {
  Region &body = op.getBody();
  const size_t inputs = op.getOperands().size(), results = op.getResults().size();
  const bool whole = body.hasOneBlock() && body.front().mightHaveTerminator() &&
                     body.front().getNumArguments() == inputs &&
                     body.front().getTerminator()->getNumOperands() == results &&
                     body.front().getArgumentTypes() == op.getOperands().getTypes() &&
                     body.front().getTerminator()->getOperandTypes() == op.getResultTypes();
  if (!whole)
    return report(op.getLoc(), Diag::wrong_region)
           << "sdy.named_computation: its body has to take its " << inputs
           << " operands and return its " << results << " results";
  const auto counts = [](std::optional<ShardingPerValueAttr> given, size_t count) {
    return !given || given->getShardings().size() == count;
  };
  if (counts(op.getInShardings(), inputs) && counts(op.getOutShardings(), results))
    return success();
  return report(op.getLoc(), Diag::wrong_count)
         << "sdy.named_computation: it needs a sharding for each of its " << inputs
         << " operands and " << results << " results, or none";
}

/// Its body in its place, between constraints.
LogicalResult NamedComputationOp::expand() {
  if (failed(checkForm(*this))) return failure();
  OpBuilder builder(*this);
  Block &body = getBody().front();
  for (auto [number, operand, local] : llvm::enumerate(getOperands(), body.getArguments())) {
    Value given = operand;
    if (getInShardings())
      given = placed(builder, operand, getInShardings()->getShardings()[number]);
    local.replaceAllUsesWith(given);
  }
  Operation *end = body.getTerminator();
  (*this)->getBlock()->getOperations().splice((*this)->getIterator(), body.getOperations(),
                                              body.begin(), end->getIterator());
  for (auto [number, value, result] : llvm::enumerate(end->getOperands(), getResults())) {
    Value given = value;
    if (getOutShardings())
      given = placed(builder, value, getOutShardings()->getShardings()[number]);
    Value(result).replaceAllUsesWith(given);
  }
  (*this)->erase();
  return success();
}

} // namespace shardc::sdy

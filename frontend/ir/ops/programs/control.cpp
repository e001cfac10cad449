// SPDX-License-Identifier: Apache-2.0
// Ops whose regions take turns: what flows along which edge.
#include "frontend/ir/dialects/dialects.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc::stablehlo {

static OperandRange returned(Region &region) {
  return region.front().getTerminator()->getOperands();
}

static LogicalResult require(Operation *op, bool ok, const Twine &message,
                             Diag id = Diag::wrong_region) {
  if (ok) return success();
  return report(op->getLoc(), id) << op->getName().getStringRef() << ": " << message;
}

/// A region has to take and return so many values.
static LogicalResult checkCounts(Operation *op, Region &region, const Twine &name, size_t takes,
                                 size_t returns) {
  if (failed(require(op, region.getNumArguments() == takes,
                     name + " takes " + Twine(region.getNumArguments()) +
                         " values, and has to take " + Twine(takes))))
    return failure();
  const size_t own = returned(region).size();
  return require(op, own == returns,
                 name + " returns " + Twine(own) + " values, and has to return " + Twine(returns));
}

static bool isScalar(Value value, ElementType type) {
  const auto spec = typeOf(value.getType());
  return spec && spec->shape.empty() && spec->type == type;
}

//===-- while -----------------------------------------------------------------------------------===

LogicalResult WhileOp::checkForm() {
  const size_t count = getNumOperands();
  if (failed(
          require(*this, getNumResults() == count,
                  "it has " + Twine(getNumResults()) + " results for " + Twine(count) + " operands",
                  Diag::wrong_op)) ||
      failed(checkCounts(*this, getCond(), "'cond'", count, 1)) ||
      failed(checkCounts(*this, getBody(), "'body'", count, count)))
    return failure();
  const Value more = decider();
  if (isScalar(more, ElementType::i1)) return success();
  return report((*this)->getLoc(), Diag::wrong_region)
         << "stablehlo.while: 'cond' has to return a tensor<i1>, and returns " << more.getType();
}

Turns WhileOp::turns() { return Turns::loop; }
Value WhileOp::decider() { return returned(getCond()).front(); }

SmallVector<DataFlowEdge> WhileOp::edges() {
  SmallVector<DataFlowEdge> edges;
  for (unsigned k = 0; k < getNumOperands(); ++k)
    edges.push_back({{getOperand()[k], returned(getBody())[k]},
                     {getResult(k), getCond().getArgument(k), getBody().getArgument(k)}});
  return edges;
}

//===-- case and if -----------------------------------------------------------------------------===

static LogicalResult checkBranches(Operation *op) {
  if (failed(require(op, op->getNumRegions() > 0, "it needs a branch"))) return failure();
  for (Region &region : op->getRegions())
    if (failed(checkCounts(op, region, "branch " + Twine(region.getRegionNumber()), 0,
                           op->getNumResults())))
      return failure();
  return success();
}

static SmallVector<DataFlowEdge> edgesOf(Operation *op) {
  SmallVector<DataFlowEdge> edges;
  for (OpResult result : op->getResults()) {
    DataFlowEdge &edge = edges.emplace_back();
    for (Region &region : op->getRegions())
      edge.sources.push_back(returned(region)[result.getResultNumber()]);
    edge.targets.push_back(result);
  }
  return edges;
}

LogicalResult CaseOp::checkForm() {
  if (failed(checkBranches(*this))) return failure();
  if (isScalar(getIndex(), ElementType::i32)) return success();
  return report((*this)->getLoc(), Diag::wrong_op)
         << "stablehlo.case: the index has to be a tensor<i32>, and is " << getIndex().getType();
}
Turns CaseOp::turns() { return Turns::branch; }
Value CaseOp::decider() { return getIndex(); }
SmallVector<DataFlowEdge> CaseOp::edges() { return edgesOf(*this); }

LogicalResult IfOp::checkForm() {
  if (failed(checkBranches(*this))) return failure();
  if (isScalar(getPred(), ElementType::i1)) return success();
  return report((*this)->getLoc(), Diag::wrong_op)
         << "stablehlo.if: the predicate has to be a tensor<i1>, and is " << getPred().getType();
}
Turns IfOp::turns() { return Turns::branch; }
Value IfOp::decider() { return getPred(); }
SmallVector<DataFlowEdge> IfOp::edges() { return edgesOf(*this); }

} // namespace shardc::stablehlo

// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/interfaces/shardable.h"

#include "frontend/ir/interfaces/manual.h"
#include "frontend/ir/interfaces/verified.h"

#include "mlir/IR/Verifier.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

#include "frontend/ir/Interfaces.cpp.inc"

namespace shardc {

std::optional<Formula> formulaOf(Operation *op, Pool &pool) {
  auto shardable = dyn_cast<ShardableOp>(op);
  if (!shardable) {
    (void)(report(op->getLoc(), Diag::unsupported_op)
           << "'" << op->getName().getStringRef() << "' cannot be compiled yet");
    return std::nullopt;
  }
  FormulaBuilder builder(op, pool);
  if (builder.failed || failed(shardable.formula(builder)) || builder.failed) return std::nullopt;
  const size_t made = builder.formula.results.size();
  if (failed(builder.require(made == op->getNumResults(),
                             "it has " + Twine(op->getNumResults()) + " results, not the " +
                                 Twine(made) + " that it makes",
                             Diag::shape_mismatch)))
    return std::nullopt;
  return std::move(builder.formula);
}

/// A result is what the formula says, or takes its type from it where it has none.
static LogicalResult settle(Operation *op, bool infer) {
  Pool scratch;
  auto formula = formulaOf(op, scratch);
  if (!formula) return failure();
  for (auto [number, pair] : llvm::enumerate(llvm::zip(formula->results, op->getResults()))) {
    auto [result, value] = pair;
    const Type wanted = typeIn(op->getContext(), result.type);
    if (infer && isa<NoneType>(value.getType())) value.setType(wanted);
    if (value.getType() == wanted) continue;
    return report(op->getLoc(), Diag::shape_mismatch)
           << op->getName().getStringRef() << ": result " << number << " is declared as "
           << value.getType() << ", but it is " << wanted;
  }
  return success();
}

LogicalResult inferTypes(Operation *op) {
  if (isa<DataFlowOp>(op)) return inferFlowTypes(op);
  if (isa<ShardableOp>(op)) return settle(op, true);
  auto expandable = dyn_cast<ExpandableOp>(op);
  if (!expandable || !expandable.inferResults())
    return report(op->getLoc(), Diag::wrong_op)
           << op->getName().getStringRef()
           << ": what its results are does not follow from these operands";
  return verify(op);
}
LogicalResult verifyFormula(Operation *op) {
  auto *verified = op->getDialect()->getRegisteredInterface<VerifiedOps>();
  const auto settled = [op] { return settle(op, false); };
  return verified ? verified->verify(op, settled) : settled();
}

Rule ruleOfOp(Operation *op) {
  Pool scratch;
  auto formula = formulaOf(op, scratch);
  return formula ? ruleOf(*formula) : Rule{};
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/calls/composites.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/dialects/dialects.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace shardc {

static LogicalResult callDecomposition(stablehlo::CompositeOp op, const SymbolTable &symbols) {
  auto made = symbols.lookup<func::FuncOp>(op.getDecomposition());
  if (!made)
    return report(op.getLoc(), Diag::unknown_function)
           << "function '@" << op.getDecomposition() << "', which composite '" << op.getName()
           << "' is made of, is not there";
  const auto type = FunctionType::get(op.getContext(), op.getOperandTypes(), op.getResultTypes());
  if (made.getFunctionType() != type)
    return report(op.getLoc(), Diag::type_mismatch)
           << "composite '" << op.getName() << "' is " << type << ", and '@"
           << op.getDecomposition() << "' is " << made.getFunctionType();
  OpBuilder builder(op);
  auto call = func::CallOp::create(builder, op.getLoc(), made, op.getInputs());
  call->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  op->replaceAllUsesWith(call.getResults());
  op.erase();
  return success();
}

LogicalResult callDecompositions(ModuleOp program) {
  const SymbolTable symbols(program);
  SmallVector<stablehlo::CompositeOp> ops;
  program.walk([&](stablehlo::CompositeOp op) { ops.push_back(op); });
  bool good = true;
  for (stablehlo::CompositeOp op : ops)
    good &= succeeded(callDecomposition(op, symbols));
  return success(good);
}

} // namespace shardc

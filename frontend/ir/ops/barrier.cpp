// SPDX-License-Identifier: Apache-2.0
// Ops that pass their operands on.
#include "frontend/ir/dialects.h"

using namespace mlir;

namespace shardc::stablehlo {

LogicalResult OptimizationBarrierOp::formula(FormulaBuilder &b) {
  if (failed(b.require((*this)->getNumResults() == b.formula.operands.size(),
                       "it has as many results as operands")))
    return failure();
  for (size_t k = 0; k < b.formula.operands.size(); ++k) {
    auto i = b.loops(b.shape(k));
    if (failed(b.result(b.shape(k), i, b.load(k, i)))) return failure();
  }
  return success();
}

} // namespace shardc::stablehlo

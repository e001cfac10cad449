// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/dialects/dialects.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc::stablehlo {

LogicalResult ReduceOp::formula(FormulaBuilder &b) {
  const int count = getInputs().size();
  if (failed(b.require(count > 0, "it has no operands")) ||
      failed(b.requireDimensions(getDimensions(), b.rank(0), "dimensions")) ||
      failed(b.requireInits(count, getBody())))
    return failure();
  auto i = b.loops(b.shape(0));
  SmallVector<Expr, 4> kept, over, values, inits;
  SmallVector<int64_t, 4> shape;
  SmallVector<Along, 4> along;
  for (auto [dim, loop] : llvm::enumerate(i)) {
    if (llvm::is_contained(getDimensions(), int64_t(dim))) {
      over.push_back(loop);
      along.push_back(dim + 1 == i.size() ? Along::row : Along::column);
      continue;
    }
    kept.push_back(loop);
    shape.push_back(b.shape(0)[dim]);
  }
  for (int k = 0; k < count; ++k) {
    values.push_back(b.load(k, i));
    inits.push_back(b.load(count + k, {}));
  }
  const auto reduced = b.reduce(over, values, inits, getBody(), along);
  for (Expr value : reduced)
    if (b.failed || failed(b.result(shape, kept, value))) return failure();
  return success();
}

} // namespace shardc::stablehlo

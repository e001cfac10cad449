// SPDX-License-Identifier: Apache-2.0
// Reductions of windows. Padding and gaps hold nothing, so an init counts once, whatever it is.
#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/ops/windows.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc::stablehlo {

/// Inputs have one shape, and each an init, a scalar of its type.
static LogicalResult requireInits(FormulaBuilder &b, int count) {
  if (failed(b.require(count > 0, "it has no operands"))) return failure();
  for (int k = 0; k < count; ++k)
    if (failed(b.requireSameType({k, count + k})) ||
        failed(b.require(b.shape(k) == b.shape(0) && b.rank(count + k) == 0,
                         "inputs have one shape, and an init is a scalar, but input " + Twine(k) +
                             " is " + b.formula.operands[k].str() + " and its init is " +
                             b.formula.operands[count + k].str(),
                         Diag::shape_mismatch)))
      return failure();
  return success();
}

LogicalResult ReduceWindowOp::formula(FormulaBuilder &b) {
  const int count = getInputs().size();
  if (failed(requireInits(b, count)) ||
      failed(b.requireLength(getWindowDimensions(), b.rank(0), "window_dimensions")))
    return failure();
  const auto windows = readWindows(b, getWindowDimensions(), {"window_strides", getWindowStrides()},
                                   {"base_dilations", getBaseDilations()},
                                   {"window_dilations", getWindowDilations()}, getPaddingAttr());
  if (failed(windows)) return failure();
  SmallVector<int64_t, 4> shape;
  for (auto [window, extent] : llvm::zip_equal(*windows, b.shape(0))) {
    const auto number = countWindows(b, window, extent);
    if (failed(number)) return failure();
    shape.push_back(*number);
  }

  auto i = b.loops(shape);
  SmallVector<Expr, 4> inside, at;
  Expr held = b.integer(ElementType::i1, 1);
  for (auto [dim, window] : llvm::enumerate(*windows)) {
    Expr within = b.constant(0);
    if (window.size > 1) inside.push_back(within = b.loop(window.size));
    const Element element = elementAt(b, window, i[dim], within, b.shape(0)[dim]);
    at.push_back(element.index);
    held = b.both(held, element.held);
  }
  SmallVector<Expr, 4> values, inits;
  for (int k = 0; k < count; ++k) {
    values.push_back(b.load(k, at));
    inits.push_back(b.load(count + k, {}));
  }
  const SmallVector<Along, 4> along(inside.size(), Along::window);
  for (Expr value : b.reduce(inside, values, inits, getBody(), along, held))
    if (b.failed || failed(b.result(shape, i, value))) return failure();
  return success();
}

} // namespace shardc::stablehlo

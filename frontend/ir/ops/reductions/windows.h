// SPDX-License-Identifier: Apache-2.0
// Windows that move over a tensor, a dimension at a time: what convolutions and pooling have in
// common.
#pragma once

#include "frontend/ir/interfaces/builder.h"

#include "mlir/IR/BuiltinAttributes.h"

namespace shardc::stablehlo {

/// One dimension of windows. What they move over may have gaps between its elements, and padding
/// around; negative padding cuts off.
struct Window {
  int64_t size = 1, stride = 1;
  int64_t dilation = 1;     // from one element of the window to the next
  int64_t baseDilation = 1; // from one element of the tensor to the next
  int64_t low = 0, high = 0;
};

/// An attribute with a number for each dimension, or none.
struct WindowNumbers {
  const char *name = "";
  std::optional<ArrayRef<int64_t>> given = {};
};

/// Windows of these sizes; wrong attributes are reported.
mlir::FailureOr<SmallVector<Window, 4>> readWindows(FormulaBuilder &b, ArrayRef<int64_t> sizes,
                                                    WindowNumbers strides,
                                                    WindowNumbers baseDilations,
                                                    WindowNumbers dilations,
                                                    mlir::DenseIntElementsAttr padding);

/// How many windows there are over `extent` elements: all that fit.
mlir::FailureOr<int64_t> countWindows(FormulaBuilder &b, const Window &window, int64_t extent);

/// Indices in windows, of which `loops` are those with more than one.
SmallVector<Expr, 4> loopsInside(FormulaBuilder &b, ArrayRef<Window> windows,
                                 SmallVectorImpl<Expr> &loops);

/// Where in a dimension of `extent` elements one of a window lies.
struct Element {
  Expr index;
  Expr held; // whether one is there: i1
};
Element elementAt(FormulaBuilder &b, const Window &window, Expr number, Expr inside,
                  int64_t extent);

} // namespace shardc::stablehlo

// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/ops/reductions/windows.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace shardc::stablehlo {

/// Numbers beyond are no program's, and sums of some of these are far from overflow.
static constexpr int64_t kMost = int64_t(1) << 48;

/// As many positive numbers as dimensions; ones where none are given. What is beyond any number of
/// elements is where only one window or one element is, which no step leads away from.
static FailureOr<SmallVector<int64_t, 4>> positive(FormulaBuilder &b, WindowNumbers numbers,
                                                   size_t rank) {
  if (!numbers.given) return SmallVector<int64_t, 4>(rank, 1);
  if (failed(b.requireLength(*numbers.given, rank, numbers.name))) return failure();
  for (int64_t each : *numbers.given)
    if (failed(b.require(0 < each,
                         "'" + Twine(numbers.name) + "' has to have positive numbers, not " +
                             Twine(each),
                         Diag::bad_bounds)))
      return failure();
  return llvm::map_to_vector<4>(*numbers.given, [](int64_t each) { return std::min(each, kMost); });
}

static LogicalResult readPadding(FormulaBuilder &b, DenseIntElementsAttr padding,
                                 llvm::MutableArrayRef<Window> windows) {
  if (!padding) return success();
  const ArrayRef<int64_t> shape = padding.getType().getShape();
  const int64_t rank = windows.size();
  if (failed(b.require(shape == ArrayRef<int64_t>({rank, 2}),
                       "'padding' has to have a pair of numbers for each of " + Twine(rank) +
                           " dimensions",
                       Diag::bad_bounds)))
    return failure();
  const SmallVector<int64_t> numbers(padding.getValues<int64_t>());
  for (int64_t each : numbers)
    if (failed(b.require(-kMost < each && each < kMost,
                         "padding " + Twine(each) + " is out of range", Diag::bad_bounds)))
      return failure();
  for (auto [dim, window] : llvm::enumerate(windows)) {
    window.low = numbers[2 * dim];
    window.high = numbers[2 * dim + 1];
  }
  return success();
}

FailureOr<SmallVector<Window, 4>> readWindows(FormulaBuilder &b, ArrayRef<int64_t> sizes,
                                              WindowNumbers strides, WindowNumbers baseDilations,
                                              WindowNumbers dilations,
                                              DenseIntElementsAttr padding) {
  const size_t rank = sizes.size();
  const auto size = positive(b, {"window_dimensions", sizes}, rank);
  const auto stride = failed(size) ? size : positive(b, strides, rank);
  const auto base = failed(stride) ? stride : positive(b, baseDilations, rank);
  const auto dilation = failed(base) ? base : positive(b, dilations, rank);
  if (failed(dilation)) return failure();
  SmallVector<Window, 4> windows;
  for (size_t dim = 0; dim < rank; ++dim)
    windows.push_back({(*size)[dim], (*stride)[dim], (*dilation)[dim], (*base)[dim]});
  if (failed(readPadding(b, padding, windows))) return failure();
  return windows;
}

/// From the first to the last of `extent` elements, both counted; none where that overflows.
static std::optional<int64_t> spread(int64_t extent, int64_t dilation) {
  int64_t last = 0;
  if (extent == 0) return 0;
  if (llvm::MulOverflow(extent - 1, dilation, last) || last >= kMost) return std::nullopt;
  return last + 1;
}

FailureOr<int64_t> countWindows(FormulaBuilder &b, const Window &window, int64_t extent) {
  const auto inner = spread(extent, window.baseDilation);
  const auto length = spread(window.size, window.dilation);
  if (failed(b.require(inner && length, "its windows span too many elements", Diag::bad_bounds)))
    return failure();
  const int64_t all = window.low + *inner + window.high;
  return all <= 0 || *length > all ? 0 : (all - *length) / window.stride + 1;
}

Element elementAt(FormulaBuilder &b, const Window &window, Expr number, Expr inside,
                  int64_t extent) {
  Expr at = expr::linear(b.pool, -window.low, {{window.stride, number}, {window.dilation, inside}});
  Expr index = expr::div(at, window.baseDilation);
  Expr onElement = expr::within(expr::mod(at, window.baseDilation), 0, 1);
  return {index, b.both(onElement, expr::within(index, 0, extent))};
}

SmallVector<Expr, 4> loopsInside(FormulaBuilder &b, ArrayRef<Window> windows,
                                 SmallVectorImpl<Expr> &loops) {
  SmallVector<Expr, 4> inside;
  for (const Window &window : windows) {
    inside.push_back(window.size > 1 ? b.loop(window.size) : b.constant(0));
    if (window.size > 1) loops.push_back(inside.back());
  }
  return inside;
}

} // namespace shardc::stablehlo

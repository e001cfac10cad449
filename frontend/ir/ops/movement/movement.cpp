// SPDX-License-Identifier: Apache-2.0
// Ops that move elements to other places, known at compile time.
#include "frontend/ir/dialects/dialects.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace shardc::stablehlo {

LogicalResult BroadcastInDimOp::formula(FormulaBuilder &b) {
  const TensorSpec type = b.declared();
  const ArrayRef<int64_t> dims = getBroadcastDimensions();
  if (b.failed || failed(b.requireLength(dims, b.rank(0), "broadcast_dimensions")) ||
      failed(b.requireDimensions(dims, type.shape.size(), "broadcast_dimensions")))
    return failure();
  auto i = b.loops(type.shape);
  SmallVector<Expr, 4> at;
  for (auto [dim, to] : llvm::enumerate(dims)) {
    const int64_t from = b.shape(0)[dim], extent = type.shape[to];
    if (failed(b.require(from == extent || from == 1,
                         "dimension " + Twine(dim) + " has " + Twine(from) +
                             " elements and cannot become " + Twine(extent),
                         Diag::shape_mismatch)))
      return failure();
    at.push_back(from == 1 ? b.constant(0) : i[to]);
  }
  return b.result(type.shape, i, b.load(0, at));
}

LogicalResult BroadcastOp::formula(FormulaBuilder &b) {
  SmallVector<int64_t, 4> shape(getBroadcastSizes());
  for (int64_t size : shape)
    if (failed(b.require(size >= 0, "size " + Twine(size) + " is negative", Diag::bad_bounds)))
      return failure();
  shape.append(b.shape(0).begin(), b.shape(0).end());
  auto i = b.loops(shape);
  return b.result(shape, i, b.load(0, ArrayRef(i).drop_front(getBroadcastSizes().size())));
}

LogicalResult TransposeOp::formula(FormulaBuilder &b) {
  const ArrayRef<int64_t> order = getPermutation();
  if (failed(b.requireLength(order, b.rank(0), "permutation")) ||
      failed(b.requireDimensions(order, b.rank(0), "permutation")))
    return failure();
  SmallVector<int64_t, 4> shape;
  for (int64_t dim : order)
    shape.push_back(b.shape(0)[dim]);
  auto i = b.loops(shape);
  SmallVector<Expr, 4> at(i);
  for (auto [to, from] : llvm::enumerate(order))
    at[from] = i[to];
  return b.result(shape, i, b.load(0, at));
}

LogicalResult ReverseOp::formula(FormulaBuilder &b) {
  if (failed(b.requireDimensions(getDimensions(), b.rank(0), "dimensions"))) return failure();
  auto i = b.loops(b.shape(0)), at = i;
  for (int64_t dim : getDimensions())
    at[dim] = expr::linear(b.pool, b.shape(0)[dim] - 1, {{-1, i[dim]}});
  return b.result(b.shape(0), i, b.load(0, at));
}

LogicalResult SliceOp::formula(FormulaBuilder &b) {
  const auto starts = getStartIndices(), limits = getLimitIndices(), strides = getStrides();
  if (failed(b.requireLength(starts, b.rank(0), "start_indices")) ||
      failed(b.requireLength(limits, b.rank(0), "limit_indices")) ||
      failed(b.requireLength(strides, b.rank(0), "strides")))
    return failure();
  SmallVector<int64_t, 4> shape;
  for (auto [dim, extent] : llvm::enumerate(b.shape(0))) {
    const int64_t start = starts[dim], limit = limits[dim], stride = strides[dim];
    if (failed(b.require(0 <= start && start <= limit && limit <= extent && stride > 0,
                         Twine(start) + ":" + Twine(limit) + ":" + Twine(stride) +
                             " does not lie in dimension " + Twine(dim) + " of " + Twine(extent),
                         Diag::bad_bounds)))
      return failure();
    shape.push_back(llvm::divideCeil(limit - start, stride));
  }
  auto i = b.loops(shape), at = i;
  for (size_t dim = 0; dim < at.size(); ++dim) {
    // A stride beyond the last element moves nothing, and must not overflow.
    const int64_t stride = shape[dim] > 1 ? strides[dim] : 1;
    at[dim] = expr::linear(b.pool, starts[dim], {{stride, i[dim]}});
  }
  return b.result(shape, i, b.load(0, at));
}

/// The extent of a padded dimension; none where it is negative or overflows.
static std::optional<int64_t> padded(int64_t extent, int64_t low, int64_t high, int64_t interior) {
  int64_t inner = 0, all = 0;
  if (llvm::MulOverflow(std::max<int64_t>(extent - 1, 0), interior, inner) ||
      llvm::AddOverflow(low, high, all) || llvm::AddOverflow(all, inner, all) ||
      llvm::AddOverflow(all, extent, all) || all < 0)
    return std::nullopt;
  return all;
}

LogicalResult PadOp::formula(FormulaBuilder &b) {
  const auto lows = getEdgePaddingLow(), highs = getEdgePaddingHigh();
  const auto interiors = getInteriorPadding();
  if (failed(b.requireSameType({0, 1})) ||
      failed(
          b.require(b.rank(1) == 0, "'padding_value' has to be a scalar", Diag::shape_mismatch)) ||
      failed(b.requireLength(lows, b.rank(0), "edge_padding_low")) ||
      failed(b.requireLength(highs, b.rank(0), "edge_padding_high")) ||
      failed(b.requireLength(interiors, b.rank(0), "interior_padding")))
    return failure();
  SmallVector<int64_t, 4> shape;
  for (auto [dim, extent] : llvm::enumerate(b.shape(0))) {
    const int64_t interior = interiors[dim], bound = int64_t(1) << 48;
    const auto length = padded(extent, lows[dim], highs[dim], interior);
    const bool small = -bound < lows[dim] && lows[dim] < bound && 0 <= interior && interior < bound;
    if (failed(b.require(length && small,
                         "padding " + Twine(lows[dim]) + ", " + Twine(highs[dim]) + ", interior " +
                             Twine(interior) + " does not suit dimension " + Twine(dim) + " of " +
                             Twine(extent),
                         Diag::bad_bounds)))
      return failure();
    shape.push_back(*length);
  }
  auto i = b.loops(shape), at = i;
  Expr held = b.integer(ElementType::i1, 1);
  auto require = [&](Expr index, int64_t extent) {
    held = b.both(held, expr::within(index, 0, extent));
  };
  for (size_t dim = 0; dim < at.size(); ++dim) {
    const int64_t step = interiors[dim] + 1;
    Expr from = expr::add(i[dim], -lows[dim]);
    if (step > 1) require(expr::mod(from, step), 1);
    at[dim] = expr::div(from, step);
    if (lows[dim] != 0 || highs[dim] != 0) require(at[dim], b.shape(0)[dim]);
  }
  return b.result(shape, i, b.select(held, b.load(0, at), b.load(1, {})));
}

} // namespace shardc::stablehlo

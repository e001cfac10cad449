// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace shardc::stablehlo {

/// One of operands first .. last - 1, by where the index lies between their starts: halves, so that
/// an element is as many conditions away as their number has digits.
static Expr oneOf(FormulaBuilder &b, ArrayRef<Expr> i, int64_t dim, ArrayRef<int64_t> starts,
                  size_t first, size_t last) {
  if (first + 1 == last) {
    SmallVector<Expr, 4> at(i);
    at[dim] = expr::add(i[dim], -starts[first]);
    return b.load(first, at);
  }
  const size_t middle = (first + last) / 2;
  return b.select(expr::within(i[dim], starts[first], starts[middle]),
                  oneOf(b, i, dim, starts, first, middle), oneOf(b, i, dim, starts, middle, last));
}

LogicalResult ConcatenateOp::formula(FormulaBuilder &b) {
  const int64_t dim = getDimension();
  const size_t count = b.formula.operands.size();
  if (failed(b.require(count > 0, "it has no operands")) ||
      failed(b.requireSameType(llvm::to_vector(llvm::seq<int>(0, count)))) ||
      failed(b.requireDimensions(dim, b.rank(0), "dimension")))
    return failure();
  SmallVector<int64_t, 4> shape(b.shape(0)), starts;
  shape[dim] = 0;
  for (size_t k = 0; k < count; ++k) {
    SmallVector<int64_t, 4> like(b.shape(k));
    if (like.size() == shape.size()) like[dim] = b.shape(0)[dim];
    if (failed(b.require(like == b.shape(0),
                         "operands 0 and " + Twine(k) + " may differ in dimension " + Twine(dim) +
                             " alone, but they are " + b.formula.operands[0].str() + " and " +
                             b.formula.operands[k].str(),
                         Diag::shape_mismatch)))
      return failure();
    starts.push_back(shape[dim]);
    if (failed(b.require(!llvm::AddOverflow(shape[dim], b.shape(k)[dim], shape[dim]),
                         "its result has too many elements", Diag::too_many_elements)))
      return failure();
  }
  starts.push_back(shape[dim]);
  auto i = b.loops(shape);
  return b.result(shape, i, oneOf(b, i, dim, starts, 0, count));
}

/// A kernel has as many pointers as its op has operands, and a page of conditions: more operands
/// than these are joined in steps.
static constexpr size_t kMostJoined = 64;

/// The operands joined to one, a value between.
static Value join(OpBuilder &builder, ConcatenateOp op, ValueRange parts) {
  auto type = cast<RankedTensorType>(parts[0].getType());
  SmallVector<int64_t, 4> shape(type.getShape());
  for (Value part : parts.drop_front())
    shape[op.getDimension()] +=
        cast<RankedTensorType>(part.getType()).getDimSize(op.getDimension());
  // The op's names are those of its result.
  const auto place = fileLocation(op.getLoc());
  return ConcatenateOp::create(builder, place ? Location(*place) : builder.getUnknownLoc(),
                               type.clone(shape), parts, op.getDimension());
}

LogicalResult ConcatenateOp::expand() {
  SmallVector<Value> parts(getInputs());
  OpBuilder builder(*this);
  while (parts.size() > kMostJoined) {
    SmallVector<Value> joined;
    for (ValueRange left = parts; !left.empty();) {
      const size_t count = std::min(left.size(), kMostJoined);
      joined.push_back(count == 1 ? left[0] : join(builder, *this, left.take_front(count)));
      left = left.drop_front(count);
    }
    parts = std::move(joined);
  }
  getInputsMutable().assign(parts);
  return success();
}

} // namespace shardc::stablehlo

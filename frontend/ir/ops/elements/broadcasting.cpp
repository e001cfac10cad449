// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/ops/elements/broadcasting.h"
#include "frontend/ir/dialects/dialects.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;

namespace shardc::chlo {

/// Which dimensions of a shape of `rank` the last ones are.
static SmallVector<int64_t, 4> lastOf(int64_t count, int64_t rank) {
  return llvm::to_vector<4>(llvm::seq(rank - count, rank));
}

/// The shape of operands whose dimensions are these of it. One of size 1 has an element for all.
static SmallVector<int64_t, 4> common(FormulaBuilder &b, int64_t rank,
                                      ArrayRef<SmallVector<int64_t, 4>> dimensions) {
  SmallVector<int64_t, 4> shape(rank, 1);
  for (auto [k, own] : llvm::enumerate(dimensions))
    for (auto [extent, dim] : llvm::zip_equal(b.shape(k), own)) {
      if (extent == 1) continue;
      (void)b.require(shape[dim] == 1 || shape[dim] == extent,
                      "operand " + Twine(k) + " is " + b.formula.operands[k].str() + ", whose " +
                          Twine(extent) + " does not go with the " + Twine(shape[dim]) +
                          " of another",
                      Diag::shape_mismatch);
      shape[dim] = extent;
    }
  return shape;
}

static Broadcast together(FormulaBuilder &b, int64_t rank,
                          ArrayRef<SmallVector<int64_t, 4>> dimensions) {
  Broadcast all;
  all.shape = common(b, rank, dimensions);
  if (b.failed) return all;
  all.index = b.loops(all.shape);
  for (auto [k, own] : llvm::enumerate(dimensions)) {
    SmallVector<Expr, 4> at;
    for (auto [extent, dim] : llvm::zip_equal(b.shape(k), own))
      at.push_back(extent == all.shape[dim] ? all.index[dim] : b.constant(0));
    all.elements.push_back(b.load(k, at));
  }
  return all;
}

Broadcast broadcast(FormulaBuilder &b, std::optional<ArrayRef<int64_t>> said) {
  if (b.failed || failed(b.requireSameType({0, 1}))) return {};
  const int shorter = b.rank(0) < b.rank(1) ? 0 : 1;
  const int64_t rank = b.rank(1 - shorter), fewer = b.rank(shorter);
  SmallVector<SmallVector<int64_t, 4>, 2> dimensions(2, lastOf(rank, rank));
  dimensions[shorter] = said ? SmallVector<int64_t, 4>(*said) : lastOf(fewer, rank);
  const StringRef what = "broadcast_dimensions";
  if (failed(b.requireLength(dimensions[shorter], fewer, what)) ||
      failed(b.requireDimensions(dimensions[shorter], rank, what)) ||
      failed(b.require(llvm::is_sorted(dimensions[shorter]), "'broadcast_dimensions' has to rise",
                       Diag::bad_dimension)))
    return {};
  return together(b, rank, dimensions);
}

LogicalResult BroadcastSelectOp::formula(FormulaBuilder &b) {
  if (b.failed || failed(b.requireSameType({1, 2})) ||
      failed(b.require(b.type(0) == ElementType::i1, "its predicate has to be i1",
                       Diag::type_mismatch)))
    return failure();
  const int64_t rank = std::max({b.rank(0), b.rank(1), b.rank(2)});
  SmallVector<SmallVector<int64_t, 4>, 3> dimensions;
  for (int k : {0, 1, 2})
    dimensions.push_back(lastOf(b.rank(k), rank));
  const auto [shape, index, x] = together(b, rank, dimensions);
  return b.failed ? failure() : b.result(shape, index, b.select(x[0], x[1], x[2]));
}

} // namespace shardc::chlo

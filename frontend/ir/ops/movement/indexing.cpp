// SPDX-License-Identifier: Apache-2.0
// Ops that find elements by numbers that the program computes. Starts are clamped, as StableHLO
// says, so that what is asked for lies inside.
#include "frontend/ir/dialects/dialects.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc::stablehlo {

/// The operands from `first` on are one integer scalar per dimension of operand 0, of one type.
static LogicalResult requireStarts(FormulaBuilder &b, int first) {
  const int64_t count = int64_t(b.formula.operands.size()) - first;
  if (failed(b.require(count == b.rank(0),
                       "it has " + Twine(count) + " start indices for " + Twine(b.rank(0)) +
                           " dimensions",
                       Diag::shape_mismatch)))
    return failure();
  for (int64_t k = first; k < first + count; ++k)
    if (failed(b.require(b.rank(k) == 0 && isInteger(b.type(k)),
                         "start index " + Twine(k - first) + " has to be an integer scalar",
                         Diag::wrong_type)) ||
        failed(b.requireSameType({static_cast<int>(first), static_cast<int>(k)})))
      return failure();
  return success();
}

/// Every size lies between 0 and the extent.
static LogicalResult requireSizes(FormulaBuilder &b, ArrayRef<int64_t> sizes,
                                  ArrayRef<int64_t> extents, const char *what) {
  if (failed(b.requireLength(sizes, extents.size(), what))) return failure();
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (failed(b.require(0 <= size && size <= extents[dim],
                         "size " + Twine(size) + " of dimension " + Twine(dim) + " is not in 0.." +
                             Twine(extents[dim]),
                         Diag::bad_bounds)))
      return failure();
  return success();
}

/// The element `offset` after a start that lies where `size` elements fit into `extent`.
static Expr picked(FormulaBuilder &b, Expr start, Expr offset, int64_t size, int64_t extent) {
  if (size == extent) return offset; // the start can only be 0
  Expr index = expr::add(expr::at(start, 0, extent - size), offset);
  return expr::pick(index, b.loop(extent));
}

LogicalResult DynamicSliceOp::formula(FormulaBuilder &b) {
  const ArrayRef<int64_t> sizes = getSliceSizes();
  if (failed(requireStarts(b, 1)) || failed(requireSizes(b, sizes, b.shape(0), "slice_sizes")))
    return failure();
  auto i = b.loops(sizes), at = i;
  for (size_t dim = 0; dim < at.size(); ++dim)
    at[dim] = picked(b, b.load(1 + dim, {}), i[dim], sizes[dim], b.shape(0)[dim]);
  return b.result(sizes, i, b.load(0, at));
}

LogicalResult DynamicUpdateSliceOp::formula(FormulaBuilder &b) {
  if (failed(b.requireSameType({0, 1})) || failed(requireStarts(b, 2)) ||
      failed(requireSizes(b, b.shape(1), b.shape(0), "update")))
    return failure();
  auto i = b.loops(b.shape(0)), at = i;
  Expr updated = b.integer(ElementType::i1, 1);
  for (size_t dim = 0; dim < at.size(); ++dim) {
    const int64_t size = b.shape(1)[dim], extent = b.shape(0)[dim];
    if (size == extent) continue; // the start can only be 0
    at[dim] = expr::sub(i[dim], expr::at(b.load(2 + dim, {}), 0, extent - size));
    updated = b.both(updated, expr::within(at[dim], 0, size));
  }
  return b.result(b.shape(0), i, b.select(updated, b.load(1, at), b.load(0, i)));
}

namespace {

/// The attributes of a gather, as lists.
struct GatherLists {
  ArrayRef<int64_t> offset, collapsed, operandBatch, indexBatch, map;
  int64_t vectorDim;

  explicit GatherLists(GatherDimensionsAttr attr)
      : offset(list(attr.getOffsetDims())), collapsed(list(attr.getCollapsedSliceDims())),
        operandBatch(list(attr.getOperandBatchingDims())),
        indexBatch(list(attr.getStartIndicesBatchingDims())), map(list(attr.getStartIndexMap())),
        vectorDim(attr.getIndexVectorDim()) {}

private:
  static ArrayRef<int64_t> list(DenseI64ArrayAttr attr) {
    return attr ? attr.asArrayRef() : ArrayRef<int64_t>();
  }
};

} // namespace

static LogicalResult requireGather(FormulaBuilder &b, const GatherLists &d,
                                   ArrayRef<int64_t> sizes) {
  const int64_t indexRank = b.rank(1);
  const auto dropped = llvm::to_vector(llvm::concat<const int64_t>(d.collapsed, d.operandBatch));
  const auto moved = llvm::to_vector(llvm::concat<const int64_t>(d.map, d.operandBatch));
  const bool scalars = d.vectorDim == indexRank;
  if (failed(b.require(isInteger(b.type(1)), "'start_indices' have to be integers",
                       Diag::wrong_type)) ||
      failed(requireSizes(b, sizes, b.shape(0), "slice_sizes")) ||
      failed(b.requireDimensions(dropped, b.rank(0), "collapsed/operand_batching")) ||
      failed(b.requireDimensions(moved, b.rank(0), "start_index_map/operand_batching")) ||
      failed(b.requireDimensions(d.indexBatch, indexRank, "start_indices_batching_dims")) ||
      failed(b.require(0 <= d.vectorDim && d.vectorDim <= indexRank,
                       "'index_vector_dim' " + Twine(d.vectorDim) + " is not in 0.." +
                           Twine(indexRank),
                       Diag::bad_dimension)) ||
      failed(b.require(int64_t(d.map.size()) == (scalars ? 1 : b.shape(1)[d.vectorDim]),
                       "'start_index_map' has to have a dimension for each number of an index",
                       Diag::bad_attribute)) ||
      failed(b.require(d.operandBatch.size() == d.indexBatch.size() &&
                           !llvm::is_contained(d.indexBatch, d.vectorDim),
                       "batching dimensions come in pairs, and 'index_vector_dim' is none",
                       Diag::bad_attribute)) ||
      failed(b.require(llvm::is_sorted(d.offset), "'offset_dims' have to be sorted",
                       Diag::bad_attribute)))
    return failure();
  for (int64_t dim : dropped)
    if (failed(b.require(sizes[dim] <= 1,
                         "dimension " + Twine(dim) + " is left out, so its slice size is 1 or 0",
                         Diag::bad_bounds)))
      return failure();
  for (auto [dim, with] : llvm::zip(d.operandBatch, d.indexBatch))
    if (failed(b.require(b.shape(0)[dim] == b.shape(1)[with],
                         "batching dimensions " + Twine(dim) + " and " + Twine(with) +
                             " differ in size",
                         Diag::shape_mismatch)))
      return failure();
  const int64_t rank = indexRank - !scalars + b.rank(0) - dropped.size();
  return failure(failed(b.requireDimensions(d.offset, rank, "offset_dims")) ||
                 failed(b.requireLength(d.offset, b.rank(0) - dropped.size(), "offset_dims")));
}

LogicalResult GatherOp::formula(FormulaBuilder &b) {
  const GatherLists d(getDimensionNumbers());
  const ArrayRef<int64_t> sizes = getSliceSizes();
  if (failed(requireGather(b, d, sizes))) return failure();
  auto isDropped = [&](int64_t dim) {
    return llvm::is_contained(d.collapsed, dim) || llvm::is_contained(d.operandBatch, dim);
  };

  // Dimensions of the result are offsets into slices, where `offset_dims` says so, or batches.
  SmallVector<int64_t, 4> batches, offsets, shape;
  for (int64_t dim = 0; dim < b.rank(1); ++dim)
    if (dim != d.vectorDim) batches.push_back(b.shape(1)[dim]);
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (!isDropped(dim)) offsets.push_back(size);
  size_t nextBatch = 0, nextOffset = 0;
  for (size_t dim = 0; dim < batches.size() + offsets.size(); ++dim)
    shape.push_back(llvm::is_contained(d.offset, int64_t(dim)) ? offsets[nextOffset++]
                                                               : batches[nextBatch++]);
  auto i = b.loops(shape);
  SmallVector<Expr, 4> where, inSlice;
  for (auto [dim, loop] : llvm::enumerate(i))
    (llvm::is_contained(d.offset, int64_t(dim)) ? inSlice : where).push_back(loop);
  if (d.vectorDim < b.rank(1)) where.insert(where.begin() + d.vectorDim, b.constant(0));

  SmallVector<Expr, 4> at;
  nextOffset = 0;
  for (int64_t dim = 0; dim < b.rank(0); ++dim)
    at.push_back(isDropped(dim) ? b.constant(0) : inSlice[nextOffset++]);
  for (auto [dim, with] : llvm::zip(d.operandBatch, d.indexBatch))
    at[dim] = where[with];
  for (auto [number, dim] : llvm::enumerate(d.map)) {
    if (d.vectorDim < b.rank(1)) where[d.vectorDim] = b.constant(number);
    at[dim] = picked(b, b.load(1, where), at[dim], sizes[dim], b.shape(0)[dim]);
  }
  return b.result(shape, i, b.load(0, at));
}

LogicalResult TorchIndexSelectOp::formula(FormulaBuilder &b) {
  const int64_t dim = getDim(), batch = getBatchDims();
  const ArrayRef<int64_t> from = b.shape(0), index = b.shape(1);
  if (failed(b.requireDimensions(dim, b.rank(0), "dim")) ||
      failed(b.require(isInteger(b.type(1)), "'index' has to be of integers", Diag::wrong_type)) ||
      failed(b.require(0 <= batch && batch <= dim && batch <= b.rank(1),
                       "'batch_dims' " + Twine(batch) + " is not in 0.." +
                           Twine(std::min(dim, b.rank(1))),
                       Diag::bad_dimension)) ||
      failed(b.require(from.take_front(batch) == index.take_front(batch),
                       "its batch dimensions differ in size", Diag::shape_mismatch)))
    return failure();
  SmallVector<int64_t, 4> shape(from.take_front(dim));
  llvm::append_range(shape, index.drop_front(batch));
  llvm::append_range(shape, from.drop_front(dim + 1));
  auto i = b.loops(shape);
  const ArrayRef<Expr> all(i);
  SmallVector<Expr, 4> at(all.take_front(dim)), where(all.take_front(batch));
  llvm::append_range(where, all.slice(dim, index.size() - batch));
  at.push_back(picked(b, b.load(1, where), b.constant(0), 1, from[dim]));
  llvm::append_range(at, all.take_back(from.size() - dim - 1));
  return b.result(shape, i, b.load(0, at));
}

} // namespace shardc::stablehlo

// SPDX-License-Identifier: Apache-2.0
// Updates go to elements that the program computes, one after the other. An element is hit by those
// updates whose window begins at or before it and ends behind it; so what lies outside the operand
// is hit by none, and of a window that sticks out the rest counts.
#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/formula/push.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/interfaces/known.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc::stablehlo {

namespace {

/// The attributes of a scatter, as lists; where its operands are among those of the op.
struct ScatterLists {
  ArrayRef<int64_t> window, inserted, inputBatch, indexBatch, map;
  int64_t vectorDim;
  int indices, updates; // the first of these operands

  ScatterLists(ScatterDimensionsAttr attr, int count)
      : window(list(attr.getUpdateWindowDims())), inserted(list(attr.getInsertedWindowDims())),
        inputBatch(list(attr.getInputBatchingDims())),
        indexBatch(list(attr.getScatterIndicesBatchingDims())),
        map(list(attr.getScatterDimsToOperandDims())), vectorDim(attr.getIndexVectorDim()),
        indices(count), updates(count + 1) {}

  bool isInserted(int64_t dim) const { return llvm::is_contained(inserted, dim); }
  bool isBatch(int64_t dim) const { return llvm::is_contained(inputBatch, dim); }
  bool isWindow(int64_t dim) const { return llvm::is_contained(window, dim); }

private:
  static ArrayRef<int64_t> list(DenseI64ArrayAttr attr) {
    return attr ? attr.asArrayRef() : ArrayRef<int64_t>();
  }
};

} // namespace

static LogicalResult requireSorted(FormulaBuilder &b, ArrayRef<int64_t> dims, const char *what) {
  return b.require(llvm::is_sorted(dims), "'" + Twine(what) + "' have to be sorted",
                   Diag::bad_attribute);
}

static LogicalResult requireIndices(FormulaBuilder &b, const ScatterLists &d) {
  const int64_t rank = b.rank(d.indices);
  if (failed(b.require(isInteger(b.type(d.indices)), "'scatter_indices' have to be integers",
                       Diag::wrong_type)) ||
      failed(b.require(0 <= d.vectorDim && d.vectorDim <= rank,
                       "'index_vector_dim' " + Twine(d.vectorDim) + " is not in 0.." + Twine(rank),
                       Diag::bad_dimension)))
    return failure();
  const int64_t numbers = d.vectorDim == rank ? 1 : b.shape(d.indices)[d.vectorDim];
  return b.require(int64_t(d.map.size()) == numbers,
                   "'scatter_dims_to_operand_dims' has to have a dimension for each of the " +
                       Twine(numbers) + " numbers of an index",
                   Diag::bad_attribute);
}

static LogicalResult requireDimensions(FormulaBuilder &b, const ScatterLists &d) {
  const int64_t rank = b.rank(0);
  const auto dropped = llvm::to_vector(llvm::concat<const int64_t>(d.inserted, d.inputBatch));
  const auto moved = llvm::to_vector(llvm::concat<const int64_t>(d.map, d.inputBatch));
  if (failed(requireSorted(b, d.window, "update_window_dims")) ||
      failed(requireSorted(b, d.inserted, "inserted_window_dims")) ||
      failed(requireSorted(b, d.inputBatch, "input_batching_dims")) ||
      failed(b.requireDimensions(d.window, b.rank(d.updates), "update_window_dims")) ||
      failed(b.requireDimensions(dropped, rank, "inserted_window/input_batching")) ||
      failed(b.requireDimensions(moved, rank, "scatter_dims_to_operand/input_batching")) ||
      failed(b.requireDimensions(d.indexBatch, b.rank(d.indices), "scatter_indices_batching_dims")))
    return failure();
  if (failed(b.require(int64_t(d.window.size() + dropped.size()) == rank,
                       "update_window, inserted_window and input_batching dimensions have to be " +
                           Twine(rank) + " in all, as the input has",
                       Diag::bad_attribute)) ||
      failed(b.require(d.inputBatch.size() == d.indexBatch.size() &&
                           !llvm::is_contained(d.indexBatch, d.vectorDim),
                       "batching dimensions come in pairs, and 'index_vector_dim' is none",
                       Diag::bad_attribute)))
    return failure();
  for (auto [dim, with] : llvm::zip(d.inputBatch, d.indexBatch))
    if (failed(b.require(b.shape(0)[dim] == b.shape(d.indices)[with],
                         "batching dimensions " + Twine(dim) + " and " + Twine(with) +
                             " differ in size",
                         Diag::shape_mismatch)))
      return failure();
  return success();
}

/// Updates have the dimensions of the indices, and those of windows that fit into the input.
static LogicalResult requireUpdates(FormulaBuilder &b, const ScatterLists &d) {
  SmallVector<int64_t, 4> places, room;
  for (auto [dim, size] : llvm::enumerate(b.shape(d.indices)))
    if (int64_t(dim) != d.vectorDim) places.push_back(size);
  for (auto [dim, size] : llvm::enumerate(b.shape(0)))
    if (!d.isInserted(dim) && !d.isBatch(dim)) room.push_back(size);
  const ArrayRef<int64_t> shape = b.shape(d.updates);
  if (failed(b.require(shape.size() == places.size() + room.size(),
                       "updates have " + Twine(shape.size()) + " dimensions, and need " +
                           Twine(places.size()) + " of the indices and " + Twine(room.size()) +
                           " of windows",
                       Diag::shape_mismatch)))
    return failure();
  size_t place = 0, side = 0;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    const bool inWindow = d.isWindow(dim);
    const int64_t other = inWindow ? room[side++] : places[place++];
    if (failed(b.require(
            inWindow ? size <= other : size == other,
            "dimension " + Twine(dim) + " of the updates has " + Twine(size) + " indices, " +
                (inWindow ? "and the input only " : "and the indices have ") + Twine(other),
            Diag::shape_mismatch)))
      return failure();
  }
  return success();
}

static LogicalResult requireScatter(FormulaBuilder &b, const ScatterLists &d) {
  for (int k = 1; k < d.indices; ++k)
    if (failed(b.require(b.shape(k) == b.shape(0) && b.shape(d.updates + k) == b.shape(d.updates),
                         "inputs have one shape, and so have updates", Diag::shape_mismatch)))
      return failure();
  for (int k = 0; k < d.indices; ++k)
    if (failed(b.requireSameType({k, d.updates + k}))) return failure();
  if (failed(requireIndices(b, d)) || failed(requireDimensions(b, d))) return failure();
  return requireUpdates(b, d);
}

namespace {

/// Which update an element is looked at from, and whether that hits it.
struct Hit {
  SmallVector<Expr, 4> loops; // over updates
  SmallVector<Expr, 4> at;    // in the updates
  Expr condition;
};

} // namespace

/// `i`: of the result. Where windows are in the updates, loops over updates are elsewhere; where a
/// batching dimension is, both have the result's own index.
static Hit hitOf(FormulaBuilder &b, const ScatterLists &d, ArrayRef<Expr> i) {
  Hit hit{{}, {}, b.integer(ElementType::i1, 1)};
  SmallVector<Expr, 4> where; // in the indices
  for (auto [dim, size] : llvm::enumerate(b.shape(d.indices))) {
    if (int64_t(dim) == d.vectorDim) {
      where.push_back(b.constant(0));
      continue;
    }
    const auto *batch = llvm::find(d.indexBatch, int64_t(dim));
    if (batch != d.indexBatch.end()) {
      where.push_back(i[d.inputBatch[batch - d.indexBatch.begin()]]);
      continue;
    }
    where.push_back(b.loop(size));
    hit.loops.push_back(where.back());
  }
  // One update is a choice for each element, which goes into what uses it; in a loop it is one of
  // a list, to be pushed into what is carried.
  if (hit.loops.empty() && b.op->getParentOfType<WhileOp>()) hit.loops.push_back(b.loop(1));
  SmallVector<Expr, 4> places(where), sides;
  if (d.vectorDim < int64_t(where.size())) places.erase(places.begin() + d.vectorDim);
  size_t next = 0;
  for (auto [dim, extent] : llvm::enumerate(b.shape(0))) {
    if (d.isBatch(dim)) continue;
    const bool isWindow = !d.isInserted(dim);
    const int64_t size = isWindow ? b.shape(d.updates)[d.window[next++]] : 1;
    Expr offset = i[dim];
    if (const auto *number = llvm::find(d.map, int64_t(dim)); number != d.map.end()) {
      if (d.vectorDim < int64_t(where.size()))
        where[d.vectorDim] = b.constant(number - d.map.begin());
      // Whatever misses the input at one of its sides may as well miss it by all.
      offset = expr::sub(offset, expr::at(b.load(d.indices, where), -size, extent));
    }
    hit.condition = b.both(hit.condition, expr::within(offset, 0, size));
    if (isWindow) sides.push_back(offset);
  }
  size_t place = 0, side = 0;
  for (int64_t dim = 0; dim < b.rank(d.updates); ++dim)
    hit.at.push_back(d.isWindow(dim) ? sides[side++] : places[place++]);
  return hit;
}

/// Whether a number of the indices is 0, in each of them, and the window there is all of its
/// dimension: so no update is moved along it. JAX makes such numbers of the dimensions that a
/// `dynamic_update_slice` under `vmap` leaves alone.
static bool isMovedNowhere(ScatterOp op, const ScatterLists &d, size_t number, Pool &pool) {
  const int64_t moved = d.map[number];
  if (d.isInserted(moved)) return false;
  const auto input = cast<RankedTensorType>(op.getInputs().front().getType());
  const auto updates = cast<RankedTensorType>(op.getUpdates().front().getType());
  size_t side = 0; // of the window
  for (int64_t dim = 0; dim < moved; ++dim)
    side += !d.isInserted(dim) && !d.isBatch(dim);
  if (updates.getDimSize(d.window[side]) != input.getDimSize(moved)) return false;
  SmallVector<Expr, 4> at;
  for (auto [dim, size] :
       llvm::enumerate(cast<RankedTensorType>(op.getScatterIndices().getType()).getShape()))
    at.push_back(int64_t(dim) == d.vectorDim ? pool.constant(number)
                                             : pool.loop(static_cast<int>(dim), size));
  Expr start = elementOf(op.getScatterIndices(), at, pool);
  return start->kind == Kind::Literal && start->number.asInteger() == 0;
}

/// Numbers of the indices, at both ends, that move nothing are left out: dimensions that no number
/// is of may be split.
LogicalResult ScatterOp::expand() {
  const ScatterDimensionsAttr attr = getScatterDimensionNumbers();
  const ScatterLists d(attr, getInputs().size());
  Pool pool;
  size_t first = 0, last = d.map.size();
  while (first + 1 < last && isMovedNowhere(*this, d, last - 1, pool))
    --last;
  while (first + 1 < last && isMovedNowhere(*this, d, first, pool))
    ++first;
  if (last - first == d.map.size()) return success();
  const auto type = cast<RankedTensorType>(getScatterIndices().getType());
  SmallVector<int64_t> start(type.getRank(), 0), limit(type.getShape()), strides(type.getRank(), 1);
  start[d.vectorDim] = first;
  limit[d.vectorDim] = last;
  SmallVector<int64_t> shape(type.getShape());
  shape[d.vectorDim] = last - first;
  OpBuilder builder(*this);
  getScatterIndicesMutable().assign(SliceOp::create(builder, getLoc(), type.clone(shape),
                                                    getScatterIndices(), start, limit, strides));
  setScatterDimensionNumbersAttr(ScatterDimensionsAttr::get(
      getContext(), attr.getUpdateWindowDims(), attr.getInsertedWindowDims(),
      attr.getInputBatchingDims(), attr.getScatterIndicesBatchingDims(),
      builder.getDenseI64ArrayAttr(d.map.slice(first, last - first)), attr.getIndexVectorDim()));
  return success();
}

/// A body over its own pair of arguments, 0 and 1; null where it uses those of other operands.
static Expr ownBody(Expr body, int number, int count) {
  bool isOwn = true;
  Memo memo;
  Expr own = rewrite(
      body,
      [&](Expr e) -> Expr {
        if (e->kind != Kind::Arg) return nullptr;
        isOwn &= e->value % count == number;
        return e->pool->arg(e->type, e->value >= count);
      },
      memo);
  return isOwn ? own : nullptr;
}

LogicalResult ScatterOp::formula(FormulaBuilder &b) {
  const int count = getInputs().size();
  const size_t given = b.formula.operands.size();
  if (failed(b.require(count > 0, "it has no inputs")) ||
      failed(b.require(given == 2 * static_cast<size_t>(count) + 1,
                       "it has " + Twine(given) + " operands, no updates for each input",
                       Diag::wrong_count)))
    return failure();
  const ScatterLists d(getScatterDimensionNumbers(), count);
  if (failed(requireScatter(b, d))) return failure();
  auto i = b.loops(b.shape(0));
  const Hit hit = hitOf(b, d, i);
  SmallVector<Expr, 2> starts;
  for (int k = 0; k < count; ++k)
    starts.push_back(b.load(k, i));
  const auto bodies = b.combiner(starts, getUpdateComputation());
  for (int k = 0; k < count && !b.failed; ++k) {
    Expr body = ownBody(bodies[k], k, count);
    if (failed(b.require(body,
                         "its body combines elements of different operands, which is not "
                         "supported",
                         Diag::unsupported_op)))
      return failure();
    Expr update = b.load(d.updates + k, hit.at);
    if (failed(b.result(b.shape(0), i, pulled(hit.loops, hit.condition, update, starts[k], body))))
      return failure();
  }
  return failure(b.failed);
}

} // namespace shardc::stablehlo

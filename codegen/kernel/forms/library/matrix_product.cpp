// SPDX-License-Identifier: Apache-2.0
// Loops that lie behind one another in all that they are of are one. What is left of rows and
// columns beside one of each goes with the batches.
#include "codegen/kernel/forms/library/matrix_product.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

// Below these a call takes longer than what it does.
constexpr int64_t kLeastExtent = 4, kLeastProducts = int64_t{1} << 15;
// Libraries have integers of 32 bits.
constexpr int64_t kMostElements = INT32_MAX;

namespace {

class MatrixProductFinder {
public:
  explicit MatrixProductFinder(const KernelView &view) : view(view) {}

  std::optional<MatrixProduct> find() {
    const auto found = productWithEpilogue(view.kernel.formula);
    if (!found) return std::nullopt;
    const BareProduct *bare = &found->product;
    made.epilogue = found->epilogue;
    if (!bare->where.empty() || bare->terms.empty() || !mayBeCalled(*bare)) return std::nullopt;
    const auto left = affineLoad(view, bare->left), right = affineLoad(view, bare->right),
               result = affineResult(view);
    const auto [added, bias] = std::pair(further(made.epilogue.added), further(made.epilogue.bias));
    if (!left || !right || !result || !added || !bias) return std::nullopt;
    made.left = static_cast<int>(bare->left->value);
    made.right = static_cast<int>(bare->right->value);
    made.factors = bare->left->type;
    made.sum = bare->sum;
    made.leftAt = left->offset, made.rightAt = right->offset, made.resultAt = result->offset;
    made.addedAt = added->offset, made.biasAt = bias->offset;
    const auto of = [&](ArrayRef<int> loops) {
      SmallVector<Sized, 4> list;
      for (const int loop : loops)
        list.push_back({view.loops[loop].largest,
                        {countOf(view, loop), left->strides[loop], right->strides[loop],
                         result->strides[loop], added->strides[loop], bias->strides[loop]}});
      return united(std::move(list));
    };
    const auto rows = of(bare->rows), columns = of(bare->columns), terms = of(bare->terms);
    if (terms.size() != 1) return std::nullopt;
    made.terms = terms.front().loop;
    if (!chooseMatrix(rows, columns, terms.front())) return std::nullopt;
    for (const Sized &each : of(bare->batches))
      made.batches.push_back(each.loop);
    if (!made.columns.result.is(1)) transpose();
    return std::move(made);
  }

private:
  /// With the most indices on any device.
  struct Sized {
    int64_t largest;
    ProductLoop loop;
  };

  const KernelView &view;
  MatrixProduct made;

  bool mayBeCalled(const BareProduct &bare) const {
    const TensorSpec &result = view.kernel.formula.results.front().type;
    const auto isSmall = [](const TensorSpec &type) { return type.elements() <= kMostElements; };
    const auto isOneLoop = [](Expr index) {
      return llvm::all_of(terms(index),
                          [](const Term &term) {
                            return term.first > 0 && term.second->kind == Kind::Loop;
                          }) &&
             (terms(index).size() < 2 || radix(index));
    };
    const auto areOne = [&](ArrayRef<Expr> index) { return llvm::all_of(index, isOneLoop); };
    return isApart() && bare.left->type == bare.right->type && isSmall(result) &&
           llvm::all_of(view.kernel.formula.operands, isSmall) && areOne(bare.left->args) &&
           areOne(bare.right->args) && areOne(view.kernel.formula.results.front().index);
  }

  /// Whether the result lies nowhere but where it may be what is added.
  bool isApart() const {
    const bool isOver = llvm::any_of(view.kernel.overwrites, [&](const std::pair<int, int> &both) {
      return !made.epilogue.added || both.first != made.epilogue.added->value;
    });
    return !isOver && !view.isInPlace();
  }

  /// Of a load that there may be.
  std::optional<AffineAccess> further(Expr load) const {
    if (load) return affineLoad(view, load);
    AffineAccess none;
    none.strides.assign(view.kernel.loops.size(), Amount{0});
    return none;
  }

  /// Whether `inner` counts on where the outer loop has its next index.
  static bool follows(const ProductLoop &outer, const ProductLoop &inner) {
    return outer.left == times(inner.left, inner.count) &&
           outer.right == times(inner.right, inner.count) &&
           outer.result == times(inner.result, inner.count) &&
           outer.added == times(inner.added, inner.count) &&
           outer.bias == times(inner.bias, inner.count);
  }

  static bool unite(SmallVector<Sized, 4> &list) {
    for (const Sized &outer : list)
      for (Sized &inner : list) {
        if (&outer == &inner || !follows(outer.loop, inner.loop)) continue;
        inner.largest *= outer.largest;
        inner.loop.count = times(inner.loop.count, outer.loop.count);
        list.erase(&outer);
        return true;
      }
    return false;
  }

  static SmallVector<Sized, 4> united(SmallVector<Sized, 4> list) {
    while (unite(list)) {
    }
    return list;
  }

  /// Whether one of its two strides is 1 in each matrix, and what comes to the sums lies as they
  /// do.
  bool isMatrix(const ProductLoop &rows, const ProductLoop &columns,
                const ProductLoop &terms) const {
    const ProductLoop &inner = columns.result.is(1) ? columns : rows;
    return (!made.epilogue.added || inner.added.is(1)) &&
           (!made.epilogue.bias || inner.bias.is(1)) && (rows.left.is(1) || terms.left.is(1)) &&
           (columns.right.is(1) || terms.right.is(1)) &&
           (rows.result.is(1) || columns.result.is(1));
  }

  /// The rows and columns of the largest matrix that there is.
  bool chooseMatrix(ArrayRef<Sized> rows, ArrayRef<Sized> columns, const Sized &terms) {
    int64_t most = 0;
    const Sized *bestRows = nullptr, *bestColumns = nullptr;
    for (const Sized &row : rows)
      for (const Sized &column : columns) {
        const int64_t size = row.largest * column.largest;
        const bool isLarge = std::min(row.largest, column.largest) >= kLeastExtent &&
                             size * terms.largest >= kLeastProducts;
        if (size <= most || !isLarge || !isMatrix(row.loop, column.loop, terms.loop)) continue;
        most = size, bestRows = &row, bestColumns = &column;
      }
    if (!bestRows) return false;
    made.rows = bestRows->loop, made.columns = bestColumns->loop;
    for (const Sized &each : rows)
      if (&each != bestRows) made.batches.push_back(each.loop);
    for (const Sized &each : columns)
      if (&each != bestColumns) made.batches.push_back(each.loop);
    return true;
  }

  /// The same product with its result transposed, whose columns lie side by side.
  void transpose() {
    std::swap(made.rows, made.columns);
    std::swap(made.left, made.right);
    std::swap(made.leftAt, made.rightAt);
    for (ProductLoop *loop : {&made.rows, &made.columns, &made.terms})
      std::swap(loop->left, loop->right);
    for (ProductLoop &loop : made.batches)
      std::swap(loop.left, loop.right);
  }
};

} // namespace

std::optional<MatrixProduct> matrixProductOf(const KernelView &view) {
  return MatrixProductFinder(view).find();
}

} // namespace shardc

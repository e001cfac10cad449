// SPDX-License-Identifier: Apache-2.0
// A formula is a packed product if its results have one reduction, a sum of products, and each
// factor has a loop of results that the other has not. Of the loops that one factor alone has, the
// innermost of the nest is the columns, so that results are written in rows; the longest one of the
// other factor is the rows. All other loops of results run around the product, batches and what
// else columns are made of, or are counted with the rows. Terms of several loops are counted as one
// index. Where the one result is chosen by conditions on rows and columns, tiles that none of their
// sums is used of are left out.
#include "codegen/kernel/forms/packed_product.h"

#include "codegen/kernel/grid.h"
#include "codegen/kernel/view/choices.h"
#include "codegen/kernel/view/facts.h"
#include "codegen/kernel/view/reduction.h"
#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace shardc {

using Form = LoopView::Form;

// Below these, copies cost more than they save.
constexpr int64_t kTerms = 16, kProducts = int64_t{1} << 15;

/// Neighbours in memory are results where a load has them so; else terms.
static bool isAlongTerms(const KernelView &view, Expr factor, int results) {
  bool along = true;
  forEach(factor, [&](Expr e) {
    if (e->kind == Kind::Load && accessOf(view, e).stride(results) == Stride::one) along = false;
  });
  return along;
}

namespace {

class PackedProductFinder {
public:
  PackedProductFinder(const KernelView &view, const Nest &nest, const Tile &tile, int64_t leastRows,
                      int64_t leastColumns)
      : view(view), nest(nest), tile(tile), leastRows(leastRows), leastColumns(leastColumns) {}

  std::optional<PackedProduct> find() {
    if (view.isInPlace() || !findSum() || !findLoops() || !isWorthIt()) return std::nullopt;
    setBounds();
    product.leftAlongTerms = isAlongTerms(view, product.left, product.rows);
    product.rightAlongTerms = isAlongTerms(view, product.right, product.columns);
    if (view.formula.results.size() == 1)
      product.where = usedWhere(view, view.formula.results.front().value, product.reduce,
                                product.rows, product.columns);
    return product;
  }

private:
  const KernelView &view;
  const Nest &nest;
  const Tile &tile;
  int64_t leastRows, leastColumns;
  PackedProduct product;

  /// The one reduction, if it is a sum of products from zero, and computed whatever data say or
  /// may be.
  bool findSum() {
    Expr found = nullptr;
    bool others = false;
    for (const Result &result : view.formula.results)
      forEach(result.value, [&](Expr e) {
        if (e->kind != Kind::Reduce) return;
        others |= found && found != e;
        found = e;
      });
    if (!found || others) return false;
    const ReduceView reduce(found);
    if (!isOrdered(reduce) || !isTerm(reduce.values[0]) || !planOf(reduce).ignoresInit)
      return false;
    const auto hasLanes = [](const SumOrder &each) { return each.lanes > 1; };
    const auto hasLeaves = [](const SumOrder &each) { return each.leaves > 1; };
    if (llvm::any_of(reduce.order, hasLanes) ||
        llvm::any_of(llvm::drop_begin(reduce.order), hasLeaves))
      return false;
    product.reduce = found;
    product.left = reduce.values[0]->args[0];
    product.right = reduce.values[0]->args[1];
    for (Expr loop : reduce.loops)
      if (isLooped(static_cast<int>(loop->value)))
        product.terms.push_back(static_cast<int>(loop->value));
    if (llvm::is_contained(tile.reductions, found)) return true;
    llvm::DenseSet<Expr> outside, inside;
    const auto inBranch = [&](const Result &result) {
      return isInBranch(result.value, false, outside, inside);
    };
    return llvm::none_of(view.formula.results, inBranch);
  }

  /// Whether a branch has the sum, or an index. What has been seen there has it not.
  bool isInBranch(Expr e, bool branch, llvm::DenseSet<Expr> &outside,
                  llvm::DenseSet<Expr> &inside) const {
    if (e == product.reduce) return branch;
    if (!(branch ? inside : outside).insert(e).second) return false;
    for (auto [k, part] : llvm::enumerate(e->args)) {
      const bool isOne = branch || (isBranch(view, e) && k > 0) || e->kind == Kind::At;
      if (isInBranch(part, isOne, outside, inside)) return true;
    }
    return false;
  }

  bool isLooped(int loop) const { return view.loops[loop].form == Form::looped; }
  static bool uses(Expr e, int loop) { return llvm::is_contained(freeLoops(e), loop); }

  /// Columns are the innermost loop of results that one factor has, rows the longest that the other
  /// has.
  bool findLoops() {
    int inner = -1;
    for (const int loop : nest.order) {
      if (!isLooped(loop)) continue;
      const bool left = uses(product.left, loop), right = uses(product.right, loop);
      if (!left && !right) return false;
      if (left != right) inner = loop;
    }
    if (inner < 0) return false;
    product.columns = inner;
    if (uses(product.left, inner)) std::swap(product.left, product.right);
    int rows = -1;
    for (const int loop : nest.order)
      if (isLooped(loop) && !uses(product.right, loop) && lengthOf(loop) >= lengthOf(rows))
        rows = loop;
    if (rows < 0) return false;
    product.rows = rows;
    for (const int loop : nest.order)
      if (loop != rows && loop != inner) product.outer.push_back(loop);
    return true;
  }

  /// Terms of which a condition leaves -0 times +0, that is nothing, are none.
  void setBounds() {
    Expr left = product.left, right = product.right;
    if (left->kind != Kind::Select || right->kind != Kind::Select || product.terms.size() != 1 ||
        left->args[0] != right->args[0] || !isNothing(left->args[2], right->args[2]) ||
        !view.isWhole(product.terms[0]) || !addBounds(left->args[0])) {
      product.bounds.clear();
      return;
    }
    product.left = left->args[1];
    product.right = right->args[1];
  }
  static bool isNothing(Expr a, Expr b) {
    const auto is = [](Expr e, double zero) {
      return e->kind == Kind::Literal && e->number.sameBits(Number::of(e->type, zero));
    };
    return (is(a, -0.0) && is(b, 0.0)) || (is(a, 0.0) && is(b, -0.0));
  }
  bool addBounds(Expr condition) {
    if (isConjunction(condition))
      return addBounds(condition->args[0]) && addBounds(condition->args[1]);
    if (condition->kind != Kind::Within) return false;
    Expr index = condition->args[0];
    const auto isAround = [&](int loop) {
      return loop == product.terms[0] || llvm::is_contained(product.outer, loop);
    };
    if (!llvm::all_of(freeLoops(index), isAround)) return false;
    // The term's index stands in it once, as it is or with a minus.
    bool isOnce = false;
    for (const auto &[factor, part] : terms(index)) {
      if (!uses(part, product.terms[0])) continue;
      if (isOnce || part->kind != Kind::Loop || std::abs(factor) != 1) return false;
      isOnce = true;
    }
    if (isOnce) product.bounds.push_back(condition);
    return isOnce;
  }

  int64_t lengthOf(int loop) const { return loop < 0 ? 0 : view.loops[loop].largest; }

  bool isWorthIt() const {
    int64_t count = 1;
    for (const int loop : product.terms)
      count *= lengthOf(loop);
    const int64_t rows = lengthOf(product.rows), columns = lengthOf(product.columns);
    return !product.terms.empty() && rows >= leastRows && columns >= leastColumns &&
           count >= kTerms && rows * columns * count >= kProducts;
  }
};

} // namespace

std::optional<PackedProduct> packedProductOf(const KernelView &view, const Nest &nest,
                                             const Tile &tile, int64_t leastRows,
                                             int64_t leastColumns) {
  return PackedProductFinder(view, nest, tile, leastRows, leastColumns).find();
}

/// Whether the loop may be counted with others as rows: it begins at 0, has one extent, and the
/// columns' factor has it not.
static bool mayBeRow(const KernelView &view, const PackedProduct &product, int loop) {
  const LoopView &own = view.loops[loop];
  const Bound &lo = view.kernel.loops[loop].lo;
  const bool fromZero = own.isLocal || (lo.isUniform() && lo.literal() == 0);
  return own.form == Form::looped && own.extent && fromZero &&
         !llvm::is_contained(freeLoops(product.right), loop);
}

/// How many rows there are with those loops that may be counted with them.
static int64_t allRows(const KernelView &view, const PackedProduct &product) {
  int64_t rows = mostIndices(view, product.rows);
  for (const int loop : product.outer)
    if (mayBeRow(view, product, loop)) rows *= mostIndices(view, loop);
  return rows;
}

void foldRows(const KernelView &view, PackedProduct &product) {
  const auto isRow = [&](int loop) { return mayBeRow(view, product, loop); };
  if (!product.where.empty() || !isRow(product.rows)) return;
  llvm::copy_if(product.outer, std::back_inserter(product.folded), isRow);
  llvm::erase_if(product.outer, isRow);
}

/// Whether the factor is read, of floats that vectors have, where terms are neighbours.
static bool isReadAlongTerms(const KernelView &view, Expr factor, int term) {
  const bool isVector = factor->type == ElementType::f32 || factor->type == ElementType::f64;
  return isVector && factor->kind == Kind::Load &&
         accessOf(view, factor).stride(term) == Stride::one;
}

/// The product with few columns, or few rows, which are its columns then, beside a factor that has
/// its terms side by side in memory; none if it is not such a one.
static std::optional<PackedProduct> skinny(const KernelView &view, PackedProduct product) {
  // Few of them: fewer columns than rows, since only products with copies are done for a block of
  // rows at a time, as those of an attention's values are; rows that are worth a call; terms that
  // are worth squares of leaves, and of which copies are small.
  constexpr int64_t kMostColumns = 12, kMostRows = 32, kLeastRows = 32, kLeastTerms = 32,
                    kMostTerms = 1 << 14;
  if (!view.allCases || product.terms.size() != 1 || !product.where.empty()) return std::nullopt;
  const int term = product.terms.front();
  const int64_t terms = mostIndices(view, term);
  if (terms < kLeastTerms || terms > kMostTerms) return std::nullopt;
  const auto few = [&](int loop) { return view.loops[loop].extent.value_or(INT64_MAX); };
  const bool areRowsFew = few(product.rows) < few(product.columns);
  if (areRowsFew) {
    if (allRows(view, product) > kMostRows) return std::nullopt;
    std::swap(product.left, product.right);
    std::swap(product.rows, product.columns);
    std::swap(product.leftAlongTerms, product.rightAlongTerms);
  }
  if (!isReadAlongTerms(view, product.left, term)) return std::nullopt;
  foldRows(view, product);
  const int64_t rows = mostIndices(view, product.rows) * mostIndices(view, product.folded);
  const int64_t most = areRowsFew ? kMostRows : kMostColumns;
  if (few(product.columns) > most || rows < kLeastRows) return std::nullopt;
  product.isSkinny = true;
  return product;
}

/// Whether a load of the factor has the loop's indices side by side, and none has those of a
/// result.
static bool isAlong(const KernelView &view, Expr factor, int loop, int result) {
  bool along = false;
  forEach(factor, [&](Expr e) {
    along |= e->kind == Kind::Load && accessOf(view, e).stride(loop) == Stride::one;
  });
  return along && isAlongTerms(view, factor, result);
}

void setOuterLast(const KernelView &view, PackedProduct &product) {
  constexpr int64_t kLeast = 8; // indices that are worth a line
  if (product.terms.size() < 2) return;
  const int outer = product.terms.front();
  if (view.loops[outer].largest < kLeast) return;
  product.leftOuterLast = isAlong(view, product.left, outer, product.rows);
  product.rightOuterLast =
      product.leftOuterLast && isAlong(view, product.right, outer, product.columns);
}

/// Whether a loop of rows has enough indices, which are neighbours in memory.
static bool isRun(const KernelView &view, Expr left, int loop) {
  constexpr int64_t kLeast = 8;
  return !isAlongTerms(view, left, loop) && view.loops[loop].largest >= kLeast;
}

bool haveRuns(const KernelView &view, const PackedProduct &product) {
  return !product.tile && !product.folded.empty() && isRun(view, product.left, product.rows);
}

/// As foldRows(), on CPUs: rows that are neighbours in memory stay neighbours.
static void foldNeighbours(const KernelView &view, const Nest &nest, PackedProduct &product) {
  SmallVector<int, 4> rows;
  for (const int loop : nest.order) {
    const bool isAround = llvm::is_contained(product.outer, loop);
    if ((isAround || loop == product.rows) && mayBeRow(view, product, loop)) rows.push_back(loop);
  }
  if (!product.where.empty() || !llvm::is_contained(rows, product.rows) || rows.size() < 2) return;
  // Where terms are taken apart for each element that is copied, its row is, too: so many columns
  // make up for that.
  constexpr int64_t kManyColumns = 256;
  const bool isApart =
      product.terms.size() > 1 && !product.leftOuterLast && !isRun(view, product.left, rows.back());
  if (isApart && view.loops[product.columns].largest < kManyColumns) return;
  llvm::erase_if(product.outer, [&](int loop) { return llvm::is_contained(rows, loop); });
  product.rows = rows.pop_back_val(); // the last digit: its neighbours are the closest in memory
  product.folded.assign(rows.begin(), rows.end());
  product.leftAlongTerms = isAlongTerms(view, product.left, product.rows);
  setOuterLast(view, product); // the rows may be others
}

/// The product if its operands are worth copying, which are read in memory's order otherwise where
/// `readsRows` says so.
static std::optional<PackedProduct> copied(const KernelView &view, const Nest &nest, bool readsRows,
                                           PackedProduct product) {
  // Without copies a block of rows reads all columns: so many blocks of columns that the cache has.
  constexpr int64_t kSomeRows = 16, kNear = int64_t{8} << 20;
  constexpr int64_t kWindowColumns = 12;
  const int64_t columns = mostIndices(view, product.columns);
  if (columns < kWindowColumns) return std::nullopt;
  setOuterLast(view, product);
  foldNeighbours(view, nest, product);
  const int64_t rows = mostIndices(view, product.rows) * mostIndices(view, product.folded);
  const bool isNear = mostIndices(view, product.terms) * columns <= kNear;
  // Those of windows are read again and again, so that fewer columns are worth copies.
  const bool areColumnsWorth = product.terms.size() > 1 || columns >= kEnoughColumns;
  const bool areRowsWorth = !readsRows || rows > kSomeRows || (rows >= kEnoughRows && !isNear);
  return areColumnsWorth && areRowsWorth ? std::optional(product) : std::nullopt;
}

std::optional<PackedProduct> cpuProductOf(const KernelView &view, const Nest &nest,
                                          const Tile &tile) {
  const auto product = packedProductOf(view, nest, tile, kFewRows, kFewColumns);
  if (!product) return std::nullopt;
  if (auto made = skinny(view, *product)) return made;
  return copied(view, nest, tile.readsRows, *product);
}

std::string rowNames(const KernelView &view, const PackedProduct &product) {
  std::string names;
  for (const int loop : product.folded)
    names += view.loops[loop].name + ",";
  return names + view.loops[product.rows].name;
}

std::string packedText(const KernelView &view, const PackedProduct &product) {
  if (product.isSkinny)
    return "squares of " + rowNames(view, product) + " and " +
           view.loops[product.terms.front()].name + " are turned in registers, for all " +
           view.loops[product.columns].name;
  const std::string text = "blocks of rows " + rowNames(view, product) + " and columns " +
                           view.loops[product.columns].name +
                           " are copied into the cache as they are used";
  return product.where.empty() ? text : text + "; tiles that `where` rules out are not computed";
}

} // namespace shardc

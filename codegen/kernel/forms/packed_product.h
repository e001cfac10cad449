// SPDX-License-Identifier: Apache-2.0
// Kernels for CPUs that the runtime's packed_product() does (runtime/device/cpu/product_cpu.h):
// whose results are made of one sum of products, where an operand has the rows of a matrix and the
// other its columns.
#pragma once

#include "codegen/kernel/forms/tile.h"
#include "codegen/kernel/forms/used_where.h"
#include "runtime/device/product.h"

namespace shardc {

/// Of a GPU. By tensor cores, warps have parts of the results, in a shape that the runtime knows.
struct ProductTile : runtime::Tile {
  int atOnce = 1;      // blocks that a multiprocessor has room for
  int tensorWarps = 0; // of a group, by tensor cores

  bool isOfTensorCores() const { return tensorWarps > 0; }
  /// Of a block.
  int threads() const {
    constexpr int ofWarp = 32;
    return (isOfTensorCores() ? tensorWarps * ofWarp : Tile::threads()) * groups;
  }
};

struct PackedProduct {
  Expr reduce;
  Expr left, right;             // factors: of the rows and the terms, of the terms and the columns
  int rows = 0, columns = 0;    // loops
  bool leftAlongTerms = true;   // neighbours in memory are terms; else rows
  bool rightAlongTerms = false; // or columns
  /// On CPUs: neighbours are indices of the outermost loop of several of terms. Then the factor is
  /// a function of the other terms, counted as one, and of its row or column, that gives one of
  /// that.
  bool leftOuterLast = false, rightOuterLast = false;
  /// On CPUs: of so few columns that skinny_product() does it
  /// (runtime/device/cpu/skinny_product_cpu.h).
  bool isSkinny = false;
  SmallVector<int, 4> outer;       // other loops of results, around it
  SmallVector<int, 2> folded = {}; // loops that are counted with the rows, outermost first
  SmallVector<int, 2> terms;       // loops of the sum with more than one index
  /// Each holds of an index of the one loop of terms and of those around the product, or there is
  /// no such term: so where terms begin and end differs between those.
  SmallVector<Expr, 2> bounds = {};
  std::optional<ProductTile> tile = {}; // on GPUs
  /// On GPUs: the factor is a load, or one and else zeros, that is brought in chunks of 16 bytes;
  /// so it is said by where it lies, and may be narrower than what is added up.
  bool leftInChunks = false, rightInChunks = false;
  /// On GPUs: these are chunks of indices of the outermost loop of several of terms.
  bool leftAlongOuter = false, rightAlongOuter = false;
  /// Hold wherever a sum is used; elsewhere the results are without it, as where scores are masked.
  SmallVector<TileBound, 1> where = {};
};

/// Rows and columns that make copies of the operands worth their while; and those that are few, but
/// enough where nothing reads memory in rows without them.
constexpr int64_t kEnoughRows = 6, kFewRows = 2, kEnoughColumns = 24, kFewColumns = 2;

/// None where there is no such sum, something else is to be reduced, or copying operands would cost
/// more than it saves.
/// `tile`: what blocks would compute, which says what may be computed for all elements. Of fewer
/// rows than `leastRows`, or columns than `leastColumns`, most of a tile would be empty.
std::optional<PackedProduct> packedProductOf(const KernelView &view, const Nest &nest,
                                             const Tile &tile, int64_t leastRows = kEnoughRows,
                                             int64_t leastColumns = kEnoughColumns);

/// Counts loops around the product with its rows that the columns' factor has not: a tile may have
/// rows of several, and columns are copied once for all.
void foldRows(const KernelView &view, PackedProduct &product);
/// Finds the factors that take the index of the outermost loop of terms last.
void setOuterLast(const KernelView &view, PackedProduct &product);
/// For CPUs: a skinny product, or one whose operands are worth copying where `tile` says how they
/// are read otherwise.
std::optional<PackedProduct> cpuProductOf(const KernelView &view, const Nest &nest,
                                          const Tile &tile);

/// Whether CPUs copy rows in runs, of the last of several loops.
bool haveRuns(const KernelView &view, const PackedProduct &product);

/// "j,k": the loops that are counted as rows.
std::string rowNames(const KernelView &view, const PackedProduct &product);
/// "blocks of rows i and columns j are copied into the cache as they are used", or what is done
/// with those of a skinny one: for people.
std::string packedText(const KernelView &view, const PackedProduct &product);

} // namespace shardc

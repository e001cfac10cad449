// SPDX-License-Identifier: Apache-2.0
// A block of threads has a tile of rows and columns, the larger the more often what is brought into
// shared memory is used. But multiprocessors have as many tiles each but for one, the last of rows
// and columns are empty in part, and what few threads wait for nobody hides. So each tile is priced
// by what takes longest, and the cheapest is taken. Where its threads are few, groups of them share
// out the terms. Loops around the product are the grid's third dimension, or counted with the rows.
#include "codegen/kernel/forms/tiled_product.h"

#include "codegen/kernel/estimate.h"
#include "codegen/kernel/forms/in_chunks.h"
#include "codegen/kernel/forms/tile_price.h"
#include "codegen/kernel/view/leaves.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "runtime/device/product.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace shardc {

// Of tiles by tensor cores, the largest is taken of which there are so many for each
// multiprocessor: then few have nothing to do.
constexpr double kEnoughTiles = 0.75;

namespace {

// By tensor cores.
constexpr ProductTile kTensorTiles[] = {{{128, 128, 8, 8, 2}, 1, 4},
                                        {{128, 64, 8, 8, 4}, 1, 2},
                                        {{64, 64, 8, 8, 2}, 1, 4},
                                        {{32, 32, 8, 8, 4}, 1, 4}};

int64_t rowsOf(const KernelView &view, const PackedProduct &product) {
  return mostIndices(view, product.rows) * mostIndices(view, product.folded);
}

/// That groups may have of the terms: leaves, or what lets tensor cores be busy for some turns.
int64_t partsOfTerms(const KernelView &view, const PackedProduct &product) {
  constexpr int64_t kFewTerms = 64;
  if (view.kernel.tensorFactors) return mostIndices(view, product.terms) / kFewTerms;
  return subtreeOf(view, ReduceView(product.reduce)).count;
}

/// Eight terms side by side, or 32 results, touch a sector more where they do not begin with one.
double askedFor(const KernelView &view, Expr factor, int along, bool areTerms) {
  bool isAligned = true;
  forEach(factor, [&](Expr e) {
    if (e->kind == Kind::Load) isAligned &= accessOf(view, e).walks[along].width % 8 == 0;
  });
  if (isAligned) return 1;
  return areTerms ? 2 : 1.25;
}

/// Says how factors are brought.
void setWays(const PackedProduct &product, ElementType type, bool isOne, ProductTask &task) {
  const auto isCopied = [&](Expr factor, bool inChunks, bool alongResults) {
    return inChunks && alongResults && factor->type == type;
  };
  const bool left = !product.leftAlongTerms && !product.leftAlongOuter;
  const bool right = !product.rightAlongTerms && !product.rightAlongOuter;
  task.rowsCopied = isCopied(product.left, product.leftInChunks, left);
  task.columnsCopied = isCopied(product.right, product.rightInChunks, right);
  task.rowsAlongOuter = product.leftAlongOuter;
  task.columnsAlongOuter = product.rightAlongOuter;
  const auto areThere = [](Expr factor) { return factor->kind == Kind::Load; };
  task.isSimple = type == ElementType::f32 && isOne && product.terms.size() == 1 &&
                  product.leftInChunks && product.rightInChunks && areThere(product.left) &&
                  areThere(product.right);
}

ProductTask taskOf(const KernelView &view, const PackedProduct &product) {
  const ReduceView reduce(product.reduce);
  ProductTask task{};
  task.rows = rowsOf(view, product);
  task.columns = mostIndices(view, product.columns);
  task.around = mostIndices(view, product.outer);
  task.terms = mostIndices(view, product.terms);
  task.leaves = subtreeOf(view, reduce).count;
  // Where leaves begin is computed, too, where devices have shares of the terms; and where factors
  // do, of products around.
  const bool isOne = view.isWhole(static_cast<int>(reduce.loops[0]->value)) && task.around == 1;
  task.addresses = isOne ? 40 : 50;
  task.parts = partsOfTerms(view, product);
  const int64_t all = reduce.loops[0]->numbers[0];
  const int64_t inner = task.terms / mostIndices(view, static_cast<int>(reduce.loops[0]->value));
  const auto leaf = static_cast<int64_t>(llvm::divideCeil(all, reduce.order[0].leaves)) * inner;
  task.termsOfLeaf = std::min(task.terms, leaf);
  task.bytes = static_cast<int>(info(reduce.values[0]->type).bytes);
  const bool ofLeft = product.leftAlongTerms, ofRight = product.rightAlongTerms;
  const int term = product.terms[0];
  task.ofRow = askedFor(view, product.left, ofLeft ? term : product.rows, ofLeft);
  task.ofColumn = askedFor(view, product.right, ofRight ? term : product.columns, ofRight);
  setWays(product, reduce.values[0]->type, isOne, task);
  if (task.rowsAlongOuter || task.columnsAlongOuter) task.inner = inner;
  return task;
}

/// By tensor cores the largest of which there are enough.
ProductTile tileFor(const KernelView &view, const PackedProduct &product) {
  const ProductTask task = taskOf(view, product);
  if (!view.kernel.tensorFactors) return cheapestTile(task);
  // A warp has 64 by 64 of the large ones: what is not copied past registers has none left there.
  // And four groups have more to add up than to multiply where there are but few terms.
  const auto isLarge = [](const ProductTile &tile) { return tile.rows == kTensorTiles[0].rows; };
  const bool isCopied = product.leftInChunks && product.rightInChunks;
  ProductTile tile = *llvm::find_if(ArrayRef(kTensorTiles).drop_back(), [&](const auto &each) {
    const bool hasTurns = each.groups <= 2 * std::max<int64_t>(task.parts, 1);
    if (isLarge(each) && !(isCopied && hasTurns)) return false;
    const auto tiles = static_cast<double>(task.tiles(each));
    return task.columns > each.columns / 2 && tiles >= kEnoughTiles * gpu().cores;
  });
  const auto tiles = static_cast<double>(task.tiles(tile));
  if (isLarge(tile)) {
    // Groups share its turns, where it has a multiprocessor to itself: so two warps take turns on
    // each scheduler.
    if (tiles > gpu().cores) tile.groups /= 2;
    return tile;
  }
  // So many threads of a multiprocessor hide what each of them waits for.
  constexpr double kEnoughThreads = 512;
  const int64_t most = std::min<int64_t>(tile.groups, task.parts);
  tile.groups = 1;
  while (tile.groups < most && tiles * tile.threads() < kEnoughThreads * gpu().cores)
    tile.groups *= 2;
  return tile;
}

/// Whether the factor lies in memory, in chunks of 16 bytes along its terms, or along the loop of
/// its results: the innermost loop of those that are counted as one, which are not cut across.
bool isInChunks(const KernelView &view, const PackedProduct &product, Expr factor, bool alongTerms,
                int result, bool isAlone) {
  const bool mayBeCut = alongTerms ? product.terms.size() == 1 : isAlone;
  return isInChunks(view, factor, alongTerms ? product.terms.back() : result, mayBeCut);
}

/// Says what of the factors tensor cores take.
void setTensorFactors(const KernelView &view, PackedProduct &product) {
  if (product.left->type != *view.kernel.tensorFactors) {
    product.left = narrowFactor(product.left);
    product.right = narrowFactor(product.right);
  }
  product.leftInChunks = isInChunks(view, product, product.left, product.leftAlongTerms,
                                    product.rows, product.folded.empty());
  product.rightInChunks = isInChunks(view, product, product.right, product.rightAlongTerms,
                                     product.columns, /*isAlone=*/true);
}

/// Whether leaves have whole chunks of indices of the first loop.
bool areChunksOfLeaves(const ReduceView &reduce, int64_t chunk) {
  return reduce.loops[0]->numbers[0] % (reduce.order[0].leaves * chunk) == 0;
}

/// Whether each leaf begins and ends with a chunk of so many terms, on every device.
bool areLeavesInChunks(const PackedProduct &product, int64_t chunk) {
  if (product.terms.size() > 1) return true; // a leaf has whole indices of the outermost loop
  return areChunksOfLeaves(ReduceView(product.reduce), chunk);
}

/// Whether neighbours along the outermost loop of several of terms are chunks, of which leaves have
/// whole ones on every device; and few enough terms lie between them.
bool isAlongOuter(const KernelView &view, const PackedProduct &product, Expr factor) {
  constexpr int64_t kMostTerms = 40; // that are brought together, of half a chunk each
  if (product.terms.size() < 2) return false;
  int64_t inner = 1;
  for (const int loop : ArrayRef(product.terms).drop_front()) {
    if (!view.loops[loop].extent) return false;
    inner *= *view.loops[loop].extent;
  }
  const ReduceView reduce(product.reduce);
  const int outer = product.terms.front();
  const bool isFirst = static_cast<int>(reduce.loops[0]->value) == outer;
  if (!isFirst || !isInChunks(view, factor, outer, /*mayBeCut=*/false, /*mayBeZeros=*/true))
    return false;
  const int64_t chunk = chunkOf(factor);
  return inner * chunk / 2 <= kMostTerms && areChunksOfLeaves(reduce, chunk);
}

/// Finds the factors that are brought in chunks, without what makes f32 of bf16 or f16.
void setChunks(const KernelView &view, PackedProduct &product) {
  const auto find = [&](Expr &factor, bool alongTerms, int result) {
    Expr load = narrowFactor(factor);
    // No chunk is brought in part: not of the last results, and not of a leaf.
    const int along = alongTerms ? product.terms.back() : result;
    if (!isInChunks(view, load, along, alongTerms && product.terms.size() == 1,
                    /*mayBeZeros=*/true))
      return false;
    if (alongTerms && !areLeavesInChunks(product, chunkOf(load))) return false;
    factor = load;
    return true;
  };
  product.leftInChunks = find(product.left, product.leftAlongTerms, product.rows);
  product.rightInChunks = find(product.right, product.rightAlongTerms, product.columns);
  product.leftAlongOuter = !product.leftInChunks && isAlongOuter(view, product, product.left);
  product.rightAlongOuter = !product.rightInChunks && isAlongOuter(view, product, product.right);
  product.leftInChunks |= product.leftAlongOuter;
  product.rightInChunks |= product.rightAlongOuter;
}

} // namespace

std::optional<ElementType> tensorFactorsOf(const PackedProduct &product) {
  if (product.left->type != ElementType::f32) return std::nullopt;
  const ElementType left = narrowFactor(product.left)->type;
  return narrowFactor(product.right)->type == left ? left : ElementType::f32;
}

std::optional<TiledProduct> tiledProductOf(const KernelView &view, const Nest &nest) {
  // By a tile with few rows or columns memory is read at least as fast as by threads that have a
  // result each, and once.
  const bool mayBeFew = !view.kernel.tensorFactors;
  const auto product =
      packedProductOf(view, nest, tileOf(view, nest), mayBeFew ? kFewRows : kEnoughRows,
                      mayBeFew ? kFewColumns : kEnoughColumns);
  if (!product) return std::nullopt;
  TiledProduct made{*product, {}};
  foldRows(view, made.product);
  view.kernel.tensorFactors ? setTensorFactors(view, made.product) : setChunks(view, made.product);
  made.product.tile = tileFor(view, made.product);
  const ProductTile &tile = *made.product.tile;
  made.threads.x = llvm::divideCeil(mostIndices(view, product->columns), tile.columns);
  made.threads.y = llvm::divideCeil(rowsOf(view, made.product), tile.rows);
  made.threads.z = mostIndices(view, made.product.outer);
  made.threads.block = tile.threads();
  made.threads.perElement = false;
  if (!isPossible(made.threads)) return std::nullopt;
  return made;
}

std::string tiledText(const KernelView &view, const PackedProduct &product) {
  const ProductTile &tile = *product.tile;
  const Expr factor = tile.isOfTensorCores() ? product.left : ReduceView(product.reduce).values[0];
  const auto bytes = static_cast<int>(info(factor->type).bytes);
  const int terms =
      tile.isOfTensorCores() ? runtime::kTensorTermBytes / bytes : runtime::tile_terms(tile, bytes);
  std::string text = "of " + std::to_string(tile.rows) + " " + rowNames(view, product) + " by " +
                     std::to_string(tile.columns) + " " + view.loops[product.columns].name;
  if (!tile.isOfTensorCores())
    text += ", of which a thread has " + std::to_string(tile.own_rows) + " by " +
            std::to_string(tile.own_columns);
  text += "; " + std::to_string(terms) + " terms at a time through shared memory";
  if (tile.in_lines) text += ", in lines";
  if (tile.isOfTensorCores()) text += ", by tensor cores";
  if (view.kernel.tensorFactors == ElementType::f32) text += ": factors are rounded to TF32";
  if (tile.groups > 1)
    text += ", by " + std::to_string(tile.groups) +
            (tile.is_by_warps() ? " warps" : " groups of threads");
  return product.where.empty() ? text : text + "; those that `where` rules out are not computed";
}

} // namespace shardc

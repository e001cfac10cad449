// SPDX-License-Identifier: Apache-2.0
// A block of threads has a tile of rows and columns, the larger the more often what is brought into
// shared memory is used. But tiles come in rounds, one for each multiprocessor, and the last of
// rows and columns are empty in part: so each tile is priced by what the busiest multiprocessor has
// to do for a term, and the cheapest is taken. Where its threads are few, groups of them share out
// the terms. Loops around the product are the grid's third dimension, or counted with the rows.
#include "codegen/kernel/forms/tiled_product.h"

#include "codegen/kernel/view/leaves.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "runtime/device/product.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace shardc {

// Of tiles by tensor cores, the largest is taken of which there are so many: then few
// multiprocessors have nothing to do.
constexpr int64_t kEnoughTiles = kMultiprocessors * 3 / 4;
// Of a multiprocessor of an H100, a cycle: products, and bytes that it gets from the L2 at most,
// and while all others do, too (data sheet; 5.5 TB/s at 1.98 GHz).
constexpr double kProductsOfCycle = 128, kBytesAlone = 64, kBytesOfAll = 21;
// Cycles until a load of memory has come, and for each that a thread has under way.
constexpr double kLatency = 600, kLoad = 8;
// So many threads hide what each of them waits for.
constexpr int64_t kEnoughThreads = kMultiprocessors * 512;

namespace {

/// Tiles from the largest on, which need the fewest bytes, and the most groups that there is shared
/// memory for.
constexpr ProductTile kTiles[] = {{128, 64, 1}, {64, 128, 1}, {64, 64, 2},
                                  {64, 32, 8},  {32, 32, 8},  {32, 16, 8}};
// By tensor cores.
constexpr ProductTile kTilesOfTf32[] = {{128, 128, 1, true}, {64, 64, 2, true}, {32, 32, 4, true}};
// Sums of doubles that wait fill the registers of larger ones.
constexpr ProductTile kTilesOfDoubles[] = {{32, 32, 8}};

int64_t rowsOf(const KernelView &view, const PackedProduct &product) {
  return mostIndices(view, product.rows) * mostIndices(view, product.folded);
}

/// That groups may have of the terms: leaves, or what lets tensor cores be busy for some turns.
int64_t partsOfTerms(const KernelView &view, const PackedProduct &product) {
  constexpr int64_t kFewTerms = 64;
  if (view.kernel.isTf32) return mostIndices(view, product.terms) / kFewTerms;
  return subtreeOf(view, ReduceView(product.reduce)).count;
}

/// Cycles that the busiest multiprocessor takes for a term of all its tiles, of which there are
/// `count`, or one thread, which multiplies, and waits for what it brings: the more, and then those
/// of the multiprocessor.
std::pair<double, double> cyclesOf(const ProductTile &tile, int64_t count, int bytes) {
  const auto rounds = static_cast<double>(llvm::divideCeil(count, kMultiprocessors));
  const auto busy = static_cast<double>(std::min(count, kMultiprocessors));
  const double rate = std::min(kBytesAlone, kBytesOfAll * kMultiprocessors / busy);
  const double products = tile.rows * tile.columns / kProductsOfCycle;
  const double brought = static_cast<double>(tile.rows + tile.columns) * bytes;
  const int turn = runtime::tile_terms(tile.rows, tile.columns, tile.groups, bytes);
  const double loads = (tile.rows + tile.columns) * turn * tile.groups / double(tile.threads());
  const double alone = std::max<double>(tile.own(), (kLatency + kLoad * loads) / turn);
  const double together = rounds * std::max(products, brought / rate);
  return {std::max(together, alone / tile.groups), together};
}

/// The cheapest tile, and the larger of two that cost as much; by tensor cores the largest of which
/// there are enough. Of a narrow one each leaf of the terms, if there are some, is a warp's.
ProductTile tileFor(const KernelView &view, const PackedProduct &product, int64_t around) {
  const bool areDoubles = product.left->type == ElementType::f64, isTf32 = view.kernel.isTf32;
  const auto tiles = areDoubles ? ArrayRef(kTilesOfDoubles)
                     : isTf32   ? ArrayRef(kTilesOfTf32)
                                : ArrayRef(kTiles);
  const int64_t rows = rowsOf(view, product), columns = mostIndices(view, product.columns);
  const int64_t parts = partsOfTerms(view, product);
  const auto countOf = [&](const ProductTile &tile) {
    return llvm::divideCeil(rows, tile.rows) * llvm::divideCeil(columns, tile.columns) * around;
  };
  const auto withGroups = [&](ProductTile tile) {
    const int64_t most = std::min<int64_t>(tile.groups, parts);
    tile.groups = static_cast<int>(most);
    if (tile.isByWarps()) return tile;
    tile.groups = 1;
    while (tile.groups < most && countOf(tile) * tile.threads() < kEnoughThreads)
      tile.groups *= 2;
    return tile;
  };
  const auto isEnough = [&](const ProductTile &tile) {
    return columns > tile.columns / 2 && countOf(tile) >= kEnoughTiles;
  };
  if (isTf32) return withGroups(*llvm::find_if(tiles.drop_back(), isEnough));
  const auto cycles = [&](const ProductTile &tile) {
    return cyclesOf(tile, countOf(tile), static_cast<int>(info(product.left->type).bytes));
  };
  ProductTile best = withGroups(tiles.front());
  for (const ProductTile &each : tiles.drop_front())
    if (const ProductTile tile = withGroups(each); cycles(tile) < cycles(best)) best = tile;
  return best;
}

} // namespace

std::optional<TiledProduct> tiledProductOf(const KernelView &view, const Nest &nest) {
  const auto product = packedProductOf(view, nest, tileOf(view, nest));
  if (!product) return std::nullopt;
  TiledProduct made{*product, {}};
  foldRows(view, made.product);
  const int64_t around = mostIndices(view, made.product.outer);
  made.product.tile = tileFor(view, made.product, around);
  const ProductTile &tile = *made.product.tile;
  made.threads.x = llvm::divideCeil(mostIndices(view, product->columns), tile.columns);
  made.threads.y = llvm::divideCeil(rowsOf(view, made.product), tile.rows);
  made.threads.z = around;
  made.threads.block = tile.threads();
  made.threads.perElement = false;
  if (!isPossible(made.threads)) return std::nullopt;
  return made;
}

std::string tiledText(const KernelView &view, const PackedProduct &product) {
  const ProductTile &tile = *product.tile;
  const int terms = tile.isTf32
                        ? runtime::kTileTerms
                        : runtime::tile_terms(tile.rows, tile.columns, tile.groups,
                                              static_cast<int>(info(product.left->type).bytes));
  std::string text = "of " + std::to_string(tile.rows) + " " + rowNames(view, product) + " by " +
                     std::to_string(tile.columns) + " " + view.loops[product.columns].name + ", " +
                     std::to_string(terms) + " terms at a time through shared memory";
  if (tile.isTf32) text += ", by tensor cores: factors are rounded to TF32";
  if (tile.groups > 1)
    text += ", by " + std::to_string(tile.groups) +
            (tile.isByWarps() ? " warps, a leaf each" : " groups of threads");
  return product.where.empty() ? text : text + "; those that `where` rules out are not computed";
}

} // namespace shardc

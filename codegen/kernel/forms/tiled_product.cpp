// SPDX-License-Identifier: Apache-2.0
// A block of threads has a tile of rows and columns, the larger the more often what is brought into
// shared memory is used. But multiprocessors have as many tiles each but for one, the last of rows
// and columns are empty in part, and what few threads wait for nobody hides. So each tile is priced
// by what takes longest, and the cheapest is taken. Where its threads are few, groups of them share
// out the terms. Loops around the product are the grid's third dimension, or counted with the rows.
#include "codegen/kernel/forms/tiled_product.h"

#include "codegen/kernel/estimate.h"
#include "codegen/kernel/forms/in_chunks.h"
#include "codegen/kernel/view/leaves.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "runtime/device/product.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <vector>

namespace shardc {

// Of tiles by tensor cores, the largest is taken of which there are so many for each
// multiprocessor: then few have nothing to do.
constexpr double kEnoughTiles = 0.75;
// Of a multiprocessor of an H100, a cycle: bytes that it gets from the L2 at most, and what all get
// together (measured: tests/gpu/machine.cu).
constexpr double kBytesAlone = 43, kBytesOfAll = 2540;
// What a tile takes, in cycles, fitted to 167 tiles of 19 products that ran on an H100 and are off
// by 8 % on average (docs/benchmarks.md). Of a thread instructions for an element that it brings,
// for a turn, for a result that it writes, and for a leaf and each of its sums; of a scheduler that
// has `warps` of them (warps + kAside) / kBegun cycles for one of each; of shared memory wavefronts
// for 32 elements that are put down.
constexpr double kOfBrought = 20, kOfTurn = 137, kOfResult = 7, kOfLeaf = 82, kOfLeafSum = 8.2,
                 kAside = 0.76, kBegun = 1.44, kOfPut = 3.7;
/// Of an element more of a chunk. What windows read has long addresses, one for each chunk.
constexpr double kOfNeighbour = 3;
constexpr double kBytesWritten = 3040; // a cycle
constexpr int kWarpThreads = 32, kSchedulers = 4, kMostRegisters = 255, kThreadsOfTile = 256;
constexpr int64_t kRegistersOfAll = 65536;

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

/// What is to be done, of the shard that has most.
struct Task {
  int64_t rows, columns, around, terms, leaves;
  int64_t parts;          // that groups may have of the terms
  int64_t termsOfLeaf;    // of the longest
  int bytes;              // of a factor
  int addresses;          // registers for where things are
  double ofRow, ofColumn; // sectors that are asked for, to those that are needed
  int64_t inner = 0;      // terms of an index of the outermost loop, if chunks are along it
  bool rowsAlongOuter = false, columnsAlongOuter = false;

  int64_t tiles(const runtime::Tile &tile) const {
    return llvm::divideCeil(rows, tile.rows) * llvm::divideCeil(columns, tile.columns) * around;
  }
};

/// Eight terms side by side, or 32 results, touch a sector more where they do not begin with one.
double askedFor(const KernelView &view, Expr factor, int along, bool areTerms) {
  bool isAligned = true;
  forEach(factor, [&](Expr e) {
    if (e->kind == Kind::Load) isAligned &= accessOf(view, e).walks[along].width % 8 == 0;
  });
  if (isAligned) return 1;
  return areTerms ? 2 : 1.25;
}

Task taskOf(const KernelView &view, const PackedProduct &product) {
  const ReduceView reduce(product.reduce);
  Task task{};
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
  if (!product.leftAlongOuter && !product.rightAlongOuter) return task;
  task.inner = inner;
  task.rowsAlongOuter = product.leftAlongOuter;
  task.columnsAlongOuter = product.rightAlongOuter;
  return task;
}

/// Cycles of a tile of a task.
class TilePrice {
public:
  TilePrice(const runtime::Tile &tile, const Task &task)
      : tile(tile), task(task), step(runtime::tile_terms(tile, task.bytes)),
        ownLeaves(std::max<int64_t>(task.leaves / tile.groups, 1)) {}

  bool isPossible() const {
    const int threads = tile.threads() * tile.groups;
    const int across = tile.threads() / 8; // of which eights of threads bring what lies along terms
    return tile.is_possible() && step > 0 && threads <= kThreadsOfTile && tile.rows % across == 0 &&
           tile.columns % across == 0 &&
           registers() <= std::min<double>(kMostRegisters, double(kRegistersOfAll) / threads);
  }
  /// Of a multiprocessor, blocks that are there together: as many as have room.
  int atOnce() const {
    const double threads = tile.threads() * tile.groups;
    const double shared = tile.groups * tile.buffers() * step * (sides() * task.bytes + 16);
    constexpr double ofMultiprocessor = 228 << 10;
    const double most =
        std::min({double(kRegistersOfAll) / (threads * registers()),
                  ofMultiprocessor / (shared + 1024), gpu().threadsPerCore / threads});
    return std::max(1, static_cast<int>(most));
  }
  /// Blocks share a multiprocessor for each turn, or wait side by side.
  double cycles() const {
    const auto count = static_cast<double>(task.tiles(tile));
    const double blocks = std::ceil(count / gpu().cores);
    const double together = std::min<double>(atOnce(), blocks);
    const double warps = std::max(together * warpsOfBlock() / kSchedulers, 1.0);
    const double turn =
        std::max(instructions() * (warps + kAside) / kBegun, together * wavefronts());
    const double worked = blocks / together * (turns() * turn + afterwards() * warps);
    const double busy = std::min(count, gpu().cores);
    const double brought = count * bytesRead() / std::min(kBytesAlone * busy, kBytesOfAll);
    return std::max(worked, brought) + bytesWritten() / kBytesWritten;
  }

  /// Results of a thread.
  int own() const { return tile.own_rows * tile.own_columns; }
  const runtime::Tile &shape() const { return tile; }

private:
  const runtime::Tile tile;
  const Task &task;
  int step;
  int64_t ownLeaves;

  double terms() const { return static_cast<double>(task.terms); }
  double factor() const { return task.bytes / 4.0; }
  double sides() const { return tile.rows + tile.columns; }
  double warpsOfBlock() const {
    return tile.threads() * tile.groups / static_cast<double>(kWarpThreads);
  }
  bool isNarrow() const { return tile.warp_across == 4; }

  /// From the L2, with what is asked for beside it.
  double bytesRead() const {
    return (tile.rows * task.ofRow + tile.columns * task.ofColumn) * terms() * task.bytes;
  }
  /// Four threads write neighbours, and halves of sectors in vain.
  double bytesWritten() const {
    return double(task.rows) * double(task.columns * task.around) * task.bytes *
           (isNarrow() ? 1.5 : 1);
  }

  /// That bring an element.
  double instructionsFor(bool alongOuter) const {
    if (!alongOuter) return kOfBrought;
    const int64_t most = runtime::kChunkBytes / task.bytes;
    return kOfBrought / double(step % (task.inner * most) == 0 ? most : most / 2) + kOfNeighbour;
  }
  /// Of a thread in a turn. It reads four neighbours or two at once.
  double instructions() const {
    const int loads =
        (tile.own_rows + 2) / 4 + (isNarrow() ? (tile.own_columns + 2) / 4 : tile.own_columns / 2);
    const double brought = tile.rows * instructionsFor(task.rowsAlongOuter) +
                           tile.columns * instructionsFor(task.columnsAlongOuter);
    return step * (own() + loads) * factor() + brought * step / tile.threads() + kOfTurn;
  }
  /// Of a thread, of all leaves and at the end.
  double afterwards() const {
    const auto leaves = static_cast<double>(ownLeaves);
    return (own() * (kOfResult + leaves * kOfLeafSum)) * factor() + leaves * kOfLeaf;
  }
  /// Of a block in a turn: what eight threads want is read once for all that want the same.
  double wavefronts() const {
    const double down = (tile.own_rows + 2) / 4, across = tile.own_columns / 2.0;
    const double given = tile.warp_across == 8 ? down + 2 * across : 2 * down + across;
    const double put = sides() * tile.groups / kWarpThreads * kOfPut;
    return (step * warpsOfBlock() * given + step * put) * factor();
  }

  double turns() const {
    return static_cast<double>(ownLeaves * llvm::divideCeil(task.termsOfLeaf, step));
  }
  double registers() const {
    const double where = tile.terms > 0 ? 1.2 : 0.3; // that comes from
    const double next = (1 + where) * sides() * step / tile.threads();
    return 1.2 * (task.addresses + own() + next + tile.own_rows + tile.own_columns) * factor();
  }
};

/// Of so many rows and columns each, warps of a group are so many down and across.
constexpr std::pair<int, int> kOwn[] = {{8, 8}, {8, 4}, {6, 8}, {6, 4}, {4, 4}, {4, 2}, {2, 2}};
constexpr std::pair<int, int> kWarps[] = {{8, 1}, {2, 4}, {1, 8}, {4, 1}, {1, 4},
                                          {2, 2}, {2, 1}, {1, 2}, {1, 1}};

struct PricedTile {
  TilePrice price;
  double cycles;
};

/// Terms of a turn: as many as usual, or, of long leaves, so many that few turns are waited for,
/// where few blocks are there to hide that.
SmallVector<int, 2> termsOfTurn(const Task &task, const runtime::Tile &tile) {
  constexpr int kMany = 64;
  const bool isLarge = tile.rows >= 64 && !tile.is_by_warps();
  const int usual = runtime::tile_terms(tile, task.bytes);
  const bool areFew = static_cast<double>(task.tiles(tile)) <= 2 * gpu().cores;
  if (!areFew || task.inner > 0 || isLarge || usual >= kMany || task.termsOfLeaf < kMany)
    return {0};
  return {0, kMany};
}

/// Those that are possible.
std::vector<PricedTile> pricedTiles(const Task &task) {
  std::vector<PricedTile> made;
  const auto add = [&](runtime::Tile tile) {
    for (const int terms : termsOfTurn(task, tile)) {
      tile.terms = terms;
      const TilePrice price(tile, task);
      if (price.isPossible()) made.push_back({price, price.cycles()});
    }
  };
  for (const auto &[ownRows, ownColumns] : kOwn)
    for (const auto &[down, across] : kWarps)
      for (const int warpAcross : {16, 4, 8})
        for (int groups = 1; groups <= std::min<int64_t>(task.parts, 8); groups *= 2)
          add({ownRows * down * (32 / warpAcross), ownColumns * across * warpAcross, ownRows,
               ownColumns, groups, warpAcross, static_cast<int>(task.inner)});
  return made;
}

/// Chunks of terms that lie apart were not measured: of tiles that are as cheap but for what prices
/// are off by, those whose threads have most results, which read shared memory the least.
ProductTile cheapest(const Task &task) {
  constexpr double kOff = 1.05;
  const std::vector<PricedTile> tiles = pricedTiles(task);
  const auto isCheaper = [](const PricedTile &a, const PricedTile &b) {
    return a.cycles < b.cycles;
  };
  const PricedTile *best = &*llvm::min_element(tiles, isCheaper);
  const double most = task.inner > 0 ? best->cycles * kOff : best->cycles;
  const auto isBetter = [&](const PricedTile &each) {
    if (each.price.own() != best->price.own()) return each.price.own() > best->price.own();
    return each.cycles < best->cycles;
  };
  for (const PricedTile &each : tiles)
    if (each.cycles <= most && isBetter(each)) best = &each;
  return {best->price.shape(), best->price.atOnce()};
}

/// By tensor cores the largest of which there are enough.
ProductTile tileFor(const KernelView &view, const PackedProduct &product) {
  const Task task = taskOf(view, product);
  if (!view.kernel.tensorFactors) return cheapest(task);
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
  if (tile.isOfTensorCores()) text += ", by tensor cores";
  if (view.kernel.tensorFactors == ElementType::f32) text += ": factors are rounded to TF32";
  if (tile.groups > 1)
    text += ", by " + std::to_string(tile.groups) +
            (tile.is_by_warps() ? " warps" : " groups of threads");
  return product.where.empty() ? text : text + "; those that `where` rules out are not computed";
}

} // namespace shardc

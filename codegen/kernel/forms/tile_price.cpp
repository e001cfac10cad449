// SPDX-License-Identifier: Apache-2.0
// A tile is priced by what takes longest: instructions of its threads, of which few wait long, and
// what they read from shared memory; then what all tiles bring from the L2, and write.
#include "codegen/kernel/forms/tile_price.h"

#include "codegen/kernel/estimate.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <vector>

namespace shardc {

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
// An estimate of tiles that were not measured, too, as tests/bench/gpu_model has it: cycles that a
// request to the first cache or to shared memory takes; those until the L2, memory and shared
// memory have answered, the last so many loads at once; and how much longer a warp waits.
constexpr double kRequest = 1.34, kL2Cycles = 290, kMemoryCycles = 700, kSharedCycles = 29,
                 kLoadsTogether = 8, kWaited = 1.24;
constexpr double kOperationsOfCycle = 128;
constexpr double kBytesWritten = 3040; // a cycle
constexpr int kWarpThreads = 32, kSchedulers = 4, kMostRegisters = 255, kThreadsOfTile = 256;
constexpr int64_t kRegistersOfAll = 65536;

int64_t ProductTask::tiles(const runtime::Tile &tile) const {
  return llvm::divideCeil(rows, tile.rows) * llvm::divideCeil(columns, tile.columns) * around;
}

namespace {

/// Cycles of a tile of a task.
class TilePrice {
public:
  TilePrice(const runtime::Tile &tile, const ProductTask &task)
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
    const double padded =
        tile.in_lines ? sides() * (step * task.bytes + 16) : step * (sides() * task.bytes + 16);
    const double shared = tile.groups * tile.buffers() * padded;
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
  /// What all requests of the busiest multiprocessor take, or all its operations; and what a warp
  /// waits for, one after the other.
  double estimated() const {
    const auto count = static_cast<double>(task.tiles(tile));
    const double blocks = std::ceil(count / gpu().cores), rounds = std::ceil(blocks / atOnce());
    const auto ofGroup = static_cast<double>(ownLeaves * task.termsOfLeaf);
    const double put = 2 * sides() * tile.groups / kWarpThreads;
    const double requests = kRequest * (warpsOfBlock() * wavefrontsGiven() + put);
    const double operations = warpsOfBlock() * own() * kWarpThreads / kOperationsOfCycle;
    const double alone = own() + kSharedCycles * loads() / kLoadsTogether;
    const double chain = ofGroup * alone + turns() * waitedInTurn();
    return blocks * ofGroup * std::max(requests, operations) * factor() + kWaited * rounds * chain +
           bytesWritten() / kBytesWritten;
  }

  /// Results of a thread.
  int own() const { return tile.own_rows * tile.own_columns; }
  const runtime::Tile &shape() const { return tile; }

private:
  const runtime::Tile tile;
  const ProductTask &task;
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
  /// Of a thread for a term. It reads four neighbours or two at once.
  double loads() const {
    if (tile.in_lines) return (tile.own_rows + tile.own_columns) / 4.0;
    return (tile.own_rows + 2) / 4 +
           (isNarrow() ? (tile.own_columns + 2) / 4 : tile.own_columns / 2);
  }
  /// Of a thread in a turn.
  double instructions() const {
    const double brought = tile.rows * instructionsFor(task.rowsAlongOuter) +
                           tile.columns * instructionsFor(task.columnsAlongOuter);
    return step * (own() + loads()) * factor() + brought * step / tile.threads() + kOfTurn;
  }
  /// Of a thread, of all leaves and at the end.
  double afterwards() const {
    const auto leaves = static_cast<double>(ownLeaves);
    return (own() * (kOfResult + leaves * kOfLeafSum)) * factor() + leaves * kOfLeaf;
  }
  /// Of a warp for a term: what eight threads want is read once for all that want the same.
  double wavefrontsGiven() const {
    const bool isSquare = tile.warp_across == 8;
    if (tile.in_lines)
      return (tile.own_rows * (isSquare ? 1 : 2) + tile.own_columns * (isSquare ? 4 : 2)) / 4.0;
    const double down = (tile.own_rows + 2) / 4, across = tile.own_columns / 2.0;
    return isSquare ? down + 2 * across : 2 * down + across;
  }
  /// Of a block in a turn.
  double wavefronts() const {
    const double put = sides() * tile.groups / kWarpThreads * kOfPut;
    return (step * warpsOfBlock() * wavefrontsGiven() + step * put) * factor();
  }

  /// Of what is brought while the turn before is computed; and that threads meet.
  double waitedInTurn() const {
    const auto count = static_cast<double>(task.tiles(tile));
    const double needed =
        double(task.rows + task.columns) * double(task.around) * terms() * task.bytes;
    const double fresh = std::min(1.0, needed / (count * bytesRead()));
    const double warps =
        std::min<double>(atOnce(), std::ceil(count / gpu().cores)) * warpsOfBlock();
    const double computed = step * own() * std::max(warps / kSchedulers, 1.0);
    return std::max(kL2Cycles + fresh * (kMemoryCycles - kL2Cycles) - computed, 0.0) +
           2 * kSharedCycles;
  }

  double turns() const {
    return static_cast<double>(ownLeaves * llvm::divideCeil(task.termsOfLeaf, step));
  }
  /// Whether nvcc does with half of the registers that threads may have, as was seen of blocks with
  /// a square tile, of which a thread has eight by eight and holds little of what comes next.
  bool isSimple() const {
    constexpr int kMostHeld = 16;
    const bool isSquare =
        tile.rows == tile.columns && tile.threads() * tile.groups == kThreadsOfTile;
    const int held = (task.rowsCopied ? 0 : tile.rows) + (task.columnsCopied ? 0 : tile.columns);
    return task.isSimple && isSquare && own() == 64 && !tile.is_by_warps() &&
           held * step <= kMostHeld * tile.threads();
  }
  /// Of others, what nvcc takes where it may.
  double registers() const {
    if (isSimple()) return kMostRegisters / 2;
    const double where = tile.terms > 0 ? 1.2 : 0.3; // that comes from
    const double next = (1 + where) * sides() * step / tile.threads();
    return 1.2 * (task.addresses + own() + next + tile.own_rows + tile.own_columns) * factor();
  }
};

/// Of so many rows and columns each, warps of a group are so many down and across.
constexpr std::pair<int, int> kOwn[] = {{8, 8}, {8, 4}, {6, 8}, {6, 4}, {4, 4}, {4, 2}, {2, 2}};
constexpr std::pair<int, int> kWarps[] = {{8, 1}, {2, 4}, {1, 8}, {4, 1}, {1, 4},
                                          {2, 2}, {2, 1}, {1, 2}, {1, 1}};

/// In lines, of which a thread reads four terms of each of its rows and columns at once.
constexpr std::pair<int, int> kOwnOfLines[] = {{4, 2}, {2, 2}, {2, 1}, {1, 1}};

struct PricedTile {
  TilePrice price;
  double cycles;
};

/// Terms of a turn: as many as usual, or, of long leaves, so many that few turns are waited for,
/// where few blocks are there to hide that; of lines, what shared memory may have room for.
SmallVector<int, 4> termsOfTurn(const ProductTask &task, const runtime::Tile &tile) {
  if (tile.in_lines) return {32, 64, 128, 256};
  constexpr int kMany = 64;
  const bool isLarge = tile.rows >= 64 && !tile.is_by_warps();
  const int usual = runtime::tile_terms(tile, task.bytes);
  const bool areFew = static_cast<double>(task.tiles(tile)) <= 2 * gpu().cores;
  if (!areFew || task.inner > 0 || isLarge || usual >= kMany || task.termsOfLeaf < kMany)
    return {0};
  return {0, kMany};
}

/// Those that are possible, of threads that have so many rows and columns.
std::vector<PricedTile> pricedTiles(const ProductTask &task, ArrayRef<std::pair<int, int>> owns,
                                    bool inLines) {
  std::vector<PricedTile> made;
  const auto add = [&](runtime::Tile tile) {
    for (const int terms : termsOfTurn(task, tile)) {
      tile.terms = terms;
      if (inLines) tile.terms = runtime::tile_terms(tile, task.bytes);
      const TilePrice price(tile, task);
      if (price.isPossible()) made.push_back({price, inLines ? price.estimated() : price.cycles()});
    }
  };
  for (const auto &[ownRows, ownColumns] : owns)
    for (const auto &[down, across] : kWarps)
      for (const int warpAcross : {16, 4, 8})
        for (int groups = 1; groups <= std::min<int64_t>(task.parts, 8); groups *= 2)
          add({ownRows * down * (32 / warpAcross), ownColumns * across * warpAcross, ownRows,
               ownColumns, groups, warpAcross, static_cast<int>(task.inner), 0, inLines});
  return made;
}

bool isCheaper(const PricedTile &a, const PricedTile &b) { return a.cycles < b.cycles; }

/// What prices are off by.
constexpr double kOff = 1.05;

/// Of tiles that are as cheap but for what prices are off by, the one that is estimated to take
/// least; chunks of terms that lie apart are not: of these the one whose threads have most results,
/// which read shared memory the least.
TilePrice cheapest(const ProductTask &task) {
  const std::vector<PricedTile> tiles = pricedTiles(task, kOwn, /*inLines=*/false);
  const PricedTile *best = &*llvm::min_element(tiles, isCheaper);
  const double most = best->cycles * kOff;
  const auto isBetter = [&](const PricedTile &each) {
    if (task.inner == 0) return each.price.estimated() < best->price.estimated();
    if (each.price.own() != best->price.own()) return each.price.own() > best->price.own();
    return each.cycles < best->cycles;
  };
  for (const PricedTile &each : tiles)
    if (each.cycles <= most && isBetter(each)) best = &each;
  return best->price;
}

} // namespace

ProductTile cheapestTile(const ProductTask &task) {
  const TilePrice usual = cheapest(task);
  // Factors of several loops of terms are no lines, and short sums not worth them.
  if (task.bytes == 4 && task.inner == 0 && task.termsOfLeaf >= runtime::kLineTerms) {
    const std::vector<PricedTile> lines = pricedTiles(task, kOwnOfLines, /*inLines=*/true);
    const auto least = llvm::min_element(lines, isCheaper);
    if (least != lines.end() && least->cycles * kOff < usual.estimated())
      return {least->price.shape(), least->price.atOnce()};
  }
  return {usual.shape(), usual.atOnce()};
}

} // namespace shardc

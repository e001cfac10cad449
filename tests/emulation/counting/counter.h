// SPDX-License-Identifier: Apache-2.0
// Counts what kernels ask of a GPU's memory, on their text as it is: compiled by clang with
// -fsanitize=thread, every access calls a function, and those functions are here instead of in the
// sanitizer's library. A few blocks of a grid run, the first and the last among them, and counts
// are scaled; so little is right that kernels compute, but what they ask for is.
//
// The n-th time that threads of a warp pass a place of the code is one request. Not seen: what
// nvcc makes of the text, how many instructions it takes, and lines of 128 bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace emulation {

/// Of a grid, so many blocks run at most: neighbours, from the first one on, from the middle, and
/// to the last one.
constexpr int64_t kNeighbours = 4, kSampledBlocks = 3 * kNeighbours;
/// Of a grid of no more blocks the others run, too, but are not counted: numbers that others find
/// elements by are right then.
constexpr int64_t kWholeGrid = 256;

/// What a block has of the first cache. Neighbours share what they have. [bytes]
struct Share {
  uint64_t cache = 64 << 10;
};

/// Of one launch, all its blocks.
struct Counts {
  double blocks = 0, threads = 0; // threads: of a block
  double working = 0;             // threads of all blocks that touch memory
  double sectors = 0, fewestSectors = 0;
  double copiedSectors = 0; // of these, to shared memory, past the registers
  double missed = 0; // sectors that the first cache does not have, and those that are written
  double sharedRequests = 0, wavefronts = 0, fewestWavefronts = 0;
  /// What warps wait for, one after the other: shuffles, barriers and loads from shared memory that
  /// nothing separates; and by how many loads from shared memory lie between them and who needs
  /// them, loads from memory that are under way together, whether the cache has them or not.
  double meetings = 0;
  std::map<int, double> cachedLoads, missedLoads;
  double sharedLoads = 0; // of warps
  int64_t races = 0;      // accesses of one word of shared memory that no barrier orders
};

/// Runs `thread` for some blocks of the grid that blockDim and gridDim say.
Counts countGrid(const std::function<void()> &thread, Share share);

} // namespace emulation

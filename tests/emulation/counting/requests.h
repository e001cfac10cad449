// SPDX-License-Identifier: Apache-2.0
// What the memory of a GPU makes of what a warp's threads ask for at once. Pure numbers.
#pragma once

#include <cstdint>
#include <vector>

namespace emulation {

constexpr unsigned kWarpThreads = 32;
constexpr unsigned kSector = 32; // bytes that memory and caches move at least
constexpr unsigned kBanks = 32;  // of shared memory, 4 bytes wide

/// One load or store of a warp: a place for each thread that takes part. [bytes]
struct Request {
  std::vector<uint64_t> places;
  unsigned size; // of each thread's access
};

/// The sectors that hold what is asked for, ascending.
std::vector<uint64_t> sectorsOf(const Request &request);
/// How few sectors could hold as many distinct bytes.
int64_t fewestSectors(const Request &request);

/// How often shared memory is gone through: a warp's accesses of 16 bytes are served for 8 threads
/// at a time, of 8 for 16, others at once; of those, different words of one bank wait for one
/// another, and the same word is read by all at once. Threads that ask for what others do are free.
int64_t wavefronts(const Request &request);
/// As often as it would be if no two words met in a bank.
int64_t fewestWavefronts(const Request &request);

/// A cache of lines of four sectors, 8 to a set, of which the one that was used longest ago leaves.
class SectorCache {
public:
  explicit SectorCache(uint64_t bytes);
  /// Whether a sector is there; from now on it is.
  bool take(uint64_t sector);

private:
  static constexpr unsigned kWays = 8, kLine = 4;
  struct Line {
    uint64_t number = ~uint64_t{0}, used = 0;
    unsigned sectors = 0; // a bit each
  };
  std::vector<Line> lines;
  uint64_t sets, now = 0;
};

} // namespace emulation

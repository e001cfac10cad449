// SPDX-License-Identifier: Apache-2.0
#include "requests.h"

#include <algorithm>
#include <set>

namespace emulation {

/// The units of `size` bytes that hold what some of the threads ask for.
static std::vector<uint64_t> unitsOf(const Request &request, unsigned size, size_t from = 0,
                                     size_t count = kWarpThreads) {
  std::vector<uint64_t> units;
  const size_t to = std::min(request.places.size(), from + count);
  for (size_t thread = from; thread < to; ++thread) {
    const uint64_t place = request.places[thread];
    for (uint64_t unit = place / size; unit <= (place + request.size - 1) / size; ++unit)
      units.push_back(unit);
  }
  std::sort(units.begin(), units.end());
  units.erase(std::unique(units.begin(), units.end()), units.end());
  return units;
}

std::vector<uint64_t> sectorsOf(const Request &request) { return unitsOf(request, kSector); }

int64_t fewestSectors(const Request &request) {
  const unsigned unit = std::min(request.size, 4u);
  const uint64_t bytes = unitsOf(request, unit).size() * unit;
  return static_cast<int64_t>((bytes + kSector - 1) / kSector);
}

/// The words that are served together, each set of them once.
static std::set<std::vector<uint64_t>> turnsOf(const Request &request) {
  const size_t together = request.size == 16 ? 8 : request.size == 8 ? 16 : kWarpThreads;
  std::set<std::vector<uint64_t>> turns;
  for (size_t from = 0; from < request.places.size(); from += together)
    turns.insert(unitsOf(request, 4, from, together));
  return turns;
}

int64_t wavefronts(const Request &request) {
  int64_t all = 0;
  for (const std::vector<uint64_t> &words : turnsOf(request)) {
    int64_t ofBank[kBanks] = {};
    for (uint64_t word : words)
      ++ofBank[word % kBanks];
    all += *std::max_element(ofBank, ofBank + kBanks);
  }
  return all;
}

int64_t fewestWavefronts(const Request &request) {
  int64_t all = 0;
  for (const std::vector<uint64_t> &words : turnsOf(request))
    all += static_cast<int64_t>((words.size() + kBanks - 1) / kBanks);
  return all;
}

SectorCache::SectorCache(uint64_t bytes)
    : sets(std::max<uint64_t>(1, bytes / (kLine * kSector * kWays))) {
  lines.resize(sets * kWays);
}

bool SectorCache::take(uint64_t sector) {
  const uint64_t number = sector / kLine;
  // Mixed, or arrays that lie a power of two apart would meet in one set.
  const uint64_t set = (number * 0x9E3779B97F4A7C15u >> 33) % sets;
  Line *const first = &lines[set * kWays], *const end = first + kWays;
  Line *line = std::find_if(first, end, [&](const Line &each) { return each.number == number; });
  if (line == end) {
    line =
        std::min_element(first, end, [](const Line &a, const Line &b) { return a.used < b.used; });
    *line = {number, 0, 0};
  }
  line->used = ++now;
  const unsigned bit = 1u << sector % kLine;
  const bool wasThere = (line->sectors & bit) != 0;
  line->sectors |= bit;
  return wasThere;
}

} // namespace emulation

// SPDX-License-Identifier: Apache-2.0
#include "counting/counter.h"

#include "kernels.h"
#include "runtime/device.h"

#include <gtest/gtest.h>

using namespace emulation;

namespace {

/// Memory for kernels, at the boundary of a line.
struct Array {
  explicit Array(size_t elements)
      : data(static_cast<float *>(aligned_alloc(128, (elements * 4 + 127) / 128 * 128))) {
    std::fill(data, data + elements, 1.0f);
  }
  ~Array() { free(data); }
  Array(const Array &) = delete;
  Array &operator=(const Array &) = delete;
  float *data;
};

Counts count(unsigned blocks, unsigned threads, const std::function<void()> &thread) {
  gridDim = dim3(blocks);
  blockDim = dim3(threads);
  return countGrid(thread, {});
}

TEST(Counter, CountsSectorsOfAllBlocks) {
  const Array from(100 * 256), to(100 * 256);
  const Counts counts = count(100, 256, [&] { kernels::copy(from.data, to.data, 1); });
  EXPECT_EQ(counts.sectors, 2 * 100 * 256 * 4 / 32);
  EXPECT_EQ(counts.fewestSectors, counts.sectors);
  EXPECT_EQ(counts.missed, counts.sectors);
  EXPECT_EQ(counts.working, 100 * 256);
}

TEST(Counter, FindsWhatIsNotSideBySide) {
  const Array from(64 * 8), to(64 * 8);
  const Counts counts = count(1, 64, [&] { kernels::copy(from.data, to.data, 8); });
  EXPECT_EQ(counts.sectors, 8 * counts.fewestSectors);
}

TEST(Counter, ReadsMemoryOnceWhereTheCacheHasIt) {
  const Array from(64), to(64);
  const Counts counts = count(1, 64, [&] { kernels::read_twice(from.data, to.data); });
  EXPECT_EQ(counts.sectors, 3 * 64 * 4 / 32);
  EXPECT_EQ(counts.missed, 2 * 64 * 4 / 32) << "a load and a store";
}

TEST(Counter, FindsConflictsOfBanks) {
  const Array from(1024), to(1024);
  const Counts met = count(1, 32, [&] { kernels::turn_32(from.data, to.data); });
  EXPECT_EQ(met.wavefronts, 32 + 32 * 32);
  EXPECT_EQ(met.fewestWavefronts, 64);
  const Counts padded = count(1, 32, [&] { kernels::turn_33(from.data, to.data); });
  EXPECT_EQ(padded.wavefronts, padded.fewestWavefronts);
  EXPECT_EQ(padded.races, 0);
}

TEST(Counter, FindsRaces) {
  const Array from(64), to(64);
  EXPECT_EQ(count(1, 64, [&] { kernels::shift(from.data, to.data); }).races, 0);
  EXPECT_GT(count(1, 64, [&] { kernels::shift_too_soon(from.data, to.data); }).races, 0);
}

TEST(Counter, FindsNoConflictsAndNoRacesInProducts) {
  const Array left(128 * 256), right(64 * 256), to(128 * 64);
  for (const auto multiply : {kernels::multiply_wide, kernels::multiply_narrow}) {
    const Counts counts = count(1, 256, [&] { multiply(left.data, right.data, to.data); });
    EXPECT_GT(counts.wavefronts, 0);
    EXPECT_EQ(counts.wavefronts, counts.fewestWavefronts);
    EXPECT_EQ(counts.races, 0);
  }
}

TEST(Counter, CountsWhatWarpsWaitFor) {
  const Array from(4 * 64), to(4 * 64);
  const Counts counts = count(4, 64, [&] { kernels::add_up(from.data, to.data); });
  const double warps = 4 * 2;
  EXPECT_EQ(counts.meetings, warps * 5) << "shuffles";
  EXPECT_EQ(counts.missedLoads.at(0), warps);
  EXPECT_TRUE(counts.cachedLoads.empty());
}

TEST(Counter, HidesLoadsBehindWhatComesUntilTheyAreStored) {
  const Array from(5 * 64), to(64);
  const Counts counts = count(1, 64, [&] { kernels::sum_ahead(from.data, to.data, 5); });
  const double warps = 2;
  EXPECT_EQ(counts.missedLoads.at(0), warps) << "the first are stored at once";
  EXPECT_EQ(counts.missedLoads.at(2), 4 * warps) << "two loads of shared memory come between";
  EXPECT_EQ(counts.races, 0);
}

} // namespace

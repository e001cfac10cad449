// SPDX-License-Identifier: Apache-2.0
#include "counting/requests.h"

#include <gtest/gtest.h>

using namespace emulation;

namespace {

/// 32 threads, each `apart` bytes behind the one before.
Request requestOf(unsigned size, uint64_t apart, uint64_t first = 0) {
  Request request{{}, size};
  for (unsigned thread = 0; thread < kWarpThreads; ++thread)
    request.places.push_back(first + thread * apart);
  return request;
}

TEST(Requests, NeighboursNeedNoSectorMoreThanTheirBytes) {
  EXPECT_EQ(sectorsOf(requestOf(4, 4)).size(), 4u);
  EXPECT_EQ(fewestSectors(requestOf(4, 4)), 4);
  EXPECT_EQ(sectorsOf(requestOf(16, 16)).size(), 16u);
}

TEST(Requests, WhatLiesApartNeedsASectorEach) {
  EXPECT_EQ(sectorsOf(requestOf(4, 4096)).size(), 32u);
  EXPECT_EQ(fewestSectors(requestOf(4, 4096)), 4);
}

TEST(Requests, AShiftedRowNeedsOneSectorMore) {
  EXPECT_EQ(sectorsOf(requestOf(4, 4, 4)).size(), 5u);
  EXPECT_EQ(fewestSectors(requestOf(4, 4, 4)), 4);
}

TEST(Requests, OneElementForAllIsOneSector) {
  EXPECT_EQ(sectorsOf(requestOf(4, 0)).size(), 1u);
  EXPECT_EQ(fewestSectors(requestOf(4, 0)), 1);
  EXPECT_EQ(fewestSectors(requestOf(1, 1)), 1);
}

TEST(Requests, WordsOfOneBankWaitForOneAnother) {
  EXPECT_EQ(wavefronts(requestOf(4, 4)), 1);
  EXPECT_EQ(wavefronts(requestOf(4, 8)), 2);
  EXPECT_EQ(wavefronts(requestOf(4, 128)), 32);
  EXPECT_EQ(wavefronts(requestOf(4, 132)), 1);
  EXPECT_EQ(wavefronts(requestOf(4, 0)), 1) << "one word, read by all";
  EXPECT_EQ(fewestWavefronts(requestOf(4, 128)), 1);
}

TEST(Requests, WideAccessesAreServedAPartOfTheWarpAtATime) {
  EXPECT_EQ(wavefronts(requestOf(8, 8)), 2);
  EXPECT_EQ(wavefronts(requestOf(16, 16)), 4);
  EXPECT_EQ(wavefronts(requestOf(16, 0)), 1) << "all parts ask for the same";
  EXPECT_EQ(wavefronts(requestOf(16, 128)), 4 * 8);
}

TEST(Requests, ACacheKeepsWhatWasUsedLast) {
  SectorCache cache(64 << 10);
  EXPECT_FALSE(cache.take(0));
  EXPECT_TRUE(cache.take(0));
  EXPECT_FALSE(cache.take(1)) << "another sector of the line";
  for (uint64_t sector = 4; sector < 4 * (64 << 10); sector += 4)
    cache.take(sector);
  EXPECT_FALSE(cache.take(0)) << "64 KB have come between";
}

} // namespace

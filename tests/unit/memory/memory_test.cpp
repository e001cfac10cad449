// SPDX-License-Identifier: Apache-2.0
// Where buffers lie: what lives at the same time is apart, what does not shares.
#include "codegen/lower/memory/memory.h"

#include "gtest/gtest.h"

#include <random>

namespace shardc::test {
namespace {

Buffer buffer(int64_t bytes, int first, int last, Role role = Role::temporary) {
  Buffer made;
  made.role = role;
  made.bytes = bytes;
  made.firstStep = first;
  made.lastStep = last;
  return made;
}

Function functionWith(std::vector<Buffer> buffers, int steps) {
  Function function;
  function.buffers = std::move(buffers);
  function.steps.resize(steps);
  assignMemory(function);
  return function;
}

bool meetInTime(const Buffer &a, const Buffer &b) {
  return a.firstStep <= b.lastStep && b.firstStep <= a.lastStep;
}
bool meetInMemory(const Buffer &a, const Buffer &b) {
  return a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
}

TEST(Memory, KeepsApartWhatAStepReadsAndWrites) {
  const Function f = functionWith({buffer(256, 0, 1), buffer(256, 1, 2)}, 3);
  EXPECT_NE(f.buffers[0].offset, f.buffers[1].offset);
  EXPECT_EQ(f.arenaBytes, 512);
  EXPECT_EQ(f.liveBytes, 512);
}

TEST(Memory, SharesBetweenLifetimes) {
  const Function f =
      functionWith({buffer(100, 0, 1), buffer(256, 2, 3), buffer(1, 0, 3, Role::input)}, 4);
  EXPECT_EQ(f.buffers[0].offset, f.buffers[1].offset);
  EXPECT_EQ(f.arenaBytes, 512);
}

TEST(Memory, RandomLifetimesNeverMeet) {
  std::mt19937 random(1);
  const auto below = [&](int limit) { return static_cast<int>(random() % unsigned(limit)); };
  for (int round = 0; round < 300; ++round) {
    const int steps = 1 + below(8);
    std::vector<Buffer> buffers;
    for (int count = 1 + below(12); count > 0; --count) {
      const int first = below(steps);
      buffers.push_back(below(4) == 0 ? buffer(below(3000), 0, steps - 1, Role::output)
                                      : buffer(below(3000), first, first + below(steps - first)));
    }
    const Function f = functionWith(std::move(buffers), steps);
    EXPECT_GE(f.arenaBytes, f.liveBytes);
    for (size_t a = 0; a < f.buffers.size(); ++a) {
      const Buffer &one = f.buffers[a];
      EXPECT_EQ(one.offset % kAlignment, 0);
      EXPECT_LE(one.offset + one.bytes, f.arenaBytes);
      for (size_t b = 0; b < a; ++b)
        EXPECT_FALSE(meetInTime(one, f.buffers[b]) && meetInMemory(one, f.buffers[b]))
            << "round " << round;
    }
  }
}

} // namespace
} // namespace shardc::test

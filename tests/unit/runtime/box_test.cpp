// SPDX-License-Identifier: Apache-2.0
#include "runtime/box.h"
#include "runtime/device/window.h"

#include <gtest/gtest.h>

#include <numeric>

namespace shardc::runtime {
namespace {

TEST(Cut, PartsCoverEveryExtentOnce) {
  for (int64_t d = 0; d < 40; ++d)
    for (int64_t n = 1; n < 12; ++n) {
      int64_t next = 0;
      for (int64_t i = 0; i < n; ++i) {
        const Interval part = cut(d, n, i);
        EXPECT_EQ(part.lo, next);
        for (int64_t x = part.lo; x < part.hi; ++x)
          EXPECT_EQ(owner(d, n, x), i) << x << " of " << d << " cut " << n << " ways";
        next = part.hi;
      }
      EXPECT_EQ(next, d);
    }
}

TEST(Cut, PartsOfPartsAreParts) {
  for (int64_t d = 0; d < 40; ++d)
    for (int64_t i = 0; i < 3; ++i) {
      EXPECT_EQ(cut(d, 12, 4 * i).lo, cut(d, 3, i).lo);
      EXPECT_EQ(cut(d, 12, 4 * i + 3).hi, cut(d, 3, i).hi);
    }
}

TEST(Slice, ReadsItsTable) {
  constexpr int cuts[] = {0, 2, 5};
  EXPECT_EQ(slice(cuts, 1).lo, 2);
  EXPECT_EQ(slice(cuts, 1).size(), 3);
}

TEST(CopyBox, MovesABoxBetweenWindows) {
  std::vector<int> whole(20), part(9, -1);
  std::iota(whole.begin(), whole.end(), 0);
  const Box all = {{0, 4}, {0, 5}}, window = {{1, 4}, {2, 5}}, box = {{2, 4}, {3, 5}};
  copy_box(reinterpret_cast<char *>(part.data()), window, reinterpret_cast<char *>(whole.data()),
           all, box, sizeof(int));
  EXPECT_EQ(part, (std::vector<int>{-1, -1, -1, -1, 13, 14, -1, 18, 19}));
}

TEST(CopyBox, MovesScalarsAndNothingOfEmptyBoxes) {
  int to = 0, from = 7;
  const auto copy = [&](const Box &box) {
    copy_box(reinterpret_cast<char *>(&to), box, reinterpret_cast<char *>(&from), box, box, 4);
  };
  copy({{0, 0}, {0, 5}});
  EXPECT_EQ(to, 0);
  copy({});
  EXPECT_EQ(to, 7);
}

TEST(CopyBox, MovesRowsOfAnyLengthAndPlacePastCaches) {
  for (int64_t place = 0; place < 17; ++place)
    for (int64_t length = 0; length < 70; ++length) {
      std::vector<char> from(300), to(300, -1), expected(300, -1);
      std::iota(from.begin(), from.end(), 0);
      const Box box = {{0, 2}, {place, place + length}}, window = {{0, 2}, {0, 150}};
      copy_box(expected.data(), window, from.data(), window, box, 1);
      copy_box_past_caches(to.data(), window, from.data(), window, box, 1);
      EXPECT_EQ(to, expected) << length << " bytes from " << place;
    }
}

TEST(Window, TakesGlobalIndices) {
  std::vector<int> memory(24);
  std::iota(memory.begin(), memory.end(), 0);
  const Window window(memory.data(), Range<int>{5, 7}, Fixed<-1, 3>(), Whole<4>());
  EXPECT_EQ(window(5, -1, 0), 0);
  EXPECT_EQ(window(6, 1, 3), 23);
  EXPECT_EQ(window(int64_t{6}, 0, 2), 18);
  const Window scalar(memory.data() + 3);
  EXPECT_EQ(scalar(), 3);
}

} // namespace
} // namespace shardc::runtime

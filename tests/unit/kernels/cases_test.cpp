// SPDX-License-Identifier: Apache-2.0
// What stands for a kernel's shards where there are many.
#include "codegen/kernel/view/shards/cases.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <set>

using namespace shardc;

namespace {

/// [0, extent) cut into `parts` of equal length, the last ones shorter or empty.
Varying<Interval> cut(int64_t extent, int64_t parts, int coordinate) {
  std::vector<Interval> intervals;
  const int64_t length = (extent + parts - 1) / parts;
  for (int64_t part = 0; part < parts; ++part)
    intervals.push_back(
        {std::min(part * length, extent), std::min((part + 1) * length, extent), 1});
  return {{coordinate}, intervals};
}

/// A kernel without a formula that writes a window: rows cut by coordinate 0, and columns by 1.
Kernel kernelOn(const ShardGrid &grid, int64_t rows, int64_t columns) {
  Kernel kernel;
  kernel.outs.resize(1);
  SmallVector<Span, 4> &window = kernel.outs[0].window;
  window.push_back(spanOf(grid, cut(rows, grid.counts[0], 0)));
  window.push_back(spanOf(grid, cut(columns, grid.counts[1], 1)));
  return kernel;
}

std::set<std::pair<int64_t, int64_t>> rowsOf(ArrayRef<Case> cases) {
  std::set<std::pair<int64_t, int64_t>> rows;
  for (const Case &each : cases)
    rows.insert({each.outs[0][0].lo, each.outs[0][0].hi});
  return rows;
}

/// Of a function whose shards differ in these coordinates alone.
DeviceLayout layoutOf(const ShardGrid &grid) {
  DeviceLayout layout;
  layout.counts = grid.counts;
  return layout;
}

TEST(Cases, AllWhereTheyAreFew) {
  const ShardGrid grid{{3, 2}};
  const Cases cases = casesOf(kernelOn(grid, 10, 4), layoutOf(grid));
  EXPECT_TRUE(cases.all);
  EXPECT_EQ(cases.list.size(), 6u);
}

TEST(Cases, FewOfManyThatAreCutEvenly) {
  const ShardGrid grid{{5'000, 2}};
  const Cases cases = casesOf(kernelOn(grid, 20'000, 4), layoutOf(grid));
  EXPECT_FALSE(cases.all);
  EXPECT_LT(cases.list.size(), 20u);
  const auto rows = rowsOf(cases.list);
  EXPECT_TRUE(rows.contains({0, 4}));
  EXPECT_TRUE(rows.contains({19'996, 20'000}));
}

/// 20,002 rows are 4,000 parts of 5, one of 2, and 999 of none.
TEST(Cases, ThePlacesWhereACutIsUneven) {
  const ShardGrid grid{{5'000, 2}};
  const Cases cases = casesOf(kernelOn(grid, 20'002, 4), layoutOf(grid));
  EXPECT_FALSE(cases.all);
  EXPECT_LT(cases.list.size(), 30u);
  const auto rows = rowsOf(cases.list);
  for (const auto &[lo, hi] : std::initializer_list<std::pair<int64_t, int64_t>>{
           {0, 5}, {19'995, 20'000}, {20'000, 20'002}, {20'002, 20'002}})
    EXPECT_TRUE(rows.contains({lo, hi})) << "[" << lo << ", " << hi << ")";
}

} // namespace

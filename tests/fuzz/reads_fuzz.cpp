// SPDX-License-Identifier: Apache-2.0
// Bounds inference for all shards at once, against the same for each shard: the fused kernels of
// random programs, computed for random boxes.
#include "tests/fuzz/random_program.h"
#include "tests/support/compile.h"

#include "analysis/boxes/shard_reads.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <random>

using namespace shardc;
using namespace shardc::test;

namespace {

struct Count {
  int64_t kernels = 0, reads = 0, linked = 0;
};

/// Every dimension cut over random coordinates, at random places: with empty slices, too.
ShardBoxes randomBoxes(const ShardGrid &grid, const Kernel &kernel, std::mt19937 &random) {
  ShardBoxes boxes{grid, {}};
  for (int64_t extent : kernel.formula.results[0].type.shape) {
    SmallVector<int, 2> over;
    for (int c = 0; c < static_cast<int>(grid.counts.size()); ++c)
      if (random() % 3 == 0) over.push_back(c);
    boxes.dims.push_back(tabulate<Interval>(grid, over, [&](ArrayRef<int64_t>) {
      const auto end = static_cast<uint64_t>(extent) + 1;
      const auto one = static_cast<int64_t>(random() % end),
                 other = static_cast<int64_t>(random() % end);
      return Interval{std::min(one, other), std::max(one, other), 1};
    }));
  }
  return boxes;
}

void checkShard(const Kernel &kernel, const ShardBoxes &boxes, int64_t shard,
                ArrayRef<ShardRead> all) {
  const Env env = loopsFor(kernel.formula, 0, boxes[shard]);
  llvm::MapVector<Expr, Box> expected;
  for (const Read &read : reads(kernel.formula, env)) {
    const auto [known, fresh] = expected.try_emplace(read.load, dense(read.box));
    if (!fresh) known->second = hull(known->second, dense(read.box));
  }
  ASSERT_EQ(all.size(), expected.size());
  for (const ShardRead &read : all) {
    const Box got = read.boxes[shard], &own = expected[read.load];
    EXPECT_EQ(isEmpty(got), isEmpty(own)) << str(got) << ", alone " << str(own);
    if (!isEmpty(own)) EXPECT_EQ(str(got), str(own)) << "shard " << shard;
  }
  if (isEmpty(boxes[shard])) return;
  const ShardLoops loops = loopsFor(kernel.formula, boxes, {});
  EXPECT_EQ(str(resultBoxes(kernel.formula, loops, boxes.grid)[shard]),
            str(dense(resultBox(kernel.formula, 0, env))));
}

void checkKernel(const Kernel &kernel, std::mt19937 &random, Count &count) {
  const std::vector<SmallVector<int64_t, 4>> grids = {{3}, {2, 2}, {3, 2}, {2, 1, 3}};
  const ShardBoxes boxes = randomBoxes({grids[random() % grids.size()]}, kernel, random);
  const ShardLoops loops = loopsFor(kernel.formula, boxes, {});
  const auto all = readsOf(kernel.formula, loops, boxes.grid);
  for (int64_t shard = 0; shard < boxes.size(); ++shard)
    checkShard(kernel, boxes, shard, all);
  ++count.kernels;
  count.reads += static_cast<int64_t>(all.size());
  for (const ShardRead &read : all)
    count.linked +=
        llvm::any_of(read.boxes.dims, [](const auto &dim) { return dim.over.size() > 1; });
}

TEST(ReadsFuzz, AllShardsTogetherReadWhatEachReads) {
  Count count;
  for (unsigned seed = 1; seed <= 600 && !HasFailure(); ++seed) {
    const RandomProgram made = randomProgram(seed, 12);
    const Compiled whole = compile(made.program, "");
    ASSERT_TRUE(whole.plan) << whole.messages();
    std::mt19937 random(seed);
    for (const Kernel &kernel : whole.plan->functions[0].kernels) {
      SCOPED_TRACE("seed " + std::to_string(seed) + " " + kernel.name + "\n" + made.program);
      checkKernel(kernel, random, count);
    }
  }
  std::printf("%lld kernels, %lld reads, %lld that differ by several coordinates in a dimension\n",
              static_cast<long long>(count.kernels), static_cast<long long>(count.reads),
              static_cast<long long>(count.linked));
}

} // namespace

// SPDX-License-Identifier: Apache-2.0
// Random programs under random slices, fused, against the same programs unfused on one device: bit
// for bit.
#include "tests/fuzz/cases.h"
#include "tests/fuzz/random_program.h"
#include "tests/support/arena.h"

#include "gtest/gtest.h"

using namespace shardc;
using namespace shardc::test;

struct Count {
  int64_t shards = 0, kernels = 0, refused = 0;
};

static void checkSeed(unsigned seed, Count &count) {
  const RandomProgram made = randomProgram(seed);
  SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + made.program + "\n" + made.config);
  printOnlyCase(made.program, made.config);
  const Compiled whole = compile(made.program, "", false);
  ASSERT_TRUE(whole.plan) << whole.messages();
  const Compiled cut = compile(made.program, made.config);
  if (!cut.plan) {
    ++count.refused;
    for (const std::string &id : cut.ids())
      EXPECT_EQ(id, "too-many-shards") << cut.messages();
    return;
  }
  expectSameOutputs(*whole.plan, *cut.plan, seed);
  for (const Compiled *compiled : {&whole, &cut})
    for (const Function &function : compiled->plan->functions)
      EXPECT_EQ(ArenaWalk(function, seed).run(), "");
  for (const Function &function : cut.plan->functions)
    count.shards += function.shards(), count.kernels += countSteps(function.steps);
}

TEST(ProgramFuzz, ShardedAndFusedEqualsUnfusedOnOneDevice) {
  Count count;
  const Seeds seeds = forEachSeed([&](unsigned seed) { checkSeed(seed, count); });
  std::printf("program fuzz: %s, %lld shards, %lld steps, %lld configs refused\n",
              seeds.text().c_str(), static_cast<long long>(count.shards),
              static_cast<long long>(count.kernels), static_cast<long long>(count.refused));
  EXPECT_LE(count.refused, seeds.count / 10);
}

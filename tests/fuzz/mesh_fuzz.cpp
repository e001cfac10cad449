// SPDX-License-Identifier: Apache-2.0
// Random programs under random shardings over random meshes, fused, against the same programs
// unfused on one device: bit for bit.
#include "tests/fuzz/cases.h"
#include "tests/fuzz/random_program.h"

#include "codegen/check/check.h"

#include "gtest/gtest.h"

using namespace shardc;
using namespace shardc::test;

struct Count {
  int64_t devices = 0, steps = 0, collectives = 0;
};

static void checkSeed(unsigned seed, Count &count) {
  const RandomProgram made = randomProgram(seed, 20);
  SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + made.program + "\n" + made.meshConfig);
  printOnlyCase(made.program, made.meshConfig);
  const Compiled whole = compile(made.program, "", false);
  ASSERT_TRUE(whole.plan) << whole.messages();
  const Compiled cut = compile(made.program, made.meshConfig);
  // Whether a value that the config names is needed is not known before.
  if (cut.ids() == std::vector<std::string>{"unused-entry"}) return;
  ASSERT_TRUE(cut.plan) << cut.messages();
  if (const auto wrong = check(*cut.plan)) ADD_FAILURE() << *wrong;
  expectSameOutputs(*whole.plan, *cut.plan, seed);
  for (const Function &function : cut.plan->functions) {
    count.devices += function.shards();
    count.steps += static_cast<int64_t>(function.steps.size());
    count.collectives += static_cast<int64_t>(function.collectives.size());
  }
}

TEST(MeshFuzz, ShardedOverAMeshEqualsUnfusedOnOneDevice) {
  Count count;
  const Seeds seeds = forEachSeed([&](unsigned seed) { checkSeed(seed, count); });
  std::printf("mesh fuzz: %s, %lld devices, %lld steps, %lld collectives\n", seeds.text().c_str(),
              static_cast<long long>(count.devices), static_cast<long long>(count.steps),
              static_cast<long long>(count.collectives));
}

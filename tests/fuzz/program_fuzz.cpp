// SPDX-License-Identifier: Apache-2.0
// Random programs under random slices, fused, against the same programs unfused on one device: bit
// for bit. SHARDC_FUZZ_CASES and SHARDC_FUZZ_SEED make longer and other
// runs; a run of one case prints it.
#include "tests/fuzz/random_program.h"
#include "tests/support/arena.h"
#include "tests/support/compile.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <random>

using namespace shardc;
using namespace shardc::test;

static unsigned numberFrom(const char *variable, unsigned otherwise) {
  const char *text = std::getenv(variable);
  return text ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : otherwise;
}

/// Small whole numbers: sums and products of a few are exact in f32 too.
static HostTensor randomTensor(const TensorSpec &type, std::mt19937 &random) {
  HostTensor made = HostTensor::zeros(type);
  for (int64_t element = 0; element < type.elements(); ++element) {
    const int64_t value = static_cast<int64_t>(random() % 9) - 3;
    made.set(element, Number::of(type.type, type.type == ElementType::i1 ? value & 1 : value));
  }
  return made;
}

struct Count {
  int64_t shards = 0, kernels = 0, refused = 0;
};

static void checkSeed(unsigned seed, Count &count) {
  const RandomProgram made = randomProgram(seed);
  SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + made.program + "\n" + made.config);
  if (numberFrom("SHARDC_FUZZ_CASES", 0) == 1) {
    std::printf("\n%s\n%s\n", made.program.c_str(), made.config.c_str());
    std::fflush(stdout);
  }
  const Compiled whole = compile(made.program, "", false);
  ASSERT_TRUE(whole.plan) << whole.messages();
  const Compiled cut = compile(made.program, made.config);
  if (!cut.plan) {
    ++count.refused;
    for (const std::string &id : cut.ids())
      EXPECT_EQ(id, "too-many-shards") << cut.messages();
    return;
  }
  std::mt19937 random(seed);
  std::vector<HostTensor> inputs;
  for (const PlanTensor &input : whole.plan->inputs)
    inputs.push_back(randomTensor(input.type, random));
  const auto expected = runOn(*whole.plan, inputs);
  const auto got = runOn(*cut.plan, inputs, seed % 2);
  ASSERT_EQ(expected.size(), got.size());
  for (size_t output = 0; output < got.size(); ++output)
    EXPECT_EQ(expected[output].data, got[output].data) << whole.plan->outputs[output].name;
  for (const Compiled *compiled : {&whole, &cut})
    for (const Function &function : compiled->plan->functions)
      EXPECT_EQ(ArenaWalk(function, seed).run(), "");
  for (const Function &function : cut.plan->functions)
    count.shards += function.shards(), count.kernels += countSteps(function.steps);
}

TEST(ProgramFuzz, ShardedAndFusedEqualsUnfusedOnOneDevice) {
  const unsigned cases = numberFrom("SHARDC_FUZZ_CASES", 400);
  const unsigned first = numberFrom("SHARDC_FUZZ_SEED", 1);
  Count count;
  for (unsigned seed = first; seed < first + cases; ++seed) {
    // A compiler that dies has said where.
    std::printf("\rseed %u ", seed);
    std::fflush(stdout);
    checkSeed(seed, count);
    if (HasFailure()) break;
  }
  std::printf("program fuzz: seeds %u to %u, %lld shards, %lld steps, %lld configs refused\n",
              first, first + cases - 1, static_cast<long long>(count.shards),
              static_cast<long long>(count.kernels), static_cast<long long>(count.refused));
  EXPECT_LE(count.refused, cases / 10);
}

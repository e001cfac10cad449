// SPDX-License-Identifier: Apache-2.0
// Random programs under random shardings over random meshes, fused, against the same programs
// unfused on one device: bit for bit. SHARDC_FUZZ_CASES and SHARDC_FUZZ_SEED make longer and other
// runs; a run of one case prints it.
#include "tests/fuzz/random_program.h"
#include "tests/support/compile.h"

#include "codegen/check.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <map>
#include <random>

using namespace shardc;
using namespace shardc::test;

static unsigned numberFrom(const char *variable, unsigned otherwise) {
  const char *text = std::getenv(variable);
  return text ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : otherwise;
}

/// Small whole numbers: the generator keeps their sums exact.
static HostTensor randomTensor(const TensorSpec &type, std::mt19937 &random) {
  HostTensor made = HostTensor::zeros(type);
  for (int64_t element = 0; element < type.elements(); ++element) {
    const int64_t value = static_cast<int64_t>(random() % 9) - 3;
    made.set(element, Number::of(type.type, type.type == ElementType::i1 ? value & 1 : value));
  }
  return made;
}

struct Count {
  int64_t devices = 0, steps = 0, collectives = 0;
};

static void checkSeed(unsigned seed, Count &count) {
  const RandomProgram made = randomProgram(seed, 20);
  SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + made.program + "\n" + made.meshConfig);
  if (numberFrom("SHARDC_FUZZ_CASES", 0) == 1) {
    std::printf("\n%s\n%s\n", made.program.c_str(), made.meshConfig.c_str());
    std::fflush(stdout);
  }
  const Compiled whole = compile(made.program, "", false);
  ASSERT_TRUE(whole.plan) << whole.messages();
  const Compiled cut = compile(made.program, made.meshConfig);
  ASSERT_TRUE(cut.plan) << cut.messages();
  if (const auto wrong = check(*cut.plan)) ADD_FAILURE() << *wrong;
  std::mt19937 random(seed);
  std::vector<HostTensor> inputs;
  for (const PlanTensor &input : whole.plan->inputs)
    inputs.push_back(randomTensor(input.type, random));
  const auto expected = runOn(*whole.plan, inputs);
  const auto got = runOn(*cut.plan, inputs, seed % 2);
  ASSERT_EQ(expected.size(), got.size());
  for (size_t output = 0; output < got.size(); ++output)
    EXPECT_EQ(expected[output].data, got[output].data) << whole.plan->outputs[output].name;
  for (const Function &function : cut.plan->functions) {
    count.devices += function.shards();
    count.steps += static_cast<int64_t>(function.steps.size());
    count.collectives += static_cast<int64_t>(function.collectives.size());
  }
}

TEST(MeshFuzz, ShardedOverAMeshEqualsUnfusedOnOneDevice) {
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
  std::printf("mesh fuzz: seeds %u to %u, %lld devices, %lld steps, %lld collectives\n", first,
              first + cases - 1, static_cast<long long>(count.devices),
              static_cast<long long>(count.steps), static_cast<long long>(count.collectives));
}

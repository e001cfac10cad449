// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/cases.h"

#include "codegen/plan/sum_bits.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <random>

namespace shardc::test {

static unsigned numberFrom(const char *variable, unsigned otherwise) {
  const char *text = std::getenv(variable);
  return text ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : otherwise;
}

std::string Seeds::text() const {
  return "seeds " + std::to_string(first) + " to " + std::to_string(first + count - 1);
}

Seeds seedsToTry(unsigned count) {
  return {numberFrom("SHARDC_FUZZ_SEED", 1), numberFrom("SHARDC_FUZZ_CASES", count)};
}

Seeds forEachSeed(llvm::function_ref<void(unsigned)> check) {
  const Seeds seeds = seedsToTry(400);
  for (unsigned seed = seeds.first; seed < seeds.first + seeds.count; ++seed) {
    // A compiler that dies has said where.
    std::printf("\rseed %u ", seed);
    std::fflush(stdout);
    check(seed);
    if (testing::Test::HasFailure()) break;
  }
  return seeds;
}

void printOnlyCase(const std::string &program, const std::string &config) {
  if (numberFrom("SHARDC_FUZZ_CASES", 0) != 1) return;
  std::printf("\n%s\n%s\n", program.c_str(), config.c_str());
  std::fflush(stdout);
}

static HostTensor randomTensor(const TensorSpec &type, std::mt19937 &random) {
  HostTensor made = HostTensor::zeros(type);
  for (int64_t element = 0; element < type.elements(); ++element) {
    const int64_t value = static_cast<int64_t>(random() % 9) - 3;
    made.set(element, Number::of(type.type, type.type == ElementType::i1 ? value & 1 : value));
  }
  return made;
}

std::vector<HostTensor> randomInputs(const Plan &plan, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<HostTensor> inputs;
  for (const PlanTensor &input : plan.inputs)
    inputs.push_back(randomTensor(input.type, random));
  return inputs;
}

/// With other signs of zeros: partial sums that are passed on may have these.
static bool equalNumbers(const HostTensor &a, const HostTensor &b) {
  for (int64_t i = 0; i < a.type.elements(); ++i)
    if (!a.at(i).sameBits(b.at(i)) && a.at(i).asDouble() != b.at(i).asDouble()) return false;
  return true;
}

void expectSameOutputs(const Plan &whole, const Plan &cut, unsigned seed) {
  const std::vector<HostTensor> inputs = randomInputs(whole, seed);
  const auto expected = runOn(whole, inputs);
  const auto got = runOn(cut, inputs, seed % 2);
  ASSERT_EQ(expected.size(), got.size());
  for (size_t output = 0; output < got.size(); ++output)
    if (keepsBits(cut) || !equalNumbers(expected[output], got[output]))
      EXPECT_EQ(expected[output].data, got[output].data) << whole.outputs[output].name;
}

} // namespace shardc::test

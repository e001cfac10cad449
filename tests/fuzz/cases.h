// SPDX-License-Identifier: Apache-2.0
// What fuzzers of programs share. SHARDC_FUZZ_CASES and SHARDC_FUZZ_SEED make longer and other
// runs; a run of one case prints it.
#pragma once

#include "tests/support/compile.h"

namespace shardc::test {

struct Seeds {
  unsigned first, count;
  std::string text() const; // "seeds 1 to 400"
};
/// Those that the environment asks for; `count` of them where it says nothing.
Seeds seedsToTry(unsigned count);
/// Checks one seed after the other up to the first that fails.
Seeds forEachSeed(llvm::function_ref<void(unsigned seed)> check);
/// Prints a case where it is the only one.
void printOnlyCase(const std::string &program, const std::string &config);
/// Small whole numbers for every input of a plan.
std::vector<HostTensor> randomInputs(const Plan &plan, unsigned seed);
/// Runs both plans on the same small whole numbers, whose sums are exact, and expects the same
/// bits.
void expectSameOutputs(const Plan &whole, const Plan &cut, unsigned seed);

} // namespace shardc::test

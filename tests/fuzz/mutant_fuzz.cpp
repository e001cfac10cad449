// SPDX-License-Identifier: Apache-2.0
// Changed programs and configs: each is refused with a reason or taken through the whole compiler,
// in bounded time and memory, to a plan that computes what the program says.
// SHARDC_FUZZ_FAILURES=N goes on to the Nth case that goes wrong.
#include "tests/fuzz/all_stages.h"
#include "tests/fuzz/cases.h"
#include "tests/fuzz/mutant.h"
#include "tests/fuzz/mutant_seeds.h"
#include "tests/support/compile.h"

#include "gtest/gtest.h"

#include <cstdlib>

using namespace shardc::test;

static std::string fileOf(unsigned seed) { return "mutant_" + std::to_string(seed); }

static Reached &reachedBy(MutantKind kind, Progress &progress) {
  static_assert(sizeof(Reached) * kMutantKinds <= sizeof progress.counters);
  return reinterpret_cast<Reached *>(progress.counters)[static_cast<int>(kind)];
}

static std::string checkSeed(unsigned seed, Progress &progress) {
  Dice dice;
  dice.random.seed(seed);
  progress.start("mutate");
  const Mutant mutant = mutantProgram(dice);
  return throughAllStages(dice, mutant, progress.alone ? fileOf(seed) : "", progress,
                          reachedBy(mutant.kind, progress));
}

static void print(Progress &progress) {
  std::printf("%-16s %8s %8s %8s %8s %8s %8s %8s\n", "", "cases", "read", "planned", "meshes",
              "slices", "run", "as text");
  for (int kind = 0; kind < kMutantKinds; ++kind) {
    const Reached &r = reachedBy(static_cast<MutantKind>(kind), progress);
    std::printf("%-16s", name(static_cast<MutantKind>(kind)));
    for (int64_t count : {r.cases, r.read, r.planned, r.onMesh, r.onSlices, r.run, r.readAgain})
      std::printf(" %8lld", static_cast<long long>(count));
    std::printf("\n");
  }
}

TEST(MutantFuzz, BeginsWithProgramsThatAreRead) {
  for (const auto *origins : {&textSeeds(), &jsonSeeds()})
    for (const MutantSeeds &seeds : *origins)
      for (const MutantSeed &seed : seeds) {
        const Compiled c = readOnly(seed.program);
        EXPECT_TRUE(c.program) << seed.program << c.messages();
      }
}

TEST(MutantFuzz, IsRefusedOrComesThrough) {
  const char *most = std::getenv("SHARDC_FUZZ_FAILURES");
  int64_t left = most ? std::strtoll(most, nullptr, 10) : 1;
  const Seeds seeds = seedsToTry(3000);
  ASSERT_FALSE(textSeeds().empty() || jsonSeeds().empty()); // made before children are
  Progress progress;
  forEachSeedInChildren(seeds.first, seeds.first + seeds.count - 1, {}, progress, checkSeed,
                        [&](const ChildFailure &failure) {
                          ADD_FAILURE()
                              << "seed " << failure.seed << " at '" << failure.doing << "' "
                              << failure.what << "\nsee " << fileOf(failure.seed) << ".*";
                          return --left > 0;
                        });
  std::printf("mutant fuzz: %s\n", seeds.text().c_str());
  print(progress);
}

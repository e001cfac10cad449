// SPDX-License-Identifier: Apache-2.0
// Commands of shardc as processes, on changed programs, configs, machines, arrays and command
// lines; some on a full disk, some interrupted or killed. Each ends by itself with a code of the
// table, soon, and what it writes is there as a whole or not at all. SHARDC_FUZZ_FAILURES=N goes on
// to the Nth case that goes wrong.
#include "tests/fuzz/cases.h"
#include "tests/fuzz/children.h"
#include "tests/fuzz/command_judge.h"
#include "tests/fuzz/mutant_seeds.h"
#include "tests/fuzz/scene.h"

#include "llvm/ADT/StringExtras.h"

#include "gtest/gtest.h"

#include <csignal>
#include <cstdlib>
#include <unistd.h>

using namespace shardc::test;
namespace fs = std::filesystem;

/// How cases of one kind ended.
struct Ended {
  int64_t codes[6] = {}, bySignal = 0;
};

static Ended &endedBy(SceneKind kind, Progress &progress) {
  static_assert(sizeof(Ended) * kSceneKinds <= sizeof progress.counters);
  return reinterpret_cast<Ended *>(progress.counters)[static_cast<int>(kind)];
}

constexpr double kSeconds = 8;

static Fate someFate(Dice &dice) {
  Fate fate;
  if (dice.chance(6)) fate.fileBytes = dice.pick<int64_t>({0, 100, 5000, 40000});
  if (!dice.chance(8)) return fate;
  fate.signal = dice.pick<int>({SIGTERM, SIGINT, SIGHUP, SIGKILL, SIGKILL});
  fate.micros = dice.below(40000);
  return fate;
}

static std::string quoted(const std::vector<std::string> &words) {
  std::string text = "shardc";
  for (const std::string &word : words) {
    text += " '";
    llvm::raw_string_ostream(text).write_escaped(word.substr(0, 200));
    text += "'";
  }
  return text;
}

/// The command once, and once more where it was killed: then all is as if it had not been.
static std::string runAndJudge(const fs::path &folder, const Scene &scene, Fate fate,
                               Progress &progress) {
  FolderState before = stateOf(folder);
  for (;;) {
    progress.start("run");
    const CommandOutcome outcome = runInFolder(folder, scene.words, fate, kSeconds);
    Ended &ended = endedBy(scene.kind, progress);
    ++(outcome.signal != 0 ? ended.bySignal : ended.codes[std::min(unsigned(outcome.code), 5u)]);
    progress.start("judge");
    FolderState after = stateOf(folder);
    const std::string wrong = wrongOutcome(scene.words, fate, outcome, before, after);
    if (!wrong.empty())
      return wrong + "\n" + quoted(scene.words) + "\n" + outcome.err.substr(0, 2000);
    const std::string leftover = leftoverFolder(after);
    if (outcome.signal == 0 && outcome.code == 0 && !leftover.empty())
      return leftover + " is left after another compile";
    if (outcome.signal != SIGKILL) return "";
    fate = {};
    before = std::move(after);
  }
}

static std::string checkSeed(unsigned seed, Progress &progress) {
  Dice dice;
  dice.random.seed(seed);
  const fs::path folder =
      fs::path(testing::TempDir()) /
      ("shardc_command_" + std::to_string(getpid()) + "_" + std::to_string(seed));
  fs::create_directories(folder);
  progress.start("make");
  const Scene scene = makeScene(dice, folder);
  const std::string wrong = runAndJudge(folder, scene, someFate(dice), progress);
  if (!wrong.empty() && progress.alone) {
    const std::string kept = "command_" + std::to_string(seed);
    fs::remove_all(kept);
    fs::copy(folder, kept, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
  }
  fs::remove_all(folder);
  for (const char *ending : {".out", ".err"})
    fs::remove(folder.string() + ending);
  return wrong;
}

static void print(Progress &progress) {
  std::printf("%-14s", "exit code");
  for (int code = 0; code < 6; ++code)
    std::printf(" %8d", code);
  std::printf(" %8s\n", "signal");
  for (int kind = 0; kind < kSceneKinds; ++kind) {
    const Ended &ended = endedBy(static_cast<SceneKind>(kind), progress);
    std::printf("%-14s", name(static_cast<SceneKind>(kind)));
    for (int64_t count : ended.codes)
      std::printf(" %8lld", static_cast<long long>(count));
    std::printf(" %8lld\n", static_cast<long long>(ended.bySignal));
  }
}

TEST(CommandFuzz, EndsWithACodeAndLeavesWholeOutputs) {
  const char *most = std::getenv("SHARDC_FUZZ_FAILURES");
  int64_t left = most ? std::strtoll(most, nullptr, 10) : 1;
  const Seeds seeds = seedsToTry(200);
  ASSERT_FALSE(textSeeds().empty() || jsonSeeds().empty()); // made before children are
  Progress progress;
  ChildLimits limits;
  limits.seconds = 30; // of the child; its commands have their own
  forEachSeedInChildren(seeds.first, seeds.first + seeds.count - 1, limits, progress, checkSeed,
                        [&](const ChildFailure &failure) {
                          ADD_FAILURE() << "seed " << failure.seed << " at '" << failure.doing
                                        << "' " << failure.what << "\nsee command_" << failure.seed;
                          return --left > 0;
                        });
  std::printf("command fuzz: %s\n", seeds.text().c_str());
  print(progress);
}

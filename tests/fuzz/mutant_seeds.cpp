// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/mutant_seeds.h"

#include "tests/exhaustive/cases.h"
#include "tests/fuzz/random_program.h"
#include "tests/support/compile.h"

#include "frontend/ir/tables/registry.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace shardc::test {

namespace fs = std::filesystem;

static std::string contents(const fs::path &path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// Programs with this ending, in this folder of the repository and below.
static MutantSeeds filesIn(const char *folder, const char *ending) {
  std::vector<fs::path> paths;
  for (const auto &entry : fs::recursive_directory_iterator(fs::path(SHARDC_SOURCE_DIR) / folder)) {
    const bool isProgram =
        entry.path().stem() == "program" || entry.path().parent_path().filename() == "seeds";
    if (isProgram && entry.path().extension() == ending) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  MutantSeeds seeds;
  for (const fs::path &path : paths) {
    const std::string program = contents(path);
    const std::string config = contents(path.parent_path() / "sharding.json");
    const auto has = [](const std::string &text, const char *part) {
      return text.find(part) != std::string::npos;
    };
    const bool isOfItsConfig = has(program, "\"custom_call\"") || has(config, "\"map\"");
    if (!isOfItsConfig) seeds.push_back({program, config});
  }
  return seeds;
}

/// An instance of every op in every type that it takes.
static MutantSeeds allOpsInJson() {
  MutantSeeds seeds;
  for (const OpInfo &op : allOps())
    for (const ExhaustiveCase &one : casesOf(op.mnemonic.str()))
      for (const char *type : {"f32", "i32", "i1"})
        if (std::string program = programOf(one, type); readOnly(program).program)
          seeds.push_back({std::move(program), ""});
  return seeds;
}

static std::string inText(const std::string &json) {
  Compiled read = readOnly(json);
  std::string text;
  llvm::raw_string_ostream out(text);
  if (read.program) read.program->print(out);
  return text;
}

static MutantSeeds inText(const MutantSeeds &seeds) {
  MutantSeeds all;
  for (const MutantSeed &seed : seeds)
    if (std::string text = inText(seed.program); !text.empty())
      all.push_back({std::move(text), seed.config});
  return all;
}

static MutantSeeds randomInJson() {
  MutantSeeds seeds;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    const RandomProgram made = randomProgram(seed, 8);
    seeds.push_back({made.program, seed % 2 ? made.config : made.meshConfig});
  }
  return seeds;
}

static std::vector<MutantSeeds> sortedByLength(std::vector<MutantSeeds> all) {
  for (MutantSeeds &seeds : all)
    std::stable_sort(seeds.begin(), seeds.end(), [](const auto &a, const auto &b) {
      return a.program.size() < b.program.size();
    });
  return all;
}

const std::vector<MutantSeeds> &jsonSeeds() {
  static const auto all =
      sortedByLength({filesIn("tests/fuzz/seeds", ".json"), filesIn("samples", ".json"),
                      allOpsInJson(), randomInJson()});
  return all;
}

const std::vector<MutantSeeds> &textSeeds() {
  static const auto all =
      sortedByLength({filesIn("tests/fuzz/seeds", ".mlir"), filesIn("tests", ".mlir"),
                      inText(allOpsInJson()), inText(randomInJson())});
  return all;
}

const MutantSeed &someSeed(Dice &dice, const std::vector<MutantSeeds> &seeds) {
  const MutantSeeds &some = seeds[dice.index(seeds)];
  const size_t a = dice.index(some), b = dice.index(some);
  return some[std::min(a, b)];
}

} // namespace shardc::test

// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/scene.h"

#include "tests/fuzz/mutant.h"
#include "tests/fuzz/mutant_seeds.h"
#include "tests/fuzz/mutate_arrays.h"
#include "tests/fuzz/mutate_tokens.h"
#include "tests/fuzz/random_config.h"
#include "tests/support/compile.h"

#include "cli/running/values.h"
#include "frontend/config/machine_file.h"
#include "frontend/ir/interfaces/builder.h"
#include "frontend/ir/names.h"

#include <fstream>

using namespace mlir;

namespace shardc::test {

namespace fs = std::filesystem;

const char *name(SceneKind kind) {
  static constexpr const char *kNames[kSceneKinds] = {"text",    "JSON",   "configs",
                                                      "machine", "arrays", "command line"};
  return kNames[static_cast<int>(kind)];
}

static void put(const fs::path &file, const std::string &text) {
  std::ofstream(file, std::ios::binary) << text;
}

/// What arrays of inputs or outputs are like; empty where a program has types that runs do not.
static std::vector<runtime::Signature> signatures(TypeRange types,
                                                  llvm::function_ref<std::string(unsigned)> name) {
  constexpr int64_t kMostElements = 10000;
  std::vector<runtime::Signature> all;
  int64_t elements = 0;
  for (auto [number, type] : llvm::enumerate(types)) {
    const auto spec = typeOf(type);
    if (!spec || (elements += spec->elements()) > kMostElements) return {};
    all.push_back(
        {name(number), runtimeType(spec->type), {spec->shape.begin(), spec->shape.end()}});
  }
  return all;
}

/// in.npz and out.npz, and x.npy, the first input.
static bool putArrays(Dice &dice, const fs::path &folder, func::FuncOp entry, bool changed) {
  const auto inputs = signatures(entry.getArgumentTypes(),
                                 [&](unsigned number) { return inputName(entry, number); });
  const auto outputs = signatures(entry.getResultTypes(),
                                  [&](unsigned number) { return outputName(entry, number); });
  if (inputs.empty() || outputs.empty()) return false;
  std::vector<ArrayEntry> in = randomArrays(dice, inputs), out = randomArrays(dice, outputs);
  if (changed && dice.chance(60)) mutateEntries(dice, dice.chance(70) ? in : out);
  std::string bytes = npzOf(in), others = npzOf(out);
  if (changed && dice.chance(50)) mutateBytes(dice, dice.chance(70) ? bytes : others);
  put(folder / "in.npz", bytes);
  put(folder / "out.npz", others);
  put(folder / "x.npy", in.empty() ? "" : in.front().npy);
  return true;
}

static std::string machineFor(Dice &dice, bool changed) {
  Machine machine = machines()[size_t(dice.below(int64_t(machines().size())))];
  machine.name = "mine";
  std::string text = machineText(machine);
  return changed ? changedConfig(dice, text) : text;
}

/// As it is, or with changes, which may be of the other kind of program.
static MutantSeed programFor(Dice &dice, SceneKind &kind) {
  if (kind != SceneKind::text && kind != SceneKind::json)
    return someSeed(dice, dice.chance(50) ? textSeeds() : jsonSeeds());
  const Mutant mutant = mutantProgram(dice);
  kind = isText(mutant.kind) ? SceneKind::text : SceneKind::json;
  return {mutant.program, mutant.config};
}

static std::string configFor(Dice &dice, const MutantSeed &seed, ModuleOp program, SceneKind kind) {
  if (kind != SceneKind::config && dice.chance(20)) return "";
  std::string config =
      seed.config.empty() || dice.chance(50) ? randomConfig(dice, program) : seed.config;
  return kind == SceneKind::config ? changedConfig(dice, config) : config;
}

Scene makeScene(Dice &dice, const fs::path &folder) {
  static const std::vector<SceneKind> kOften = {
      SceneKind::text,   SceneKind::text,   SceneKind::json,   SceneKind::json,
      SceneKind::config, SceneKind::config, SceneKind::arrays, SceneKind::arrays,
      SceneKind::words,  SceneKind::words,  SceneKind::machine};
  SceneKind kind = dice.pick(kOften);
  const MutantSeed seed = programFor(dice, kind);
  const bool isJson = llvm::StringRef(seed.program).ltrim().starts_with("{");
  SceneFiles files{isJson ? "p.json" : "p.mlir"};
  put(folder / files.program, seed.program);
  put(folder / "m.json", machineFor(dice, kind == SceneKind::machine));
  put(folder / "words", "--werror -v\n--name 'in a file'");
  std::string config = seed.config;
  if (const Compiled c = readOnly(seed.program); c.program) {
    config = configFor(dice, seed, *c.program, kind);
    files.hasArrays = putArrays(dice, folder, entryOf(*c.program), kind == SceneKind::arrays);
  }
  files.hasConfig = !config.empty();
  if (files.hasConfig) put(folder / "c.json", config);
  std::vector<std::string> words = someCommand(dice, files);
  if (kind == SceneKind::machine) words.insert(words.end(), {"--machine", "m.json"});
  for (int64_t left = kind == SceneKind::words ? dice.pick<int64_t>({1, 1, 1, 2, 3, 5}) : 0;
       left > 0; --left)
    mutateWords(dice, words);
  return {kind, words};
}

} // namespace shardc::test

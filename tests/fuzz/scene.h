// SPDX-License-Identifier: Apache-2.0
// The files of a folder and a command about them, of which one thing is changed.
#pragma once

#include "tests/fuzz/dice.h"

#include <filesystem>
#include <string>
#include <vector>

namespace shardc::test {

/// What is changed.
enum class SceneKind : uint8_t { text, json, config, machine, arrays, words };
constexpr int kSceneKinds = 6;
const char *name(SceneKind kind);

struct Scene {
  SceneKind kind;
  std::vector<std::string> words; // without the program's own
};

/// Writes the files of a case into an empty folder: a program, and beside it its config, arrays for
/// its inputs and outputs, a machine and words in a file, as far as it has them. A state of the
/// dice gives the same on every machine.
Scene makeScene(Dice &dice, const std::filesystem::path &folder);

/// The words of a command about these files; `program` and the like are their names.
struct SceneFiles {
  std::string program;
  bool hasConfig = false, hasArrays = false;
};
std::vector<std::string> someCommand(Dice &dice, const SceneFiles &files);
/// Other words: options and values that are missing, twice, misspelled, of other verbs, or
/// senseless.
void mutateWords(Dice &dice, std::vector<std::string> &words);

} // namespace shardc::test

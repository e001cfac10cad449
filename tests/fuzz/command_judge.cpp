// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/command_judge.h"

#include "runtime/io/formats/npz.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <regex>

namespace shardc::test {

using Words = std::vector<std::string>;

/// How it ended: by itself, with a code of the table, and a reason where that is not 0.
static std::string wrongEnd(const Words &words, const Fate &fate, const CommandOutcome &outcome) {
  if (outcome.signal == SIGPROF || outcome.signal == SIGALRM) return "takes too long";
  if (outcome.signal != 0)
    return outcome.signal == fate.signal ? "" : "signal " + std::to_string(outcome.signal);
  if (outcome.code < 0 || outcome.code > 5) return "exit code " + std::to_string(outcome.code);
  if (outcome.code != 0 && outcome.err.empty() && !fate.fileBytes)
    return "exit code " + std::to_string(outcome.code) + " without a word";
  const auto said = std::find(words.begin(), words.end(), "--diagnostics=json");
  const bool mayBeValue = said != words.begin() && (said - 1)->starts_with("-");
  const bool json = said != words.end() && !mayBeValue;
  std::istringstream lines(json && !fate.fileBytes && fate.signal == 0 ? outcome.err : "");
  for (std::string line; std::getline(lines, line);)
    if (!nlohmann::json::accept(line)) return "a message that is no JSON: " + line;
  return "";
}

/// The bundle's folder that a file is in, by its plan.json; none if it is in none.
static bool isBundle(const FolderState &state, const std::string &folder) {
  return state.count(folder + "/plan.json") && state.count(folder + "/src");
}

/// A folder with part of a bundle has all of it: what its CMakeLists.txt names, too.
static std::string wrongBundle(const FolderState &state, const std::string &folder) {
  for (const char *part :
       {"CMakeLists.txt", "README.md", "plan.json", "program.mlir", "include", "runtime", "src"})
    if (!state.count(folder + "/" + part)) return folder + " lacks " + part;
  const std::string text = *state.at(folder + "/CMakeLists.txt");
  static const std::regex kSource(R"(\b(src|runtime)/[\w./]+\.(cpp|cu)\b)");
  for (std::sregex_iterator it(text.begin(), text.end(), kSource), end; it != end; ++it)
    if (!state.count(folder + "/" + it->str())) return folder + " lacks " + it->str();
  if (!nlohmann::json::accept(*state.at(folder + "/plan.json"))) return folder + "/plan.json";
  return "";
}

/// Whether the words name a path, or a folder that it is in.
static bool isNamed(const Words &words, const std::string &path) {
  const std::string top = path.substr(0, path.find('/'));
  return std::any_of(words.begin(), words.end(), [&](const std::string &word) {
    return word.find(top) != std::string::npos || word == "." || word == "./";
  });
}

static bool isLeftover(const std::string &path) {
  static const std::regex kOurs(R"(.*(\.shardc-[0-9a-f]{8}|\.[0-9]+\.part)(/.*)?)");
  return std::regex_match(path, kOurs);
}

static std::string wrongFile(const Words &words, const std::string &path,
                             const std::string &content) {
  // A table may be called plan.json, too.
  const bool isTable = path == "plan.json" && std::ranges::find(words, "--json") == words.end();
  const bool isJson = path.ends_with("plan.json") || path.ends_with("times.json");
  if (isJson && !isTable && !nlohmann::json::accept(content)) return path + " is no JSON";
  // Configs and times may be called so, too.
  const bool isOfArrays = !words.empty() && words.front() == "run";
  if (!isOfArrays || !path.ends_with(".npz")) return "";
  const std::string copy = std::tmpnam(nullptr);
  std::ofstream(copy, std::ios::binary) << content;
  std::string wrong;
  try {
    runtime::readNpz(copy);
  } catch (const runtime::Error &error) {
    wrong = path + ": " + error.what();
  }
  std::remove(copy.c_str());
  return wrong;
}

static std::string wrongNewEntry(const Words &words, const FolderState &after,
                                 const std::string &path,
                                 const std::optional<std::string> &content) {
  if (content) return wrongFile(words, path, *content);
  const auto next = after.upper_bound(path + "/");
  const bool isEmpty = next == after.end() || !next->first.starts_with(path + "/");
  if (isEmpty) return path + " is an empty folder";
  const bool hasPart = after.count(path + "/src") || after.count(path + "/plan.json");
  return hasPart || isBundle(after, path) ? wrongBundle(after, path) : "";
}

std::string leftoverFolder(const FolderState &state) {
  for (const auto &[path, content] : state)
    if (!content && isLeftover(path)) return path;
  return "";
}

std::string wrongOutcome(const Words &words, const Fate &fate, const CommandOutcome &outcome,
                         const FolderState &before, const FolderState &after) {
  if (std::string wrong = wrongEnd(words, fate, outcome); !wrong.empty()) return wrong;
  const bool wasKilled = outcome.signal == SIGKILL;
  for (const auto &[path, content] : before) {
    const auto now = after.find(path);
    const bool isSame = now != after.end() && now->second == content;
    if (!isSame && !isNamed(words, path) && !isLeftover(path)) return path + " is changed";
  }
  for (const auto &[path, content] : after) {
    const auto was = before.find(path);
    if (was != before.end() && was->second == content) continue;
    if (isLeftover(path)) {
      if (!wasKilled) return path + " is left";
      continue;
    }
    const std::string wrong = wrongNewEntry(words, after, path, content);
    if (!wrong.empty() && !(wasKilled && !content)) return wrong;
  }
  return "";
}

} // namespace shardc::test

// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/scene.h"

#include <algorithm>

namespace shardc::test {

using Words = std::vector<std::string>;

static void add(Words &words, const Words &more) {
  words.insert(words.end(), more.begin(), more.end());
}

/// What runs take is bounded: loops may be endless.
static void addRun(Dice &dice, Words &words, const SceneFiles &files) {
  if (files.hasArrays && dice.chance(80))
    add(words, {"--input", "in.npz"});
  else
    add(words, {"--input", dice.pick<std::string>({"*=random:1", "*=iota", "*=zeros", "*=0.5"})});
  if (files.hasArrays && dice.chance(20)) add(words, {"--input", "arg0=x.npy"});
  add(words, {"--timeout", "1"});
}

static void addOptions(Dice &dice, Words &words, const SceneFiles &files) {
  const std::string verb = words.front();
  if (verb == "init") {
    if (dice.chance(30)) add(words, {"--mesh", "data=2, model=2"});
    if (dice.chance(60)) add(words, {"-o", "init.json"});
    return;
  }
  if (files.hasConfig && dice.chance(90)) add(words, {"-c", "c.json"});
  if (verb == "run") {
    addRun(dice, words, files);
    add(words, dice.chance(70) ? Words{"-o", "result.npz"} : Words{"--print"});
  } else if (verb == "verify") {
    addRun(dice, words, files);
    if (files.hasArrays && dice.chance(50)) add(words, {"--expect", "out.npz"});
    if (dice.chance(20)) add(words, {"--rtol", "0.1"});
  } else if (verb == "compile") {
    add(words, {"-o", dice.pick<std::string>({"bundle", "deep/er/bundle"})});
    if (dice.chance(50)) add(words, {"--target", dice.chance(50) ? "cpu" : "cuda"});
    if (dice.chance(20)) add(words, {"-MD", "-MF", "rule.d"});
  } else if (verb == "explain") {
    if (dice.chance(50))
      add(words, {"--value", dice.pick<std::string>({"arg0", "out0", "x", "3"})});
  } else if (verb == "plan") {
    add(words, dice.pick<Words>({{},
                                 {"--json"},
                                 {"-v"},
                                 {"-o", "plan.txt"},
                                 {"--to", "normalise"},
                                 {"--notation", "hlo"},
                                 {"--json", "-o", "plan.json"}}));
  }
  if (verb == "check") return;
  if (dice.chance(10)) add(words, {"--numerics", dice.chance(50) ? "strict" : "fast"});
  if (dice.chance(10)) add(words, {"--sum-leaves", "4"});
  if (verb == "explain") return;
  if (dice.chance(10)) add(words, {"--dump-dir", "dumps/of"});
  if (dice.chance(10)) add(words, {"--timings", "times.json"});
}

Words someCommand(Dice &dice, const SceneFiles &files) {
  Words words = {dice.pick<std::string>({"check", "init", "plan", "explain", "compile", "compile",
                                         "compile", "run", "run", "verify"}),
                 files.program};
  addOptions(dice, words, files);
  if (words.front() == "init") return words;
  if (dice.chance(20)) words.push_back("--diagnostics=json");
  if (dice.chance(10)) words.push_back("--werror");
  return words;
}

static const Words &options() {
  static const Words all = {"-c",
                            "--config",
                            "--name",
                            "--machine",
                            "--timeout",
                            "--werror",
                            "-W",
                            "-Wno-",
                            "-Werror=",
                            "--diagnostics",
                            "-v",
                            "--numerics",
                            "--sum-leaves",
                            "--to",
                            "--from",
                            "--dump-dir",
                            "--timings",
                            "--json",
                            "--notation",
                            "-o",
                            "--output",
                            "--value",
                            "--collective",
                            "--target",
                            "--cuda-arch",
                            "--emit",
                            "--list-outputs",
                            "-MD",
                            "-MF",
                            "--input",
                            "--print",
                            "--time",
                            "--repeat",
                            "--engine",
                            "--expect",
                            "--got",
                            "--rtol",
                            "--mesh",
                            "--help",
                            "-h",
                            "--version",
                            "-V",
                            "--",
                            "-",
                            "--unknown",
                            "-x",
                            "---",
                            "@words",
                            "@nothing",
                            "@.",
                            "@words/"};
  return all;
}

/// Paths stay inside of the folder, or lead to where nothing can be put.
static const Words &values() {
  static const Words all = {"",
                            "-",
                            ".",
                            "p.json",
                            "p.mlir",
                            "c.json",
                            "in.npz",
                            "out.npz",
                            "m.json",
                            "x.npy",
                            "nothere/x",
                            "/dev/null",
                            "/dev/full",
                            "words",
                            "words/x",
                            "0",
                            "-1",
                            "1",
                            "2",
                            "1e300",
                            "1e-300",
                            "9.3e9",
                            "nan",
                            "inf",
                            "0x10",
                            "1000001",
                            "9223372036854775808",
                            "x=zeros",
                            "*=zeros",
                            "arg0=iota:",
                            "=",
                            "x==",
                            "*=random:",
                            "arg0=nan",
                            "arg0=1e999",
                            "*=in.npz",
                            "cpu",
                            "cuda",
                            "h100",
                            "80;90",
                            "90a-real",
                            "native",
                            "80;;90",
                            "plan.json",
                            "ptx",
                            "program.mlir",
                            "src/x.cpp",
                            "normalise",
                            "propagate",
                            "reshard",
                            "plan",
                            "check",
                            "independent",
                            "json",
                            "hlo",
                            "pxla",
                            "sdy",
                            "spec",
                            "no-repeated-work",
                            "error=x",
                            "c0",
                            "out0",
                            "arg0",
                            "%0",
                            "p.mlir:3",
                            "p.json:1:1",
                            "99999999999999999999:1",
                            "data=2",
                            "data=0",
                            "a=2, a=2",
                            "x=",
                            "INSTALL",
                            "a b",
                            "class",
                            "mine",
                            "\xFF\xFE",
                            "\n",
                            "\x1B[31m",
                            "'",
                            "\"",
                            "*",
                            "**",
                            "%s%n",
                            "--",
                            "-o",
                            std::string(5000, 'a'),
                            "../../nothere/x"};
  return all;
}

static std::string misspelled(Dice &dice, std::string word) {
  if (word.empty()) return "x";
  const size_t at = dice.index(word);
  switch (dice.below(4)) {
  case 0:
    return word.erase(at, 1);
  case 1:
    return word.insert(at, 1, word[at]);
  case 2:
    word[at] = static_cast<char>('a' + dice.below(26));
    return word;
  default:
    return word + "=" + dice.pick(values());
  }
}

void mutateWords(Dice &dice, Words &words) {
  if (words.empty()) {
    words.push_back(dice.pick(options()));
    return;
  }
  const size_t at = dice.index(words);
  const auto place = words.begin() + ptrdiff_t(at);
  switch (dice.below(8)) {
  case 0:
    words.erase(place);
    return;
  case 1:
    words.push_back(std::string(words[at]));
    return;
  case 2:
    std::swap(words[at], words[dice.index(words)]);
    return;
  case 3:
    words[at] = misspelled(dice, words[at]);
    return;
  case 4:
    words.insert(place, dice.pick(options()));
    return;
  case 5:
    words.push_back(dice.pick(options()));
    words.push_back(dice.pick(values()));
    return;
  case 6:
    words[0] = dice.pick<std::string>({"check", "init", "plan", "explain", "compile", "run",
                                       "verify", "list", "help", "ops", "diff", ""});
    return;
  default:
    words[at] = dice.pick(values());
  }
}

} // namespace shardc::test

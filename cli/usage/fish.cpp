// SPDX-License-Identifier: Apache-2.0
#include "cli/usage/usage.h"

#include "llvm/ADT/StringExtras.h"

namespace shardc {

static std::string fishQuoted(const std::string &text) {
  std::string out = "'";
  for (char c : text)
    out += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return out + "'";
}

/// A line of completions that hold where `condition` does.
static std::string complete(const std::string &condition, const std::string &words) {
  return "complete -c shardc -n " + fishQuoted(condition) + words + "\n";
}

static std::string option(const OptionText &option, const std::string &condition) {
  std::string words;
  for (const std::string &name : option.names)
    words +=
        llvm::StringRef(name).starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.choices.empty())
    words += " -x -a " + fishQuoted(llvm::join(option.choices, " "));
  else if (!option.value.empty())
    words += " -r -F";
  return complete(condition, words + " -d " + fishQuoted(option.what));
}

/// Completions of an argument; `before` words stand before it.
static std::string argument(const OptionText &argument, const std::string &condition, int before) {
  if (argument.choices.empty()) return ""; // a file, as everywhere
  return complete(condition + "; and test (count (commandline -opc)) -eq " + std::to_string(before),
                  " -f -a " + fishQuoted(llvm::join(argument.choices, " ")) + " -d " +
                      fishQuoted(argument.what));
}

std::string fishCompletion(const CommandText &command) {
  const std::string first = "__fish_use_subcommand";
  std::string text = "# Completions of shardc for fish.\n" + complete(first, " -f");
  for (const OptionText &top : command.options)
    text += option(top, first);
  for (const VerbText &verb : command.verbs) {
    text += complete(first, " -a " + verb.name + " -d " + fishQuoted(verb.what));
    const std::string seen = "__fish_seen_subcommand_from " + verb.name;
    int before = 2; // shardc and the verb
    for (const OptionText &one : verb.options)
      text += one.argument ? argument(one, seen, before++) : option(one, seen);
  }
  return text;
}

} // namespace shardc

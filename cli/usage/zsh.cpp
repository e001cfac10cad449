// SPDX-License-Identifier: Apache-2.0
// Specifications for _arguments, one for each name of an option.
#include "cli/usage/usage.h"

#include "llvm/ADT/StringExtras.h"

namespace shardc {

/// In single quotes for the shell.
static std::string zshQuoted(const std::string &text) {
  std::string out = "'";
  for (char c : text)
    out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

/// With a backslash before what _arguments would take for its own.
static std::string zshEscaped(const std::string &text) {
  std::string out;
  for (char c : text)
    out += llvm::StringRef("[]:\\").contains(c) ? std::string("\\") + c : std::string(1, c);
  return out;
}

/// ":what is asked for:how it is completed".
static std::string action(const OptionText &option) {
  const std::string message = ":" + zshEscaped(option.argument ? option.names[0] : option.value);
  return message +
         (option.choices.empty() ? ":_files" : ":(" + llvm::join(option.choices, " ") + ")");
}

static std::vector<std::string> specifications(const std::vector<OptionText> &options) {
  std::vector<std::string> specs;
  int argument = 0;
  for (const OptionText &option : options) {
    if (option.argument) {
      specs.push_back(std::to_string(++argument) + (option.required ? "" : ":") + action(option));
      continue;
    }
    const std::string others = option.repeatable ? "*" : "(" + llvm::join(option.names, " ") + ")";
    for (const std::string &name : option.names) {
      const std::string joined = option.value.empty()                      ? ""
                                 : llvm::StringRef(name).starts_with("--") ? "="
                                                                           : "+";
      specs.push_back(others + name + joined + "[" + zshEscaped(option.what) + "]" +
                      (option.value.empty() ? "" : action(option)));
    }
  }
  return specs;
}

static std::string arguments(const std::vector<std::string> &specs, const std::string &indent) {
  std::string text = "_arguments";
  for (const std::string &spec : specs)
    text += " \\\n" + indent + zshQuoted(spec);
  return text;
}

std::string zshCompletion(const CommandText &command) {
  std::string verbs, cases;
  for (const VerbText &verb : command.verbs) {
    verbs += "    " + zshQuoted(verb.name + ":" + verb.what) + "\n";
    cases += "        " + verb.name + ")\n          " +
             arguments(specifications(verb.options), "            ") + " ;;\n";
  }
  std::vector<std::string> first = specifications(command.options);
  first.push_back("1:verb:->verb");
  first.push_back("*::argument:->rest");
  return "#compdef shardc\n"
         "_shardc() {\n"
         "  local state\n"
         "  local -a line verbs=(\n" +
         verbs + "  )\n  " + arguments(first, "    ").insert(sizeof("_arguments") - 1, " -C") +
         "\n  case $state in\n"
         "    verb) _describe verb verbs ;;\n"
         "    rest)\n"
         "      case $line[1] in\n" +
         cases +
         "      esac ;;\n"
         "  esac\n"
         "}\n"
         "if [[ $funcstack[1] == _shardc ]]; then _shardc \"$@\"; else compdef _shardc shardc; "
         "fi\n";
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Options that several verbs share are told once, under the heading that help has them under.
#include "cli/options/command_table.h"
#include "cli/options/version.h"
#include "cli/usage/usage.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardc {

/// Text as troff reads it: nothing in it is a command, and its hyphens can be copied.
static std::string escaped(llvm::StringRef text) {
  std::string out = text.starts_with(".") || text.starts_with("'") ? "\\&" : "";
  for (char c : text)
    if (c == '\\')
      out += "\\e";
    else
      out += c == '-' ? "\\-" : std::string(1, c);
  return out;
}
static std::string bold(llvm::StringRef text) { return "\\fB" + escaped(text) + "\\fR"; }
static std::string italic(llvm::StringRef text) { return "\\fI" + escaped(text) + "\\fR"; }

/// A line of its own, with the full stop that texts of the table lack.
static std::string sentence(const std::string &text) {
  return escaped(text) + (llvm::StringRef(text).ends_with(".") ? "\n" : ".\n");
}

/// "-c CONFIG, --config CONFIG", as an entry with its explanation.
static std::string entry(const OptionText &option) {
  const std::string value = option.choices.empty() ? italic(option.value) : bold(valueText(option));
  std::vector<std::string> forms;
  for (const std::string &name : option.names)
    forms.push_back(option.argument        ? italic(name)
                    : option.value.empty() ? bold(name)
                                           : bold(name) + " " + value);
  std::string text = ".TP\n" + llvm::join(forms, ", ") + "\n" + sentence(option.what);
  if (option.argument && !option.choices.empty()) text += "One of " + value + ".\n";
  if (option.repeatable) text += "May be repeated.\n";
  return text;
}

/// "plan PROGRAM [options]".
static std::string usage(const VerbText &verb) {
  std::string text = bold(verb.name);
  for (const OptionText &option : verb.options)
    if (option.argument)
      text +=
          option.required ? " " + italic(option.names[0]) : " [" + italic(option.names[0]) + "]";
  return text + " [" + italic("options") + "]";
}

/// The names of the verbs that have exactly this option.
static std::vector<std::string> verbsWith(const CommandText &command, const OptionText &option) {
  std::vector<std::string> verbs;
  for (const VerbText &verb : command.verbs)
    if (llvm::is_contained(verb.options, option)) verbs.push_back(verb.name);
  return verbs;
}

static std::string verbSection(const CommandText &command) {
  std::string text = ".SH VERBS\n";
  for (const VerbText &verb : command.verbs) {
    text += ".SS " + usage(verb) + "\n" + sentence(verb.what);
    for (const OptionText &option : verb.options)
      if (verbsWith(command, option).size() == 1) text += entry(option);
  }
  return text;
}

static std::string sharedSection(const CommandText &command) {
  std::vector<std::pair<std::string, std::string>> sections;
  std::vector<OptionText> seen;
  for (const VerbText &verb : command.verbs)
    for (const OptionText &option : verb.options) {
      const auto verbs = verbsWith(command, option);
      if (verbs.size() < 2 || llvm::is_contained(seen, option)) continue;
      seen.push_back(option);
      const std::string heading = option.group + ": " + llvm::join(verbs, ", ");
      auto section = llvm::find_if(sections, [&](auto &one) { return one.first == heading; });
      if (section == sections.end()) section = sections.insert(section, {heading, ""});
      section->second += entry(option);
    }
  std::string text = ".SH OPTIONS OF SEVERAL VERBS\n";
  for (const auto &[heading, entries] : sections)
    text += ".SS \"" + heading + "\"\n" + entries;
  return text;
}

static std::string exitSection() {
  std::string text = ".SH EXIT STATUS\n";
  for (const ExitCode &code : exitCodes())
    text +=
        ".TP\n.B " + std::to_string(static_cast<int>(code.code)) + "\n" + sentence(code.meaning);
  return text;
}

std::string manPage(const CommandText &command) {
  std::string text = ".TH SHARDC 1 \"\" \"" + versionText() +
                     "\" \"User Commands\"\n"
                     ".SH NAME\nshardc \\- shard tensor programs ahead of time\n"
                     ".SH SYNOPSIS\n.B shardc\n.I VERB\n.RI [ arguments ]\n.RI [ options ]\n";
  for (const OptionText &option : command.options)
    text += ".br\n.B shardc " + escaped(option.names.back()) + "\n";
  text +=
      ".SH DESCRIPTION\n" + sentence(command.what) +
      ".PP\n"
      "A program or a config that is called\n.B \\-\nis read from standard input;\n"
      ".BI @ FILE\nstands for the words of a file. Products go to standard output, all talk to\n"
      "standard error.\n";
  text += verbSection(command) + sharedSection(command) + exitSection();
  return text + ".SH SEE ALSO\nThe formats of programs and configs, bundles, and what is not\n"
                "supported are told in the documents that are installed with shardc, in\n"
                ".IR share/doc/shardc .\n";
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
#include "cli/usage/command_text.h"

#include "cli/options/command_table.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <CLI/CLI.hpp>

namespace shardc {

/// What the parser says of types is "TYPE", "TYPE:{choice,...}" or "TYPE:condition".
static std::vector<std::string> choicesIn(llvm::StringRef type) {
  std::vector<std::string> choices;
  const llvm::StringRef set = type.split(':').second;
  if (!set.starts_with("{") || !set.ends_with("}")) return choices;
  for (llvm::StringRef choice : llvm::split(set.drop_front().drop_back(), ","))
    choices.push_back(choice.str());
  return choices;
}

static OptionText describe(const CLI::Option &option) {
  OptionText text;
  text.argument = option.get_positional();
  if (text.argument) text.names.push_back(option.get_name(true));
  for (const std::string &name : option.get_snames())
    text.names.push_back("-" + name);
  for (const std::string &name : option.get_lnames())
    text.names.push_back("--" + name);
  const std::string type = option.get_type_name();
  if (option.get_items_expected_max() > 0)
    text.value = llvm::StringRef(type).split(':').first.str();
  text.choices = choicesIn(type);
  text.what = option.get_description();
  text.group = option.get_group();
  text.required = option.get_required();
  text.repeatable = option.get_items_expected_max() > 1;
  return text;
}

static std::vector<OptionText> optionsOf(const CLI::App &app) {
  std::vector<OptionText> options;
  for (const CLI::Option *option : app.get_options())
    if (!option->get_group().empty()) options.push_back(describe(*option));
  return options;
}

CommandText describe(const CLI::App &app) {
  CommandText text{llvm::join(llvm::split(app.get_description(), "\n"), " "), optionsOf(app), {}};
  for (const CLI::App *verb : app.get_subcommands({}))
    text.verbs.push_back({verb->get_name(), verb->get_description(), optionsOf(*verb)});
  return text;
}

CommandText describeShardc() {
  CommandOptions unused;
  CLI::App app;
  addCommandTable(app, unused);
  return describe(app);
}

std::string valueText(const OptionText &option) {
  return option.choices.empty() ? option.value : llvm::join(option.choices, "|");
}

} // namespace shardc

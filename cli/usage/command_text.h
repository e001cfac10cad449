// SPDX-License-Identifier: Apache-2.0
// The command line as text: what its manual and completions are made of. It is read off the table
// that the parser uses, so that there is no second list of options.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace shardc {

/// An option, or an argument that stands without one.
struct OptionText {
  std::vector<std::string> names;   // "-c", "--config"; of an argument its one name, "PROGRAM"
  std::string value;                // what it takes, "FILE"; empty if nothing
  std::vector<std::string> choices; // all that it takes, if that is a fixed list
  std::string what;                 // one line
  std::string group;                // the heading that help has it under
  bool argument = false, required = false, repeatable = false;

  bool operator==(const OptionText &) const = default;
};

struct VerbText {
  std::string name, what;
  std::vector<OptionText> options; // in the order of the table
};

struct CommandText {
  std::string what;                // one sentence, without its full stop
  std::vector<OptionText> options; // those that need no verb
  std::vector<VerbText> verbs;
};

/// What `app` takes, hidden options left out. Its verbs are its subcommands.
CommandText describe(const CLI::App &app);

/// What shardc itself takes.
CommandText describeShardc();

/// "cuda|cpu" if there are choices, else what the option takes.
std::string valueText(const OptionText &option);

} // namespace shardc

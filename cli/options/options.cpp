// SPDX-License-Identifier: Apache-2.0
#include "cli/options/options.h"

#include "cli/options/command_table.h"
#include "cli/options/response_file.h"
#include "cli/telling/tell.h"
#include "frontend/libraries.h"
#include "runtime/error.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <CLI/CLI.hpp>

#include <algorithm>
#include <sstream>

namespace shardc {

/// Every long option of a verb, and every verb.
static std::vector<std::string> optionNames(const CLI::App &verb) {
  std::vector<std::string> names;
  for (const CLI::Option *option : verb.get_options())
    for (const std::string &name : option->get_lnames())
      names.push_back("--" + name);
  return names;
}
static std::vector<std::string> verbNames(const CLI::App &app) {
  std::vector<std::string> names;
  for (const CLI::App *verb : app.get_subcommands({}))
    names.push_back(verb->get_name());
  return names;
}

static std::string didYouMeanOneOf(const std::string &typed,
                                   const std::vector<std::string> &choices) {
  return didYouMean(typed, std::vector<llvm::StringRef>(choices.begin(), choices.end()));
}

/// What is wrong, in the words of this command line where it has better ones than the parser.
static std::string whatIsWrong(const CLI::App &app, const CLI::ParseError &error,
                               const std::vector<std::string> &words) {
  const auto chosen = app.get_subcommands();
  if (chosen.empty()) {
    if (words.empty()) return "a verb is missing";
    return "there is no verb '" + shown(words[0]) + "'" + didYouMeanOneOf(words[0], verbNames(app));
  }
  const CLI::App &verb = *chosen.front();
  if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::ExtrasError)) return error.what();
  for (const std::string &word : words) {
    const std::string name = word.substr(0, word.find('='));
    if (name.size() < 2 || name[0] != '-') continue;
    if (verb.get_option_no_throw(name) || name.rfind("-W", 0) == 0) continue;
    return "'" + verb.get_name() + "' has no option '" + shown(name) + "'" +
           didYouMeanOneOf(name, optionNames(verb));
  }
  return error.what();
}

/// An option that is given an empty text, which would read as if it were not given; "" for none.
static std::string emptyOption(const CLI::App &app) {
  for (const CLI::App *verb : app.get_subcommands())
    for (const CLI::Option *option : verb->get_options())
      for (const std::string &word : option->results())
        if (word.empty()) return "'" + option->get_name() + "' cannot be empty";
  return "";
}

/// The name of a warning that is both silenced and made an error; "" for none.
static std::string warningTwice(const CommandOptions &options) {
  for (llvm::StringRef word : options.warnings)
    if (word.consume_front("no-") && std::find(options.warnings.begin(), options.warnings.end(),
                                               "error=" + word.str()) != options.warnings.end())
      return word.str();
  return "";
}

/// What says how a run is to be, of `run` and `verify`.
static bool asksForRun(const CommandOptions &options) {
  return !options.inputs.empty() || options.print || options.time || options.repeat != 1 ||
         !options.expect.empty() || !options.got.empty() || options.rtol;
}

/// A library that is named, and has nothing to do where sums keep their order.
static std::string inexactLibrary(const CommandOptions &options) {
  const auto chosen = librariesNamed(options.libraries);
  const bool isExact = options.numerics != "fast" && options.verb != "check"; // that has no bits
  if (!chosen || options.libraries == "auto" || !isExact) return "";
  for (const Library *library : thatDoKernelsAlone())
    if (llvm::is_contained(*chosen, library)) return library->name.str();
  return "";
}

/// What single options do not know of each other; "" where all is well.
static std::string contradiction(const CommandOptions &options) {
  const bool stopsEarly = !options.to.empty() && options.to != "plan" && options.to != "check";
  const bool prints = !options.emit.empty() || options.listOutputs;
  const bool writesBundle = options.verb == "compile" && options.to.empty();
  const std::string twice = warningTwice(options), inexact = inexactLibrary(options);
  const struct {
    bool holds;
    const std::string what;
  } clashes[] = {
      {!options.depfilePath.empty() && !options.depfile,
       "'-MF' says where '-MD' writes; give both"},
      {(options.program == "-") + (options.config == "-") + (options.machine == "-") > 1,
       "program, config and machine cannot share standard input; give all but one as files"},
      {options.timings == "-" || options.depfilePath == "-",
       "'--timings' and '-MF' write files beside what is asked for; '-' is standard output, where "
       "that goes"},
      {options.dumpDir == "-" || (writesBundle && options.output == "-"),
       "'-' is standard output, and a folder is to be written; name one"},
      {options.print && options.output == "-",
       "'--print' and '-o -' both write to standard output; give one"},
      {!twice.empty(),
       "'-Wno-" + twice + "' silences what '-Werror=" + twice + "' makes an error; give one"},
      {!inexact.empty(), "'--libraries " + inexact +
                             "' has sums in an order of its own, and "
                             "'--numerics " +
                             options.numerics + "' keeps the program's; give '--numerics fast'"},
      {options.pluginTimeout && options.plugins.empty(),
       "'--plugin-timeout' is for plug-ins, and there is none; give '--plugin'"},
      {options.json && stopsEarly,
       "'--json' prints the plan, and '--to' stops before there is one"},
      {options.notation != "spec" && stopsEarly,
       "'--notation' is for the plan, and '--to' stops before there is one"},
      {!options.to.empty() && asksForRun(options),
       "'--to' stops before anything is run; leave '--input' and the like out"},
      {!options.to.empty() && (!options.embed.empty() || !options.cudaArchitectures.empty()),
       "'--to' stops before there is a bundle; leave '--cuda-arch' and '--embed' out"},
      {!options.value.empty() && !options.collective.empty(),
       "'--value' and '--collective' are two questions; ask one"},
      {!options.got.empty() && !options.expect.empty() && !options.inputs.empty(),
       "nothing is run where '--got' and '--expect' are given; leave '--input' out"},
      {!options.emit.empty() && options.listOutputs,
       "'--emit' and '--list-outputs' print different things; give one"},
      {prints && options.depfile,
       "'-MD' is written beside a bundle, and '--emit' and '--list-outputs' write none"},
      {!options.emit.empty() && !options.output.empty(),
       "'--emit' prints on standard output; leave '-o' out"},
      {stopsEarly && (prints || options.depfile),
       "'--to' stops before there is a bundle; leave '--emit', '--list-outputs' and '-MD' out"},
  };
  for (const auto &clash : clashes)
    if (clash.holds) return clash.what;
  return "";
}

static int usageError(const CommandOptions &options, const std::string &what) {
  const int code = fail(options, Exit::usage, what);
  if (!options.jsonDiagnostics)
    llvm::errs() << "'shardc help' lists verbs, 'shardc help VERB' options\n";
  return code;
}

/// Whether messages are to be JSON, of a command line that could not be read as a whole.
static bool wantsJson(const std::vector<std::string> &words) {
  for (size_t k = 0; k < words.size(); ++k)
    if (words[k] == "--diagnostics=json" ||
        (words[k] == "--diagnostics" && k + 1 < words.size() && words[k + 1] == "json"))
      return true;
  return false;
}

/// Words as the parser knows them. It takes short options of several letters apart; those of
/// compilers are not. `help plan` is `plan --help`.
static void respell(std::vector<std::string> &words) {
  for (std::string &word : words)
    if (word == "-MD" || word == "-MF") word = "-" + word;
  if (words.empty() || words.front() != "help" || words.size() > 2) return;
  words.erase(words.begin());
  words.insert(words.begin() + (words.empty() ? 0 : 1), "--help");
}

static int printHelp(const CLI::App &app, const CLI::ParseError &error) {
  std::ostringstream text;
  const int code = app.exit(error, text, text);
  llvm::outs() << text.str();
  return code;
}

ParsedCommand parseCommand(int argc, const char *const *argv) {
  ParsedCommand parsed;
  CLI::App app;
  addCommandTable(app, parsed.options);
  std::string problem;
  auto words = expandResponseFiles({argv + 1, argv + argc}, problem);
  if (!words) {
    parsed.options.jsonDiagnostics = wantsJson({argv + 1, argv + argc});
    parsed.exit = fail(parsed.options, Exit::environment, problem);
    return parsed;
  }
  respell(*words);
  try {
    app.parse(std::vector<std::string>(words->rbegin(), words->rend()));
    for (const std::string &wrong : {emptyOption(app), contradiction(parsed.options)})
      if (!wrong.empty() && !parsed.exit) parsed.exit = usageError(parsed.options, wrong);
    // Arrays go to a path.
    if (parsed.options.verb == "run" && parsed.options.to.empty() && parsed.options.output == "-")
      parsed.options.output = "/dev/stdout";
  } catch (const CLI::ParseError &error) {
    parsed.options.jsonDiagnostics = wantsJson(*words);
    // `help x` asks of a verb that is none.
    const bool isVerb =
        !app.get_subcommands().empty() || words->empty() || words->front().starts_with('-');
    const bool asked = error.get_exit_code() == 0 && isVerb;
    parsed.exit =
        asked ? printHelp(app, error) : usageError(parsed.options, whatIsWrong(app, error, *words));
  }
  return parsed;
}

} // namespace shardc

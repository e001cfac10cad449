// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/command_line/arguments.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

/// An option: what it is called, what its value is ("": it has none), what it does.
struct Option {
  const char *word, *value, *help;
  void (*set)(Arguments &arguments, const std::string &value);
};

/// The number that the text is; `wanted` says which there may be.
template <typename Number>
Number parse_number(const char *wanted, const std::string &text, Number least, Number most) {
  Number number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool all = status == std::errc() && end == text.data() + text.size();
  if (all && number >= least && number <= most) return number;
  throw Error(Exit::usage, std::string(wanted) + ", not '" + text + "'");
}

constexpr int kMost = 1'000'000'000;
constexpr double kMostSeconds = 1e6;

const Option kOptions[] = {
    {"--input", "NAME=FROM",
     "FROM is FILE.npy, zeros, ones, a number (all elements\n"
     "are that), iota[:START] or random:SEED;\n"
     "NAME is an input's, argN, or '*' for all",
     [](Arguments &to, const std::string &value) { to.inputs.push_back(value); }},
    {"--input", "NAME=each:FILE.npy",
     "a value for each step: the first dimension of the\n"
     "file counts them",
     nullptr},
    {"--input", "FILE.npz", "all inputs in it; of several for one input the last counts", nullptr},
    {"--input", "FILE.safetensors", "the same", nullptr},
    {"--input", "FOLDER/",
     "all inputs that have a file NAME.npy in it, or\n"
     "that --shards-out has written there",
     nullptr},
    {"-o", "FILE.npz",
     "write the outputs; - is standard output. FOLDER/: a\n"
     "NAME.npy for each, written by all processes at once",
     [](Arguments &to, const std::string &value) { to.output = value; }},
    {"--shards-out", "FOLDER/",
     "write the outputs as they lie: a file for each process,\n"
     "and owners.json, which says whose block is where",
     [](Arguments &to, const std::string &value) { to.shards = value; }},
    {"--print", "", "print the outputs",
     [](Arguments &to, const std::string &) { to.print = true; }},
    {"--expect", "FILE.npz", "compare the outputs; exit with 4 if they differ",
     [](Arguments &to, const std::string &value) { to.expect = value; }},
    {"--rtol", "R",
     "how far floats may be off, in parts of the output's\n"
     "largest magnitude; else 1e-5, for f64 1e-12",
     [](Arguments &to, const std::string &value) {
       to.rtol = parse_number("--rtol wants a number that is not negative", value, 0.0,
                              std::numeric_limits<double>::max());
     }},
    {"--time", "", "print how long a call takes",
     [](Arguments &to, const std::string &) { to.time = true; }},
    {"--repeat", "N", "calls",
     [](Arguments &to, const std::string &value) {
       to.repeat = parse_number("--repeat wants a number from 1 to 1000000000", value, 1, kMost);
     }},
    {"--steps", "N",
     "calls, each with the outputs of the one before as\n"
     "inputs of the same names",
     [](Arguments &to, const std::string &value) {
       to.steps = parse_number("--steps wants a number from 1 to 1000000000", value, 1, kMost);
     }},
    {"--from-step", "N", "the number of the first step, for each: and --save; else 0",
     [](Arguments &to, const std::string &value) {
       to.from_step =
           parse_number("--from-step wants a number from 0 to 1000000000", value, 0, kMost);
     }},
    {"--save", "FOLDER/", "write the outputs of steps to FOLDER/step-N/",
     [](Arguments &to, const std::string &value) { to.save = value; }},
    {"--save-every", "N", "of the steps whose number is a multiple of N, not of the last alone",
     [](Arguments &to, const std::string &value) {
       to.save_every =
           parse_number("--save-every wants a number from 1 to 1000000000", value, 1, kMost);
     }},
    {"--watch", "NAME", "print this output after every step",
     [](Arguments &to, const std::string &value) { to.watched.push_back(value); }},
    {"--gpus", "N", "GPUs to use; else all",
     [](Arguments &to, const std::string &value) {
       to.options.gpus =
           parse_number("--gpus wants a number from 1 to 1000000000", value, 1, kMost);
     }},
    {"--threads", "N", "threads of CPUs to use; else one per processor",
     [](Arguments &to, const std::string &value) {
       to.options.threads =
           parse_number("--threads wants a number from 1 to 4096", value, 1, kMostThreads);
     }},
    {"--collectives", "HOW",
     "how devices exchange data: auto, threads (CPUs, in this\n"
     "process), cuda_local (GPUs, in this process), mpi\n"
     "(CPUs, in all processes that were started together) or\n"
     "nccl (GPUs, in all of those)",
     [](Arguments &to, const std::string &value) {
       for (const char *way : {"auto", "threads", "cuda_local", "mpi", "nccl"})
         if (value == way) to.options.collectives = value;
       if (to.options.collectives != value)
         throw Error(Exit::usage,
                     "--collectives wants auto, threads, cuda_local, mpi or nccl, not '" +
                         one_line(value) + "'");
     }},
    {"--check-messages", "",
     "compare what comes from other processes with checksums of\n"
     "what they have sent; CPUs",
     [](Arguments &to, const std::string &) { to.options.check_messages = true; }},
    {"--check-finite", "",
     "end where an input or an output has nan or an infinity,\n"
     "and say which element of which step that is",
     [](Arguments &to, const std::string &) { to.check_finite = true; }},
    {"--timeout", "SECONDS", "no wait is longer; else 600",
     [](Arguments &to, const std::string &value) {
       const double seconds =
           parse_number("--timeout wants seconds, at most 1000000", value, 0.0, kMostSeconds);
       to.options.limit = std::chrono::milliseconds(static_cast<int64_t>(std::ceil(seconds * 1e3)));
     }},
    {"--list-gpus", "", "print the GPUs there are",
     [](Arguments &to, const std::string &) { to.list_gpus = true; }},
    {"--describe", "", "print which device holds what",
     [](Arguments &to, const std::string &) { to.describe = true; }},
    {"--help", "", "print this", [](Arguments &to, const std::string &) { to.help = true; }},
};

const Option &find_option(const std::string &word) {
  for (const Option &option : kOptions)
    if (word == option.word) return option;
  throw Error(Exit::usage, "unknown argument '" + word + "'; --help lists them");
}

/// What options leave without effect beside each other.
void check(const Arguments &arguments) {
  const bool asks = arguments.describe || arguments.list_gpus;
  const bool runs = !arguments.inputs.empty() || arguments.output || arguments.expect ||
                    arguments.shards || arguments.print || arguments.time || arguments.steps ||
                    arguments.check_finite || arguments.options.check_messages;
  if (asks && runs)
    throw Error(Exit::usage, "nothing is run with --describe or --list-gpus; leave the rest out");
  if (arguments.rtol && !arguments.expect)
    throw Error(Exit::usage, "--rtol is for --expect, and there is none");
  if (arguments.print && arguments.output == "-")
    throw Error(Exit::usage, "--print and -o - both write to standard output; give one");
  if (arguments.steps && arguments.repeat > 1)
    throw Error(Exit::usage,
                "--repeat calls with the same inputs, --steps with new ones; give one");
  const bool of_steps = arguments.from_step > 0 || arguments.save || !arguments.watched.empty();
  if (of_steps && !arguments.steps)
    throw Error(Exit::usage, "--from-step, --save and --watch are for --steps, and there is none");
  if (arguments.save_every > 0 && !arguments.save)
    throw Error(Exit::usage, "--save-every is for --save, and there is none");
  if (arguments.save && !arguments.save->ends_with('/'))
    throw Error(Exit::usage, "--save wants FOLDER/, not '" + *arguments.save + "'");
  if (arguments.shards && !arguments.shards->ends_with('/'))
    throw Error(Exit::usage, "--shards-out wants FOLDER/, not '" + *arguments.shards + "'");
  if (arguments.shards && arguments.shards == arguments.output)
    throw Error(Exit::usage, "--shards-out and -o both write to '" + *arguments.shards +
                                 "', where neither could be read again; give two folders");
  if (!arguments.watched.empty() && arguments.output == "-")
    throw Error(Exit::usage, "--watch and -o - both write to standard output; give one");
}

} // namespace

Arguments parse_arguments(const std::vector<std::string> &words) {
  Arguments arguments;
  std::vector<const Option *> given;
  for (size_t i = 0; i < words.size(); ++i) {
    const Option &option = find_option(words[i]);
    const bool has_value = *option.value != 0;
    if (has_value && ++i == words.size())
      throw Error(Exit::usage, std::string(option.word) + " wants " + option.value);
    const bool again = std::find(given.begin(), given.end(), &option) != given.end();
    const std::string word = option.word;
    if (has_value && again && word != "--input" && word != "--watch") // of these there are several
      throw Error(Exit::usage, std::string(option.word) + " is given twice");
    given.push_back(&option);
    option.set(arguments, has_value ? words[i] : "");
  }
  check(arguments);
  return arguments;
}

void print_help(const Program &program) {
  std::printf("usage: %s [OPTION]...\n", program.name);
  for (const Option &option : kOptions) {
    const std::string left = std::string(option.word) + " " + option.value;
    std::string help = option.help;
    for (size_t at = 0; (at = help.find('\n', at)) != std::string::npos; ++at)
      help.insert(at + 1, 22, ' ');
    std::printf("  %-19s %s\n", left.c_str(), help.c_str());
  }
  std::printf("\nBuilt with collectives by %s.\n", collectives_here().c_str());
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

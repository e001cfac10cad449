// SPDX-License-Identifier: Apache-2.0
// The command line of every bundle.
#include "runtime/host/launcher.h"

#include "runtime/host/c_api.h"
#include "runtime/io/npy.h"
#include "runtime/io/npz.h"
#include "runtime/io/values.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <deque>
#include <limits>
#include <sys/stat.h>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

struct Arguments {
  std::vector<std::string> inputs; // as given
  std::optional<std::string> output, expect;
  std::optional<double> rtol;
  int repeat = 1;
  bool print = false, time = false, describe = false, list_gpus = false, help = false;
  std::string collectives = "auto";
  Options options;
};

using Words = std::vector<std::string>;

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
    {"--input", "FILE.npz", "all inputs in it; of several for one input the last counts", nullptr},
    {"--input", "FOLDER/", "all inputs that have a file NAME.npy in it", nullptr},
    {"-o", "FILE.npz",
     "write the outputs; - is standard output. FOLDER/: a\n"
     "NAME.npy for each, written by all processes at once",
     [](Arguments &to, const std::string &value) { to.output = value; }},
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
     "how devices exchange data: auto (several processes,\n"
     "if they were started together), threads or mpi",
     [](Arguments &to, const std::string &value) {
       if (value != "auto" && value != "threads" && value != "mpi")
         throw Error(Exit::usage, std::string("--collectives wants ") + ways_to_join() + ", not '" +
                                      one_line(value) + "'");
       to.collectives = value;
     }},
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
                    arguments.print || arguments.time;
  if (asks && runs)
    throw Error(Exit::usage, "nothing is run with --describe or --list-gpus; leave the rest out");
  if (arguments.rtol && !arguments.expect)
    throw Error(Exit::usage, "--rtol is for --expect, and there is none");
  if (arguments.print && arguments.output == "-")
    throw Error(Exit::usage, "--print and -o - both write to standard output; give one");
}

Arguments parse(const Words &words) {
  Arguments arguments;
  std::vector<const Option *> given;
  for (size_t i = 0; i < words.size(); ++i) {
    const Option &option = find_option(words[i]);
    const bool has_value = *option.value != 0;
    if (has_value && ++i == words.size())
      throw Error(Exit::usage, std::string(option.word) + " wants " + option.value);
    const bool again = std::find(given.begin(), given.end(), &option) != given.end();
    if (has_value && again && &option != kOptions) // of inputs there are several
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
}

/// " [0, 2) [0, 4)", or "" if it is empty.
std::string box_text(const Box &box) {
  std::string text;
  if (elements(box) == 0) return text;
  for (const Interval &dim : box)
    text += " [" + std::to_string(dim.lo) + ", " + std::to_string(dim.hi) + ")";
  return box.empty() ? " all" : text;
}

void describe_tensor(const Program &program, const char *kind, const Tensor &tensor) {
  std::printf("%s %s %s %s\n", kind, one_line(tensor.name).c_str(),
              typeText(tensor.type, tensor.shape).c_str(), tensor.sharding);
  for (int device = 0; device < program.devices; ++device) {
    std::string text;
    for (const Part &part : tensor.parts) {
      const std::string box = box_text(part.box(device));
      if (!box.empty()) text += (text.empty() ? "" : "  and") + box;
    }
    if (text.empty()) continue;
    if (tensor.partials.count > 1)
      text += ", partial result " + std::to_string(tensor.partials.of(device)) + " of " +
              std::to_string(tensor.partials.count);
    std::printf("  device %d:%s\n", device, text.c_str());
  }
}

/// Inputs and outputs, and which parts of each every device holds.
void describe(const Program &program) {
  std::printf("%s: %d devices, %s\n", program.name, program.devices, program.devices_are);
  for (const Tensor &input : program.inputs)
    describe_tensor(program, "input", input);
  for (const Tensor &output : program.outputs)
    describe_tensor(program, "output", output);
}

bool is_first(const Options &options) {
  return !options.processes || options.processes->rank() == 0;
}

/// The longest time that a process took, in the first one [s].
double longest(const Options &options, double seconds) {
  if (!options.processes) return seconds;
  std::vector<double> all(options.processes->count(), seconds);
  gather(*options.processes, reinterpret_cast<char *>(all.data()), sizeof seconds, options.limit);
  return *std::max_element(all.begin(), all.end());
}

/// The fastest of the calls [s].
double call(Session &session, const Program &program, const std::vector<Input> &inputs, int times,
            const Options &options) {
  double best = HUGE_VAL;
  for (int i = 0; i < times; ++i) {
    for (size_t input = 0; input < inputs.size(); ++input)
      if (i == 0 || program.inputs[input].donated)
        session.set_input(static_cast<int>(input), inputs[input].data(), inputs[input].bytes());
    const auto start = std::chrono::steady_clock::now();
    session.run();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    best = std::min(best, longest(options, took.count()));
  }
  return best;
}

/// In the first process; others give theirs.
std::vector<Array> fetch(Session &session, const std::vector<Signature> &outputs,
                         const Options &options) {
  std::vector<Array> results;
  for (const Signature &output : outputs) {
    Array result = {output.type, output.shape, {}};
    const size_t all = elementsOf(output.shape, output.type) * bytes(output.type);
    if (is_first(options)) result.data.resize(all);
    session.get_output(static_cast<int>(results.size()), result.data.data(), all);
    results.push_back(std::move(result));
  }
  return results;
}

/// Waits for all processes.
void meet(const Options &options) { longest(options, 0); }

/// A .npy file for each output, into which every process writes what it has.
void write_folder(Session &session, const Program &program, const std::string &path,
                  const Options &options) {
  if (is_first(options) && mkdir(path.c_str(), 0777) != 0 && errno != EEXIST)
    throw Error(Exit::environment, one_line(path + ": cannot be made: " + std::strerror(errno)));
  std::deque<SharedNpy> files;
  for (const Tensor &output : program.outputs)
    files.emplace_back(path + output.name + ".npy", output.type, output.shape);
  for (const SharedNpy &file : files)
    if (is_first(options)) file.make();
  meet(options);
  for (size_t output = 0; output < files.size(); ++output)
    session.own_output(static_cast<int>(output),
                       [&](const Box &box, const char *data) { files[output].write(box, data); });
  meet(options);
  for (SharedNpy &file : files)
    file.finish(is_first(options));
}

void write_outputs(const std::string &path, const std::vector<Signature> &outputs,
                   const std::vector<Array> &results) {
  std::vector<std::pair<std::string, const Array *>> arrays;
  for (size_t i = 0; i < outputs.size(); ++i)
    arrays.emplace_back(shownName(outputs[i]), &results[i]);
  writeNpz(path, arrays);
}

/// What is still on its way to standard output, which may be full or closed.
void finish_printing() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    throw Error(Exit::environment, "standard output cannot be written");
}

void run(const Program &program, const Arguments &arguments) {
  // Files first: what is wrong with them is known before any GPU is touched.
  const bool mapped = arguments.options.processes != nullptr; // each looks at its part
  const std::vector<Input> inputs =
      readInputs(signatures(program.inputs), arguments.inputs, mapped);
  const std::vector<Signature> outputs = signatures(program.outputs);
  const std::vector<Array> expected =
      arguments.expect ? readExpected(outputs, *arguments.expect) : std::vector<Array>();

  if (arguments.options.processes)
    agree(*arguments.options.processes, arguments.repeat, "number of calls",
          arguments.options.limit);
  Session session(program, arguments.options);
  for (const std::string &remark : session.remarks())
    std::fprintf(stderr, "%s: %s\n", program.name, remark.c_str());
  const double best = call(session, program, inputs, arguments.repeat, arguments.options);
  const bool to_folder = arguments.output && arguments.output->ends_with('/');
  if (to_folder) write_folder(session, program, *arguments.output, arguments.options);
  std::vector<Array> results;
  if (arguments.print || arguments.expect || (arguments.output && !to_folder))
    results = fetch(session, outputs, arguments.options);
  if (!is_first(arguments.options)) return;
  if (arguments.print)
    for (size_t i = 0; i < outputs.size(); ++i)
      std::fputs(formatValue(shownName(outputs[i]), results[i]).c_str(), stdout);
  finish_printing();
  if (arguments.output && !to_folder)
    write_outputs(*arguments.output == "-" ? "/dev/stdout" : *arguments.output, outputs, results);
  for (size_t i = 0; i < expected.size(); ++i)
    if (const auto line = findDifference(outputs[i], results[i], expected[i], arguments.rtol))
      throw Error(Exit::differs, *line);

  std::string summary = std::to_string(program.devices) + " devices";
  if (arguments.options.processes)
    summary += " in " + std::to_string(arguments.options.processes->count()) + " processes";
  if (arguments.time) {
    char time[100];
    std::snprintf(time, sizeof(time), ", %d call%s, the fastest in %.3f ms", arguments.repeat,
                  arguments.repeat == 1 ? "" : "s", best * 1e3);
    summary += time;
  }
  if (arguments.expect) summary += ", outputs as expected";
  if (arguments.output) summary += ", outputs in " + one_line(*arguments.output);
  std::fprintf(stderr, "%s: %s\n", program.name, summary.c_str());
}

} // namespace

int command_line(const Program &program, int argc, char **argv) {
  // What cannot be written is told by the call that writes.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::shared_ptr<Processes> processes;
  const int code = guard([&] {
    Arguments arguments = parse({argv + std::min(argc, 1), argv + argc});
    const bool runs = !arguments.help && !arguments.describe && !arguments.list_gpus;
    if (runs) processes = arguments.options.processes = join_processes(arguments.collectives);
    if (arguments.help)
      print_help(program);
    else if (arguments.describe)
      describe(program);
    else if (arguments.list_gpus)
      for (const std::string &gpu : list_gpus())
        std::printf("%s\n", gpu.c_str());
    else
      run(program, arguments);
    finish_printing();
  });
  if (code == 0) return code;
  const std::string who =
      processes ? ", process " + std::to_string(processes->rank()) : std::string();
  std::fprintf(stderr, "%s%s: error: %s\n", program.name, who.c_str(), last_error());
  if (processes) processes->abort(code); // others may wait for this one
  return code;
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

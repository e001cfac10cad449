// SPDX-License-Identifier: Apache-2.0
// A run of a bundle's program: inputs from files, then either calls with the same inputs, for
// times, or steps that each take what the one before has made, then the outputs. Of several
// processes all go through the same calls in the same order; the first one prints and writes what
// is one file, and into a folder's files each writes what it has.
#include "runtime/host/command_line/calls.h"

#include "runtime/host/command_line/finite_values.h"
#include "runtime/host/command_line/outputs.h"
#include "runtime/host/hash.h"
#include "runtime/io/folder.h"
#include "runtime/io/formats/npz.h"
#include "runtime/io/steps.h"
#include "runtime/io/values.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

/// The fastest of the calls [s].
double call(Session &session, const Program &program, const std::vector<Input> &inputs, int times,
            const Arguments &arguments) {
  const FiniteValues finite(program, arguments);
  for (size_t input = 0; input < inputs.size(); ++input)
    finite.require_input(static_cast<int>(input), inputs[input], 0);
  double best = HUGE_VAL;
  for (int i = 0; i < times; ++i) {
    for (size_t input = 0; input < inputs.size(); ++input)
      if (i == 0 || program.inputs[input].donated)
        session.set_input(static_cast<int>(input), inputs[input].pieces());
    const auto start = std::chrono::steady_clock::now();
    session.run();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    best = std::min(best, arguments.time ? longest(arguments.options, took.count()) : 0);
  }
  finite.require_outputs(session, 0); // all calls make the same
  return best;
}

/// In the first process; others give theirs.
Array fetch_one(Session &session, const std::vector<Signature> &outputs, int output,
                const Options &options) {
  Array result = {outputs[output].type, outputs[output].shape, {}};
  const size_t all = elementsOf(result.shape, result.type) * bytes(result.type);
  if (is_first(options)) result.data.resize(all);
  session.get_output(output, result.data.data(), all);
  return result;
}

std::vector<Array> fetch(Session &session, const std::vector<Signature> &outputs,
                         const Options &options) {
  std::vector<Array> results;
  for (int output = 0; output < static_cast<int>(outputs.size()); ++output)
    results.push_back(fetch_one(session, outputs, output, options));
  return results;
}

/// Of all that decides which messages processes send, of where files go, and of how inputs are
/// made: they have to agree. Files are where each finds them.
uint64_t hash_of(const Arguments &arguments, const std::vector<Input> &inputs) {
  std::string text;
  const auto add = [&](const std::string &part) { text += part + '\n'; };
  add(arguments.output.value_or(""));
  add(arguments.save.value_or(""));
  add(arguments.shards.value_or(""));
  for (const std::string &name : arguments.watched)
    add(name);
  for (const int number : {arguments.from_step, arguments.save_every, int{arguments.print},
                           int{arguments.time}, int{arguments.check_finite},
                           int{arguments.expect.has_value()}, int{arguments.steps.has_value()}})
    add(std::to_string(number));
  for (const Input &input : inputs) {
    add(std::to_string(input.steps.value_or(-1)));
    add(input.word);
    for (const int64_t extent : input.array.shape)
      add(std::to_string(extent));
  }
  Hash hash;
  hash.add(text.data(), text.size());
  return hash.value;
}

void write_outputs(const std::string &path, const std::vector<Signature> &outputs,
                   const std::vector<Array> &results) {
  std::vector<std::pair<std::string, const Array *>> arrays;
  for (size_t i = 0; i < outputs.size(); ++i)
    arrays.emplace_back(shownName(outputs[i]), &results[i]);
  writeNpz(path, arrays);
}

/// Calls that each take what the one before has made.
struct Steps {
  Steps(const Arguments &arguments, const std::vector<Signature> &inputs,
        const std::vector<Input> &given, const std::vector<Signature> &outputs)
      : first(arguments.from_step), calls(arguments.steps.value_or(arguments.repeat)) {
    if (!arguments.steps) {
      requireNoSteps(inputs, given);
      return;
    }
    pairs = stepPairs(inputs, given, outputs, calls);
    watched = watchedOutputs(outputs, arguments.watched);
  }

  int first, calls;
  std::vector<std::pair<int, int>> pairs; // outputs that become inputs
  std::vector<int> watched;               // outputs
};

std::string folder_of(const std::string &save, int step) {
  return save + "step-" + std::to_string(step) + "/";
}

/// What a step has made, as a folder that is there when it is whole. Its number is that of the step
/// to go on with.
void save(Session &session, const std::vector<Signature> &outputs, const Arguments &arguments,
          int step) {
  const std::string folder = folder_of(*arguments.save, step);
  const std::string unfinished = folder.substr(0, folder.size() - 1) + ".part/";
  write_folder(session, outputs, unfinished, arguments.options);
  if (is_first(arguments.options)) replace_folder(unfinished, folder);
}

/// What fails for other processes while no step of the program runs gets a place of its own.
template <typename Act>
void at(const std::string &place, const Act &act) {
  try {
    act();
  } catch (const Lost &lost) {
    throw Lost(place + ": " + lost.what());
  }
}

/// The same between runs, also for who sees beside this that another process has gone.
template <typename Act>
void between(Session &session, const std::string &place, const Act &act) {
  session.say_place(place);
  at(place, act);
  session.say_place("");
}

/// The fastest of the steps [s].
double take(const Steps &steps, Session &session, const Program &program,
            const Arguments &arguments, const std::vector<Input> &inputs,
            const std::vector<Signature> &outputs) {
  const FiniteValues finite(program, arguments);
  double best = HUGE_VAL;
  std::vector<bool> fed(inputs.size());
  for (int step = steps.first; step < steps.first + steps.calls; ++step) {
    for (size_t input = 0; input < inputs.size(); ++input)
      if (step == steps.first || inputs[input].steps ||
          (program.inputs[input].donated && !fed[input])) {
        finite.require_input(static_cast<int>(input), inputs[input], step);
        session.set_input(static_cast<int>(input), inputs[input].pieces(step));
      }
    const auto start = std::chrono::steady_clock::now();
    session.run();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    best = std::min(best, took.count());
    finite.require_outputs(session, step);
    for (int output : steps.watched) {
      Array value;
      between(session, "step " + std::to_string(step) + ", of which an output is watched",
              [&] { value = fetch_one(session, outputs, output, arguments.options); });
      if (!is_first(arguments.options)) continue;
      std::fputs(watchedText(step, outputs[output], value).c_str(), stdout);
      std::fflush(stdout);
    }
    const bool is_last = step + 1 == steps.first + steps.calls;
    const bool saves = arguments.save_every > 0 ? (step + 1) % arguments.save_every == 0 : is_last;
    if (arguments.save && (saves || is_last))
      between(session, "step " + std::to_string(step + 1) + ", which is saved",
              [&] { save(session, outputs, arguments, step + 1); });
    if (is_last) break;
    session.feed(steps.pairs);
    for (const auto &[output, input] : steps.pairs)
      fed[input] = true;
  }
  return longest(arguments.options, best);
}

} // namespace

/// What is still on its way to standard output, which may be full or closed.
void finish_printing() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    throw Error(Exit::environment, "standard output cannot be written");
}

void run_program(const Program &program, const Arguments &arguments) {
  // Files first: what is wrong with them is known before any GPU is touched.
  std::optional<Parts> parts; // each process makes and reads its own
  if (arguments.options.processes) parts = boxes_here(program, program.inputs, arguments.options);
  const std::vector<Signature> outputs = signatures(program.outputs);
  const std::vector<Input> inputs =
      readInputs(signatures(program.inputs), arguments.inputs, parts, outputs);
  const std::vector<Array> expected =
      arguments.expect ? readExpected(outputs, *arguments.expect) : std::vector<Array>();

  const Steps steps(arguments, signatures(program.inputs), inputs, outputs);
  std::optional<Session> opened;
  at(kAtTheStart, [&] {
    if (Processes *processes = arguments.options.processes.get()) {
      agree(*processes, steps.calls, "number of calls", arguments.options.limit);
      agree(*processes, hash_of(arguments, inputs), "set of options", arguments.options.limit);
    }
    opened.emplace(program, arguments.options);
  });
  Session &session = *opened;
  for (const std::string &remark : session.remarks())
    std::fprintf(stderr, "%s: %s\n", program.name, remark.c_str());
  const double best = arguments.steps ? take(steps, session, program, arguments, inputs, outputs)
                                      : call(session, program, inputs, arguments.repeat, arguments);
  const bool to_folder = arguments.output && arguments.output->ends_with('/');
  std::vector<Array> results;
  between(session, "all is computed, outputs are taken", [&] {
    if (to_folder) write_folder(session, outputs, *arguments.output, arguments.options);
    if (arguments.shards) write_shards(session, program, *arguments.shards, arguments.options);
    if (arguments.print || arguments.expect || (arguments.output && !to_folder))
      results = fetch(session, outputs, arguments.options);
  });
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

  const auto counted = [](int count, const std::string &what, const char *of_several) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : of_several);
  };
  std::string summary = counted(program.devices, "device", "s");
  if (arguments.options.processes)
    summary += " in " + counted(arguments.options.processes->count(), "process", "es");
  if (arguments.time) {
    char time[100];
    std::snprintf(time, sizeof(time), ", %d call%s, the fastest in %.*f ms", steps.calls,
                  steps.calls == 1 ? "" : "s", best < 1e-3 ? 6 : 3, best * 1e3);
    summary += time;
  }
  if (arguments.expect) summary += ", outputs as expected";
  if (arguments.output) summary += ", outputs in " + one_line(*arguments.output);
  if (arguments.shards) summary += ", shards in " + one_line(*arguments.shards);
  std::fprintf(stderr, "%s: %s\n", program.name, summary.c_str());
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

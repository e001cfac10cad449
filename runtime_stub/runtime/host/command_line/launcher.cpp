// SPDX-License-Identifier: Apache-2.0
// The command line of every bundle.
#include "runtime/host/command_line/launcher.h"

#include "runtime/host/c_api.h"
#include "runtime/host/command_line/calls.h"
#include "runtime/host/start/checked.h"

#include <algorithm>
#include <csignal>
#include <cstdio>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

/// For a line that another process has gone while there is no session.
void say_place(Processes *processes, const Program &program, const char *place) {
  if (processes == nullptr) return;
  processes->set_where(
      [name = one_line(program.name), place] { return std::pair(name, std::string(place)); });
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

/// Those that messages go to and come from. `processes` are there as soon as any are known: what
/// goes wrong then ends them all.
std::shared_ptr<Processes> join(const Program &program, const Arguments &arguments,
                                std::shared_ptr<Processes> &processes) {
  const Options &options = arguments.options;
  processes = join_processes(options.collectives, options.limit);
  if (!processes) return processes;
  say_place(processes.get(), program, kAtTheStart);
  agree(*processes, options.check_messages, "choice of --check-messages", options.limit);
  return options.check_messages ? with_checked_messages(processes) : processes;
}

} // namespace

int command_line(const Program &program, int argc, char **argv) {
  // What cannot be written is told by the call that writes.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::shared_ptr<Processes> processes;
  const int code = guard([&] {
    Arguments arguments = parse_arguments({argv + std::min(argc, 1), argv + argc});
    const bool runs = !arguments.help && !arguments.describe && !arguments.list_gpus;
    if (runs) arguments.options.processes = join(program, arguments, processes);
    if (arguments.help)
      print_help(program);
    else if (arguments.describe)
      describe(program);
    else if (arguments.list_gpus)
      for (const std::string &gpu : list_gpus())
        std::printf("%s\n", gpu.c_str());
    else
      run_program(program, arguments);
    finish_printing();
    say_place(processes.get(), program, "at the end");
  });
  if (code == 0) return code;
  if (processes) processes->set_where({}); // one line is enough
  const std::string who =
      processes ? ", process " + std::to_string(processes->rank()) : std::string();
  std::fprintf(stderr, "%s%s: error: %s\n", program.name, who.c_str(), last_error());
  if (processes) processes->abort(code); // others may wait for this one
  return code;
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

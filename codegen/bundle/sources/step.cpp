// SPDX-License-Identifier: Apache-2.0
// src/NAME.step.cpp: what one call does, a line per step.
#include "codegen/bundle/parts.h"
#include "codegen/bundle/sources/movements.h"

#include "codegen/cpp/kernels.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace shardc::bundle {

namespace {
/// Writes the steps of one function.
struct StepWriter {
  const Parts &parts;
  const Function &function;
  std::string out = {};

  int depth = 0;            // of loops
  std::string section = {}; // that the steps before are of

  void write(ArrayRef<Step> steps, const std::string &indent) {
    for (size_t first = 0; first < steps.size();) {
      const size_t end = endOfJoined(steps, first);
      out += (out.empty() || StringRef(out).ends_with("{\n") ? "" : "\n");
      heading(steps[first], indent);
      if (steps[first].kind == Step::Kind::collective)
        collectives(steps.slice(first, end - first), indent);
      else if (end - first > 1)
        rowBlocks(steps.slice(first, end - first), indent);
      else
        write(steps[first], indent);
      first = end;
    }
  }

  void write(const Step &step, const std::string &indent) {
    if (step.kind != Step::Kind::wait) comment(step, indent, placeText(step));
    switch (step.kind) {
    case Step::Kind::compute:
      return compute(step, indent);
    case Step::Kind::loop:
      return step.decider < 0 ? counted(step, indent) : loop(step, indent);
    case Step::Kind::branch:
      return branch(step, indent);
    case Step::Kind::swap:
      return swap(step, indent);
    case Step::Kind::collective:
      llvm_unreachable("collectives are written several at once");
    case Step::Kind::wait:
      return wait(step, indent);
    }
  }

  /// "// ---- block/attention", as JAX's names say, where another part of the program begins.
  void heading(const Step &step, const std::string &indent) {
    if (step.kind != Step::Kind::compute) return;
    const ArrayRef<Source> sources = sourcesOf(function, step);
    if (sources.empty() || sources.back().section == section) return;
    section = sources.back().section;
    if (!section.empty()) out += indent + "// ---- " + text::clean(section, 80) + "\n\n";
  }

  std::string shards() const { return parts.several() ? "shards." + function.name : parts.list(); }

  void comment(const Step &step, const std::string &indent, const std::string &more) {
    const StringRef number = StringRef(step.label).split(' ').first;
    const std::string first = indent + "// " + text::clean(number, 40) + "  ";
    const std::string rest = indent + "//" + std::string(first.size() - indent.size() - 2, ' ');
    out += text::wrapped(rest, text::clean(step.text) + more, first);
  }

  /// "; train.py:12-14": what the user wrote for a kernel's work.
  std::string placeText(const Step &step) const {
    if (step.kind != Step::Kind::compute) return "";
    const std::string places = text::placesOf(sourcesOf(function, step));
    return places.empty() ? "" : "; " + places;
  }

  void compute(const Step &step, const std::string &indent) {
    SmallVector<int, 8> buffers(step.ins.begin(), step.ins.end());
    llvm::append_range(buffers, step.outs);
    if (step.scratch >= 0) buffers.push_back(step.scratch);
    launch(step, buffers, indent);
  }

  /// Steps that are done for a block of rows at a time.
  void rowBlocks(ArrayRef<Step> steps, const std::string &indent) {
    for (const Step &step : steps)
      comment(step, indent, placeText(step));
    const RowBlocks &blocks = *llvm::find_if(function.rowBlocks, [&](const RowBlocks &each) {
      return each.kernels.front() == steps.front().kernel;
    });
    SmallVector<int, 8> buffers;
    for (const auto &[step, operand] : blocks.operands)
      buffers.push_back(steps[step].ins[operand]);
    buffers.push_back(steps.back().outs.front());
    launch(steps.back(), buffers, indent);
  }

  void launch(const Step &step, ArrayRef<int> buffers, const std::string &indent) {
    if (talks(function, step)) return talk(step, buffers, indent);
    out +=
        indent + "for (const " + (parts.several() ? "auto" : "Local") + " &d : " + shards() + ")\n";
    launchOf(step, {}, buffers, indent + "  ");
  }

  /// Code that communicates: all devices are called at the same time.
  void talk(const Step &step, ArrayRef<int> buffers, const std::string &indent) {
    const Kernel::Call &call = *function.kernels[step.kernel].call;
    out += indent + "machine.talks->call(" + text::quoted(text::clean(step.label, 80)) + ", " +
           groupText(function, *call.talksOver) + ",\n" + indent +
           "                    [&](size_t place, const shardc_communicator &others) {\n" + indent +
           "  const Local &d = " + parts.list() + "[place];\n";
    launchOf(step, {"others"}, buffers, indent + "  ");
    out += indent + "});\n";
  }

  void launchOf(const Step &step, ArrayRef<std::string> first, ArrayRef<int> buffers,
                const std::string &indent) {
    const KernelText &kernel = parts.kernelsOf(function)[step.kernel];
    std::vector<std::string> arguments = {"d.stream", text::quoted(text::clean(step.label, 80))};
    llvm::append_range(arguments, first);
    if (kernel.takesDevice) arguments.push_back("d.device");
    for (const int64_t at : kernel.trips)
      arguments.push_back(tripName(at));
    for (const int buffer : buffers)
      arguments.push_back("d.at." + function.buffers[buffer].name);
    out += text::packed(indent + parts.scope(function) + kernel.name + "(", arguments, ");\n");
  }

  /// collectives.reduce("4 y", all_reduce_over_model, each(devices, &Buffers::p), ...);
  /// Several at once are a list of these: collectives.reduce({{"4 y", ...}, {"5 z", ...}});
  /// What runs on is begun: collectives.start_reduce(...);
  void collectives(ArrayRef<Step> steps, const std::string &indent) {
    for (const Step &step : steps)
      comment(step, indent,
              movedText(function.collectives[step.collective]) + (step.runsOn ? "; runs on" : ""));
    const bool combines = function.collectives[steps.front().collective].combine.has_value();
    const std::string call = indent + "collectives." + (steps.front().runsOn ? "start_" : "") +
                             (combines ? "reduce(" : "exchange(");
    if (steps.size() == 1) {
      out += text::packed(call, arguments(steps.front()), ");\n");
      return;
    }
    out += call + "\n";
    for (const Step &step : steps)
      out += text::packed(indent + (&step == &steps.front() ? "    {{" : "     {"), arguments(step),
                          &step == &steps.back() ? "}});\n" : "},\n");
  }

  void wait(const Step &step, const std::string &indent) {
    out += indent + "// " + step.text + "\n" + indent + "collectives.wait(" +
           text::quoted(text::clean(step.label, 80)) + ");\n";
  }

  std::vector<std::string> arguments(const Step &step) const {
    const Movements &movements = parts.movements(function);
    const auto each = [&](int buffer) {
      return "each(" + parts.list() + ", &Buffers::" + function.buffers[buffer].name + ")";
    };
    return {text::quoted(text::clean(step.label, 80)),
            movements.all[movements.of[step.collective]].name, each(step.ins.front()),
            each(step.outs.front())};
  }

  /// Between calls, each by its number.
  void feeds(const std::string &indent) {
    for (const auto &[number, feed] : llvm::enumerate(function.feeds)) {
      out += indent + "case " + std::to_string(number) + ":\n";
      collectives(feed.step, indent + "  ");
      out += indent + "  break;\n";
    }
  }

  /// over "model": made by dot_general (train.py:9), needed by add (train.py:11)
  std::string movedText(const Collective &collective) const {
    const std::string reason = reasonText(collective);
    if (collective.over.empty()) return reason.empty() ? "" : ": " + reason;
    return " over " + axesText(function, collective) + (reason.empty() ? "" : ": " + reason);
  }

  void counted(const Step &step, const std::string &indent) {
    const std::string trip = tripName(depth);
    out += indent + "for (int64_t " + trip + " = 0; " + trip + " < " + std::to_string(step.trips) +
           "; ++" + trip + ") {\n";
    body(step.bodies[1], indent);
    out += indent + "}\n";
  }

  void loop(const Step &step, const std::string &indent) {
    const bool looksFirst = step.bodies[0].empty();
    out += indent + "while (" + (looksFirst ? decided(step) : "true") + ") {\n";
    body(step.bodies[0], indent);
    if (!looksFirst) out += "\n" + indent + "  if (!" + decided(step) + ") break;\n";
    body(step.bodies[1], indent);
    out += indent + "}\n";
  }

  void body(ArrayRef<Step> steps, const std::string &indent) {
    ++depth;
    write(steps, indent + "  ");
    --depth;
  }

  void branch(const Step &step, const std::string &indent) {
    const size_t count = step.bodies.size();
    const bool isBoolean = function.buffers[step.decider].type == ElementType::i1;
    if (count > 2) return choose(step, indent);
    const std::string first = decided(step) + (isBoolean ? "" : " == 0");
    out += indent + "if (" + (count == 1 ? "true" : first) + ") {\n";
    write(step.bodies[0], indent + "  ");
    if (count == 2) {
      out += indent + "} else {\n";
      write(step.bodies[1], indent + "  ");
    }
    out += indent + "}\n";
  }

  void choose(const Step &step, const std::string &indent) {
    const size_t last = step.bodies.size() - 1;
    out += indent + "switch (" + decided(step) + ") {\n";
    for (size_t k = 0; k <= last; ++k) {
      out += indent + (k < last ? "case " + std::to_string(k) : "default") + ": {\n";
      write(step.bodies[k], indent + "  ");
      out += indent + "  break;\n" + indent + "}\n";
    }
    out += indent + "}\n";
  }

  /// What the decider says, once the shards have computed it.
  std::string decided(const Step &step) const {
    return "decided(" + shards() + ", &" + parts.scope(function) +
           "Buffers::" + function.buffers[step.decider].name + ")";
  }

  void swap(const Step &step, const std::string &indent) {
    out += indent + "for (" + (parts.several() ? "auto" : "Local") + " &d : " + shards() + ")\n" +
           indent + "  std::swap(d.at." + function.buffers[step.outs.front()].name + ", d.at." +
           function.buffers[step.ins.front()].name + ");\n";
  }
};
} // namespace

/// "22 steps", "27 steps, which launch 193 kernels": loops do theirs again.
static std::string stepsText(const Function &function) {
  const std::string steps = text::count(stepsOf(function), "step");
  const auto isLoop = [](const Step &step) { return step.kind == Step::Kind::loop; };
  if (llvm::none_of(function.steps, isLoop)) return steps;
  return steps + ", which launch " + text::count(launches(function), "kernel");
}

/// Where what computes goes.
static std::string queuesText(const Parts &parts) {
  const std::string one = unit(parts.plan);
  if (parts.plan.devices() == 1) return "kernels are queued on the device's stream.";
  std::string text = "kernels are queued on the stream of each " + one;
  if (parts.several()) text += " that has them";
  if (parts.options.cpu)
    text += parts.options.cuda ? " (on CPUs, of a thread's share of them)"
                               : " (of a thread's share of them)";
  return text + ".";
}

static std::string meshIntroduction(const Parts &parts) {
  const Plan &plan = parts.plan;
  const size_t collectives = collectiveSteps(plan);
  std::string words = "One call of " + plan.id + " on the devices of the " + meshText(plan) + ": " +
                      stepsText(plan.functions.front()) + ", ";
  if (collectives == 0) return words + "none of them a collective; " + queuesText(parts);
  words += std::to_string(collectives) +
           (collectives == 1 ? " of them a collective; " : " of them collectives; ");
  return words + queuesText(parts) + " A device receives " + bytesText(bytesMoved(plan).payload) +
         ", mean over devices.";
}

static std::string stepIntroduction(const Parts &parts) {
  const Plan &plan = parts.plan;
  if (plan.mode == PlanMode::collective) return meshIntroduction(parts);
  std::vector<std::string> counts;
  for (const Function &function : plan.functions)
    counts.push_back(plan.devices() == 1
                         ? stepsText(function)
                         : (function.shards() == 1 ? "shard " : "shards ") +
                               shardNumbers(function) +
                               (function.shards() == 1 ? " does " : " do ") + stepsText(function));
  const std::string words =
      "One call of " + plan.id + ": " + text::listed(counts) + "; " + queuesText(parts);
  return plan.devices() > 1 ? words + " Shards do not communicate." : words;
}

/// void feed(Machine &machine, int number): what moves between calls.
static std::string feedFunction(const Parts &parts) {
  if (!hasFeeds(parts.plan)) return "";
  StepWriter writer{parts, parts.plan.functions.front()};
  writer.feeds("  ");
  return "\n// Between two calls: what outputs bring to inputs that lie otherwise, a case for each "
         "of\n"
         "// Program::feeds.\nvoid feed(Machine &machine, int number) {\n"
         "  const std::vector<Local> &" +
         parts.list() +
         " = locals(machine);\n  Collectives &collectives = *machine.collectives;\n"
         "  switch (number) {\n" +
         writer.out + "  }\n}\n";
}

std::string stepFile(const Parts &parts) {
  const Plan &plan = parts.plan;
  const bool swaps = anyStep(plan, [](const Step &step) { return step.kind == Step::Kind::swap; });
  const std::string used =
      communicates(plan) ? text::usingList({"Collectives", "each"}) : std::string();
  std::string out = text::wrapped("// ", stepIntroduction(parts)) + "#include \"" + plan.id +
                    ".plan.h\"\n\n" + (swaps ? "#include <utility>\n\n" : "") + "namespace " +
                    plan.id + " {\n\n" + used + "void step(Machine &machine) {\n";
  std::string steps;
  for (const Function &function : plan.functions) {
    StepWriter writer{parts, function};
    writer.write(function.steps, "  ");
    steps += writer.out.empty() ? "" : "\n" + writer.out;
  }
  const std::string type = parts.several() ? "Locals" : "std::vector<Local>";
  if (!steps.empty())
    out += std::string(swaps ? "  " : "  const ") + type + " &" + parts.list() +
           " = locals(machine);\n";
  if (collectiveSteps(plan) > 0) out += "  Collectives &collectives = *machine.collectives;\n";
  out += steps;
  return out + "}\n" + feedFunction(parts) + "\n} // namespace " + plan.id + "\n";
}

} // namespace shardc::bundle

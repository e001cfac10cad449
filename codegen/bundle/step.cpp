// SPDX-License-Identifier: Apache-2.0
// src/NAME.step.cpp: what one call does, a line per step.
#include "codegen/bundle/movements.h"
#include "codegen/bundle/parts.h"

#include "codegen/cpp/kernels.h"

#include "llvm/Support/ErrorHandling.h"

namespace shardc::bundle {

namespace {
/// Writes the steps of one function.
struct StepWriter {
  const Parts &parts;
  const Function &function;
  std::string out = {};

  void write(ArrayRef<Step> steps, const std::string &indent) {
    for (const Step &step : steps) {
      switch (step.kind) {
      case Step::Kind::compute:
        compute(step, indent);
        break;
      case Step::Kind::loop:
        loop(step, indent);
        break;
      case Step::Kind::collective:
        collective(step, indent);
        break;
      case Step::Kind::branch:
        llvm::report_fatal_error("internal error: a plan with steps that no bundle has yet");
      }
    }
  }

  void comment(const Step &step, const std::string &indent, const std::string &more = "") {
    const StringRef number = StringRef(step.label).split(' ').first;
    const std::string first = indent + "// " + text::clean(number, 40) + "  ";
    const std::string rest = indent + "//" + std::string(first.size() - indent.size() - 2, ' ');
    out += text::wrapped(rest, text::clean(step.text) + more, first);
  }

  void compute(const Step &step, const std::string &indent) {
    const Kernel &kernel = function.kernels[step.kernel];
    out += (out.empty() ? "" : "\n");
    comment(step, indent);
    out += indent + (parts.several() ? "for (const auto &d : shards." + function.name + ")\n"
                                     : "for (const Local &d : " + parts.list() + ")\n");
    std::vector<std::string> arguments = {"d.stream", text::quoted(text::clean(step.label, 80))};
    if (takesDevice(kernel, parts.layout(function))) arguments.push_back("d.device");
    for (int buffer : step.ins)
      arguments.push_back("d.at." + function.buffers[buffer].name);
    for (int buffer : step.outs)
      arguments.push_back("d.at." + function.buffers[buffer].name);
    out +=
        text::packed(indent + "  " + parts.scope(function) + kernel.name + "(", arguments, ");\n");
  }

  /// collectives.reduce("4 y", all_reduce_over_model, each(devices, &Buffers::p), ...);
  void collective(const Step &step, const std::string &indent) {
    const Collective &collective = function.collectives[step.collective];
    const Movements &movements = parts.movements(function);
    const auto each = [&](int buffer) {
      return "each(" + parts.list() + ", &Buffers::" + function.buffers[buffer].name + ")";
    };
    out += (out.empty() ? "" : "\n");
    comment(step, indent, "   " + becauseText(collective));
    out += text::packed(indent + "collectives." + (collective.combine ? "reduce(" : "exchange("),
                        {text::quoted(text::clean(step.label, 80)),
                         movements.all[movements.of[step.collective]].name, each(step.ins.front()),
                         each(step.outs.front())},
                        ");\n");
  }

  /// over "model" (program.mlir:11)
  std::string becauseText(const Collective &collective) const {
    constexpr size_t kListed = 4;
    std::vector<std::string> lines;
    for (const Source &source : ArrayRef(collective.because).take_front(kListed))
      lines.push_back(std::to_string(source.line));
    if (collective.because.size() > kListed) lines.push_back("...");
    return "over " + axesText(function, collective) +
           (lines.empty() ? "" : " (program.mlir:" + text::joined(lines) + ")");
  }

  void loop(const Step &step, const std::string &indent) {
    out += (out.empty() ? "" : "\n");
    comment(step, indent);
    out += indent + "for (int64_t trip = 0; trip < " + std::to_string(step.trips) + "; ++trip) {\n";
    for (const std::vector<Step> &body : step.bodies)
      write(body, indent + "  ");
    out += indent + "}\n";
  }
};
} // namespace

static size_t countSteps(ArrayRef<Step> steps) {
  size_t count = 0;
  for (const Step &step : steps) {
    ++count;
    for (const std::vector<Step> &body : step.bodies)
      count += countSteps(body);
  }
  return count;
}

static std::string meshIntroduction(const Plan &plan) {
  const size_t collectives = collectiveSteps(plan);
  std::string words =
      "One call of " + plan.id +
      ", on all devices of this process in lock-step: every line hands one step to every device's "
      "stream. The devices are the " +
      arrangement(plan).substr(arrangement(plan).find("mesh")) + ". " +
      text::count(countSteps(plan.functions.front().steps), "step") + ", ";
  if (collectives == 0) return text::wrapped("// ", words + "none of them a collective.");
  words += std::to_string(collectives) +
           (collectives == 1 ? " of them a collective" : " of them collectives");
  return text::wrapped("// ", words + "; a device receives " + bytesText(bytesMoved(plan).payload) +
                                  ", mean over devices.");
}

static std::string introduction(const Parts &parts) {
  const Plan &plan = parts.plan;
  if (plan.mode == PlanMode::collective) return meshIntroduction(plan);
  std::string words = "One call of " + plan.id +
                      ": every line hands one step to the streams of the shards that take part.";
  if (plan.devices() > 1) words += " Shards do not communicate.";
  std::vector<std::string> counts;
  for (const Function &function : plan.functions)
    counts.push_back((function.shards() == 1 ? "shard " : "shards ") + shardNumbers(function) +
                     (function.shards() == 1 ? " does " : " do ") +
                     text::count(countSteps(function.steps), "step"));
  const std::string said = text::listed(counts);
  if (!said.empty()) words += " S" + said.substr(1) + ".";
  return text::wrapped("// ", words);
}

std::string stepFile(const Parts &parts) {
  const Plan &plan = parts.plan;
  const std::string used =
      communicates(plan) ? text::usingList({"Collectives", "each"}) : std::string();
  std::string out = introduction(parts) + "#include \"" + plan.id + ".plan.h\"\n\nnamespace " +
                    plan.id + " {\n\n" + used + "void step(Machine &machine) {\n";
  std::string steps;
  for (const Function &function : plan.functions) {
    StepWriter writer{parts, function};
    writer.write(function.steps, "  ");
    steps += writer.out.empty() ? "" : "\n" + writer.out;
  }
  const std::string type = parts.several() ? "Locals" : "std::vector<Local>";
  if (!steps.empty()) out += "  const " + type + " " + parts.list() + " = locals(machine);\n";
  if (communicates(plan)) out += "  Collectives &collectives = *machine.collectives;\n";
  out += steps;
  return out + "}\n\n} // namespace " + plan.id + "\n";
}

} // namespace shardc::bundle

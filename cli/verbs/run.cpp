// SPDX-License-Identifier: Apache-2.0
#include "cli/driver.h"
#include "cli/running/engine.h"
#include "cli/running/replication.h"
#include "cli/running/values.h"
#include "cli/telling/tell.h"
#include "cli/verbs.h"
#include "codegen/report/facts.h"
#include "codegen/report/libraries.h"
#include "codegen/text/text.h"
#include "runtime/io/formats/npz.h"
#include "runtime/io/steps.h"
#include "runtime/io/values.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

namespace shardc {

static void writeOutputs(const Plan &plan, ArrayRef<runtime::Array> outputs,
                         const CommandOptions &options) {
  if (options.print)
    for (auto [tensor, array] : llvm::zip(plan.outputs, outputs))
      llvm::outs() << runtime::formatValue(tensor.name, array);
  if (options.output.empty()) return;
  std::vector<std::pair<std::string, const runtime::Array *>> named;
  for (auto [tensor, array] : llvm::zip(plan.outputs, outputs))
    named.emplace_back(tensor.name, &array);
  runtime::writeNpz(options.output, named);
}

namespace {

/// What goes from one run to the next.
class Steps {
public:
  Steps(const Plan &plan, std::vector<runtime::Input> &given, const CommandOptions &options)
      : plan(plan), given(given), signatures(signaturesOf(plan.outputs)) {
    if (!options.steps) return;
    pairs = runtime::stepPairs(signaturesOf(plan.inputs), given, signatures, *options.steps);
    watched = runtime::watchedOutputs(signatures, options.watched);
  }

  void watch(int step, ArrayRef<runtime::Array> outputs) const {
    for (const int output : watched)
      llvm::outs() << runtime::watchedText(step, signatures[output], outputs[output]);
    llvm::outs().flush();
  }

  void feed(int step, ArrayRef<runtime::Array> outputs, std::vector<HostTensor> &inputs) const {
    for (auto [number, input] : llvm::enumerate(given))
      if (input.steps) inputs[number] = takeTensor(plan.inputs[number], input, step);
    for (const auto &[output, input] : pairs)
      inputs[input] = hostTensor(outputs[output]);
  }

  std::vector<int> watched;

private:
  const Plan &plan;
  std::vector<runtime::Input> &given;
  std::vector<runtime::Signature> signatures;
  std::vector<std::pair<int, int>> pairs;
};

} // namespace

static int runPlanned(Compilation &compilation) {
  const Plan &plan = *compilation.plan;
  const CommandOptions &options = compilation.options;
  std::vector<runtime::Input> given = readPlanInputs(plan, options);
  const Compute compute = computeOf(plan, compilation);
  Steps steps(plan, given, options);
  std::vector<HostTensor> inputs = takeTensors(plan, given, options.fromStep);
  std::vector<runtime::Array> outputs;
  const int turns = options.steps.value_or(options.repeat);
  for (int turn = 0; turn < turns; ++turn) {
    const auto begin = std::chrono::steady_clock::now();
    outputs = evaluate(plan, inputs, compute, compilation.progress, "run");
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    if (options.time) {
      compilation.progress.hide();
      say(options, "timing", llvm::formatv("run {0}: {1:f3} ms", turn + 1, took.count()).str());
    }
    if (!options.steps) continue;
    if (!steps.watched.empty()) compilation.progress.hide();
    steps.watch(options.fromStep + turn, outputs);
    if (turn + 1 < turns) steps.feed(options.fromStep + turn + 1, outputs, inputs);
  }
  if (options.debugChecks) checkReplication(compilation, inputs, outputs);
  compilation.beginOutput();
  writeOutputs(plan, outputs, options);
  llvm::outs().flush();
  say(options, "summary",
      "'" + plan.name + "' ran on " + text::count(plan.devices(), facts::unit(plan)) +
          facts::withoutLibraries(plan, *librariesNamed(options.libraries)));
  return 0;
}

int run(const CommandOptions &options) {
  return withPlan(options, [&](Compilation &compilation) {
    return guarded(compilation, [&] { return runPlanned(compilation); });
  });
}

} // namespace shardc

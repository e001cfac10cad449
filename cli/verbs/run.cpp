// SPDX-License-Identifier: Apache-2.0
#include "cli/driver.h"
#include "cli/running/engine.h"
#include "cli/running/replication.h"
#include "cli/running/values.h"
#include "cli/telling/tell.h"
#include "cli/verbs.h"
#include "codegen/report/facts.h"
#include "codegen/text/text.h"
#include "runtime/io/npz.h"
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

static int runPlanned(Compilation &compilation) {
  const Plan &plan = *compilation.plan;
  const CommandOptions &options = compilation.options;
  const auto inputs = readPlanInputs(plan, options);
  const Compute compute = computeOf(plan, compilation);
  std::vector<runtime::Array> outputs;
  for (int turn = 0; turn < options.repeat; ++turn) {
    const auto begin = std::chrono::steady_clock::now();
    outputs = evaluate(plan, inputs, compute, compilation.progress, "run");
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    if (!options.time) continue;
    compilation.progress.hide();
    say(options, "timing", llvm::formatv("run {0}: {1:f3} ms", turn + 1, took.count()).str());
  }
  if (options.debugChecks) checkReplication(compilation, inputs, outputs);
  compilation.beginOutput();
  writeOutputs(plan, outputs, options);
  llvm::outs().flush();
  say(options, "summary",
      "'" + plan.name + "' ran on " + text::count(plan.devices(), facts::unit(plan)));
  return 0;
}

int run(const CommandOptions &options) {
  return withPlan(options, [&](Compilation &compilation) {
    return guarded(compilation, [&] { return runPlanned(compilation); });
  });
}

} // namespace shardc

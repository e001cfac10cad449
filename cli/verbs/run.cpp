// SPDX-License-Identifier: Apache-2.0
#include "cli/driver.h"
#include "cli/values.h"
#include "cli/verbs.h"
#include "codegen/interp/run_plan.h"
#include "codegen/report/facts.h"
#include "codegen/report/text.h"
#include "frontend/bug.h"
#include "shardc/npz.h"
#include "shardc/values.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

namespace shardc {

static std::vector<HostTensor> runOnce(const Plan &plan, ArrayRef<HostTensor> inputs) {
  std::vector<HostTensor> outputs;
  if (auto fault = runPlan(plan, inputs, outputs)) internalError(fault->what);
  return outputs;
}

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

static int runPlanned(const Plan &plan, const CommandOptions &options) {
  const auto inputs = readPlanInputs(plan, options);
  std::vector<HostTensor> results;
  for (int turn = 0; turn < options.repeat; ++turn) {
    const auto begin = std::chrono::steady_clock::now();
    results = runOnce(plan, inputs);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    if (options.time)
      llvm::errs() << llvm::formatv("shardc: run {0}: {1:f3} ms\n", turn + 1, took.count());
  }
  std::vector<runtime::Array> outputs;
  for (HostTensor &result : results)
    outputs.push_back(runtimeArray(std::move(result)));
  writeOutputs(plan, outputs, options);
  llvm::outs().flush();
  llvm::errs() << "shardc: '" << plan.name << "' ran on "
               << text::count(plan.devices(), facts::unit(plan)) << "\n";
  return 0;
}

int run(const CommandOptions &options) {
  Compilation compilation(options);
  if (failed(read(compilation)) || failed(runStages(compilation))) return failureCode(compilation);
  if (printedStage(compilation)) return 0;
  return guarded(options, [&] { return runPlanned(*compilation.plan, options); });
}

} // namespace shardc

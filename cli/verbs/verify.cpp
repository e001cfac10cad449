// SPDX-License-Identifier: Apache-2.0
#include "cli/driver.h"
#include "cli/tell.h"
#include "cli/values.h"
#include "cli/verbs.h"
#include "codegen/interp/run_plan.h"
#include "codegen/lower.h"
#include "codegen/report/facts.h"
#include "codegen/report/text.h"
#include "frontend/bug.h"
#include "shardc/npz.h"
#include "shardc/values.h"

#include "llvm/Support/raw_ostream.h"

namespace shardc {

using Arrays = std::vector<runtime::Array>;

static Arrays runToArrays(const Plan &plan, ArrayRef<HostTensor> inputs) {
  std::vector<HostTensor> outputs;
  if (auto fault = runPlan(plan, inputs, outputs)) internalError(fault->what);
  Arrays arrays;
  for (HostTensor &output : outputs)
    arrays.push_back(runtimeArray(std::move(output)));
  return arrays;
}

/// The program on one device, op by op: nothing sharded, nothing fused.
static Arrays runUnsharded(Compilation &compilation, ArrayRef<HostTensor> inputs) {
  const Config whole = oneDeviceConfig(*compilation.program);
  const auto shards = shardIndependently(*compilation.program, whole, compilation.pool);
  return runToArrays(lower(*compilation.program, whole, *shards, {.fuse = false}), inputs);
}

static int compare(const Compilation &compilation, const Arrays &got, const Arrays &expected,
                   std::optional<double> rtol, const char *with) {
  const Plan &plan = *compilation.plan;
  const auto signatures = signaturesOf(plan.outputs);
  for (auto [signature, mine, theirs] : llvm::zip(signatures, got, expected)) {
    const auto difference = runtime::findDifference(signature, mine, theirs, rtol);
    if (difference) return fail(compilation.options, Exit::differs, *difference);
  }
  llvm::errs() << "shardc: '" << plan.name << "': " << text::count(got.size(), "output") << " of "
               << text::count(plan.devices(), facts::unit(plan))
               << (got.size() == 1 ? " equals " : " equal ") << with << "\n";
  return 0;
}

static int verifyPlanned(Compilation &compilation) {
  const CommandOptions &options = compilation.options;
  const Plan &plan = *compilation.plan;
  const auto outputs = signaturesOf(plan.outputs);
  const bool runs = options.got.empty();
  std::vector<HostTensor> inputs;
  if (runs || options.expect.empty()) inputs = readPlanInputs(plan, options);
  const Arrays got = runs ? runToArrays(plan, inputs) : runtime::readExpected(outputs, options.got);
  if (!options.expect.empty())
    return compare(compilation, got, runtime::readExpected(outputs, options.expect), options.rtol,
                   "the expected ones");
  std::optional<double> rtol = options.rtol;
  if (!rtol && !facts::roundsInAnotherOrder(plan)) rtol = 0;
  return compare(compilation, got, runUnsharded(compilation, inputs), rtol,
                 "the unsharded program's");
}

int verify(const CommandOptions &options) {
  Compilation compilation(options);
  if (failed(read(compilation)) || failed(runStages(compilation))) return failureCode(compilation);
  if (printedStage(compilation)) return 0;
  return guarded(options, [&] { return verifyPlanned(compilation); });
}

} // namespace shardc

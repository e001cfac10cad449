// SPDX-License-Identifier: Apache-2.0
#include "cli/driver.h"
#include "cli/tell.h"
#include "cli/values.h"
#include "cli/verbs.h"
#include "codegen/lower/lower.h"
#include "codegen/report/facts.h"
#include "codegen/report/text.h"
#include "shardc/npz.h"
#include "shardc/values.h"

namespace shardc {

using Arrays = std::vector<runtime::Array>;

/// The program on one device, op by op: nothing sharded, nothing fused.
static Arrays runUnsharded(Compilation &compilation, ArrayRef<HostTensor> inputs) {
  const Config whole = oneDeviceConfig(*compilation.program);
  const auto shards = shardIndependently(*compilation.program, whole, compilation.pool);
  const Plan plan = lower(*compilation.program, whole, *shards, {.fuse = false});
  return evaluate(plan, inputs, compilation.progress, "run unsharded");
}

static int compare(Compilation &compilation, const Arrays &got, const Arrays &expected,
                   std::optional<double> rtol, const char *with) {
  const Plan &plan = *compilation.plan;
  compilation.beginOutput();
  const auto signatures = signaturesOf(plan.outputs);
  for (auto [signature, mine, theirs] : llvm::zip(signatures, got, expected)) {
    const auto difference = runtime::findDifference(signature, mine, theirs, rtol);
    if (difference) return fail(compilation.options, Exit::differs, *difference);
  }
  say(compilation.options, "summary",
      "'" + plan.name + "': " + text::count(got.size(), "output") + " of " +
          text::count(plan.devices(), facts::unit(plan)) +
          (got.size() == 1 ? " equals " : " equal ") + with);
  return 0;
}

static int verifyPlanned(Compilation &compilation) {
  const CommandOptions &options = compilation.options;
  const Plan &plan = *compilation.plan;
  const auto outputs = signaturesOf(plan.outputs);
  const bool runs = options.got.empty();
  std::vector<HostTensor> inputs;
  if (runs || options.expect.empty()) inputs = readPlanInputs(plan, options);
  const Arrays got = runs ? evaluate(plan, inputs, compilation.progress, "run")
                          : runtime::readExpected(outputs, options.got);
  if (!options.expect.empty())
    return compare(compilation, got, runtime::readExpected(outputs, options.expect), options.rtol,
                   "the expected ones");
  std::optional<double> rtol = options.rtol;
  if (!rtol && !facts::roundsInAnotherOrder(plan)) rtol = 0;
  return compare(compilation, got, runUnsharded(compilation, inputs), rtol,
                 "the unsharded program's");
}

int verify(const CommandOptions &options) {
  return withPlan(options, [&](Compilation &compilation) {
    return guarded(compilation, [&] { return verifyPlanned(compilation); });
  });
}

} // namespace shardc

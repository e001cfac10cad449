// SPDX-License-Identifier: Apache-2.0
#include "cli/running/engine.h"

#include "cli/running/values.h"
#include "codegen/engine/compiled_kernels.h"
#include "codegen/engine/instructions.h"
#include "frontend/bug.h"
#include "runtime/error.h"

#include <cstdlib>

namespace shardc {

std::string chosenInstructions(const std::string &isa) {
  const char *named = std::getenv("SHARDC_ISA"); // means what it means to bundles
  auto chosen = instructionsFor(isa.empty() && named ? named : isa);
  if (chosen) return *chosen;
  const std::string from = isa.empty() ? "SHARDC_ISA" : "--isa";
  throw runtime::Error(runtime::Exit::usage, from + ": " + llvm::toString(chosen.takeError()));
}

std::shared_ptr<const OwnRoutines> compiledRoutines(const Plan &plan,
                                                    const CommandOptions &options) {
  if (!hasCalls(plan)) return nullptr;
  const bool twice = options.debugChecks || options.verb == "verify";
  return std::make_shared<OwnRoutines>(plan, options.compiler, twice);
}

Compute computeOf(const Plan &plan, Compilation &compilation, const EngineChoice &choice) {
  const auto routines =
      choice.routines ? choice.routines : compiledRoutines(plan, compilation.options);
  if (compilation.options.engine == "interp") return withRoutines(plan, interpretLaunch, routines);
  compilation.progress.begin("compile the kernels");
  const auto clock = compilation.timings.start("engine");
  const auto kernels = std::make_shared<CompiledKernels>(
      plan, cpuKernels(plan),
      EngineOptions{chosenInstructions(choice.isa), compilation.options.threads,
                    choice.onlyWorthwhile});
  const auto run = [kernels](const Launch &launch) { return kernels->run(launch); };
  return withRoutines(plan, run, routines);
}

std::vector<runtime::Array> evaluate(const Plan &plan, ArrayRef<HostTensor> inputs,
                                     const Compute &compute, Progress &progress,
                                     const std::string &what) {
  progress.begin(what, "step", 0, countRunSteps(plan));
  std::vector<HostTensor> outputs;
  if (auto fault = runPlan(plan, inputs, outputs,
                           {.stepDone = [&] { progress.advance(); }, .compute = compute}))
    internalError(fault->what);
  std::vector<runtime::Array> arrays;
  for (HostTensor &output : outputs)
    arrays.push_back(runtimeArray(std::move(output)));
  return arrays;
}

} // namespace shardc

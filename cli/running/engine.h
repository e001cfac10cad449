// SPDX-License-Identifier: Apache-2.0
// Plans run in this process, by the engine that the command line asks for.
#pragma once

#include "cli/driver.h"
#include "cli/running/own_routines.h"
#include "codegen/interp/run_plan.h"
#include "runtime/io/array.h"

namespace shardc {

/// What computes a plan's kernels.
struct EngineChoice {
  std::string isa = {}; // instructions; "": as SHARDC_ISA says, or all that the processor has
  /// Kernels may be interpreted where that takes less time than compiling them.
  bool onlyWorthwhile = false;
  std::shared_ptr<const OwnRoutines> routines = nullptr; // of calls; null: compiled for this plan
};
/// Code that calls of a plan are of, compiled; null where it has none. Throws runtime::Error.
std::shared_ptr<const OwnRoutines> compiledRoutines(const Plan &plan,
                                                    const CommandOptions &options);
/// Throws runtime::Error.
Compute computeOf(const Plan &plan, Compilation &compilation, const EngineChoice &choice = {});

/// The instructions that `computeOf` takes. Throws runtime::Error where the processor lacks them.
std::string chosenInstructions(const std::string &isa = {});

/// The outputs of a plan; `what` is being done, for people who wait.
std::vector<runtime::Array> evaluate(const Plan &plan, ArrayRef<HostTensor> inputs,
                                     const Compute &compute, Progress &progress,
                                     const std::string &what);

} // namespace shardc

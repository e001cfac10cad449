// SPDX-License-Identifier: Apache-2.0
// Plans run in this process, by the engine that the command line asks for.
#pragma once

#include "cli/driver.h"
#include "codegen/interp/run_plan.h"
#include "runtime/io/array.h"

namespace shardc {

/// What computes a plan's kernels.
struct EngineChoice {
  std::string isa = {}; // instructions; "": as SHARDC_ISA says, or all that the processor has
  /// Kernels may be interpreted where that takes less time than compiling them.
  bool onlyWorthwhile = false;
};
/// Throws runtime::Error.
Compute computeOf(const Plan &plan, Compilation &compilation, const EngineChoice &choice = {});

/// The instructions that `computeOf` takes. Throws runtime::Error where the processor lacks them.
std::string chosenInstructions(const std::string &isa = {});

/// The outputs of a plan; `what` is being done, for people who wait.
std::vector<runtime::Array> evaluate(const Plan &plan, ArrayRef<HostTensor> inputs,
                                     const Compute &compute, Progress &progress,
                                     const std::string &what);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Values for the plan: the words of `--input`, and arrays to and from the engines.
#pragma once

#include "cli/driver.h"
#include "codegen/interp/interp.h"
#include "runtime/io/array.h"
#include "runtime/io/values.h"

namespace shardc {

std::vector<runtime::Signature> signaturesOf(ArrayRef<PlanTensor> tensors);

HostTensor hostTensor(runtime::Array array);
runtime::Array runtimeArray(HostTensor tensor);

/// The inputs of a plan from the command line. Throws runtime::Error.
std::vector<runtime::Input> readPlanInputs(const Plan &plan, const CommandOptions &options);
/// Their values, which they give away, but for one that has a value for each step: that of `step`.
HostTensor takeTensor(const PlanTensor &tensor, runtime::Input &input, int64_t step = 0);
std::vector<HostTensor> takeTensors(const Plan &plan, std::vector<runtime::Input> &inputs,
                                    int64_t step = 0);

/// Calls `body`, which returns an exit code; what it throws is told, and its code returned.
int guarded(Compilation &compilation, llvm::function_ref<int()> body);

} // namespace shardc

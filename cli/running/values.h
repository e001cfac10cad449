// SPDX-License-Identifier: Apache-2.0
// Values for the plan: the words of `--input`, and arrays to and from the engines.
#pragma once

#include "cli/driver.h"
#include "codegen/interp/interp.h"
#include "runtime/io/array.h"

namespace shardc {

std::vector<runtime::Signature> signaturesOf(ArrayRef<PlanTensor> tensors);

HostTensor hostTensor(runtime::Array array);
runtime::Array runtimeArray(HostTensor tensor);

/// The inputs of a plan from the command line. Throws runtime::Error.
std::vector<HostTensor> readPlanInputs(const Plan &plan, const CommandOptions &options);

/// Calls `body`, which returns an exit code; what it throws is told, and its code returned.
int guarded(Compilation &compilation, llvm::function_ref<int()> body);

} // namespace shardc

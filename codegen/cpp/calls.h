// SPDX-License-Identifier: Apache-2.0
// The text of calls of routines: code of the user's, which a bundle has copies of.
#pragma once

#include "codegen/cpp/kernels.h"

namespace shardc {

/// A kernel that is a call.
KernelText callText(const Plan &plan, const Function &function, const Kernel &kernel,
                    const DeviceLayout &layout);
/// NAME.calls.cpp: for CPUs and for GPUs.
std::string callsFile(const Plan &plan, const KernelTexts &kernels);
/// Where a bundle has a routine's source: "ops/my_matmul.cpp".
std::string pathOf(const RoutineSource &source);
/// The sources of all routines that kernels call, each once, by path.
std::vector<RoutineSource> sourcesFor(const Plan &plan, Target target);

} // namespace shardc

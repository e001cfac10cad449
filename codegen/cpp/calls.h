// SPDX-License-Identifier: Apache-2.0
// The text of calls of routines; of those that are code of the user's a bundle has copies.
#pragma once

#include "codegen/cpp/kernels.h"

#include <set>

namespace shardc {

/// A kernel that is a call.
KernelText callText(const Plan &plan, const Function &function, const Kernel &kernel,
                    const DeviceLayout &layout);
/// NAME.calls.cpp: for CPUs and for GPUs.
std::string callsFile(const Plan &plan, const KernelTexts &kernels);
/// The numbers of routines that kernels call.
std::set<int> routinesOf(const Plan &plan);
/// Whether some of them are a user's, whose code a bundle has in ops/.
bool hasOwnCode(const Plan &plan);
/// The sources of all routines that kernels call, each once, by path.
std::vector<RoutineSource> sourcesFor(const Plan &plan, Target target);
/// The headers of functions that some of these call for each member of a batch.
std::vector<RoutineSource> eachHeaders(const Plan &plan);

} // namespace shardc

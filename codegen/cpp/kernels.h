// SPDX-License-Identifier: Apache-2.0
// Kernel text: a formula under loops (C++) or under a grid (CUDA), as an expert would write it.
#pragma once

#include "codegen/cpp/device.h"

namespace shardc {

enum class Target : uint8_t { cpp, cuda };

/// The whole of NAME.kernels.cpp or NAME.kernels.cu.
std::string kernelsFile(const Plan &plan, Target target);
/// How NAME.plan.h declares the function that launches a kernel, without the semicolon.
std::string launcherDeclaration(const Kernel &kernel, const DeviceLayout &layout);
/// Whether the kernel's text takes a Device at all.
bool takesDevice(const Kernel &kernel, const DeviceLayout &layout);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// What computes in a bundle for CPUs, for who runs it in place.
#pragma once

#include "codegen/bundle.h"
#include "codegen/cpp/kernels.h"

namespace shardc {

struct CpuKernels {
  std::string source;                // the file with the kernels: "src/mlp.kernels.cpp"
  std::vector<BundleFile> files;     // that file, and what it includes, as the bundle has them
  KernelTexts kernels;               // per function of the plan
  std::vector<DeviceLayout> layouts; // per function
  std::vector<std::string> scopes;   // per function, of its kernels: "mlp::for_y::"
};

/// The kernels of the bundle that is written of the plan.
CpuKernels cpuKernels(const Plan &plan);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Plans on the engine, in tests.
#pragma once

#include "codegen/engine/compiled_kernels.h"
#include "codegen/engine/instructions.h"

#include <gtest/gtest.h>

namespace shardc::test {

/// The plan's outputs by its kernels' text, which may be another than what is written of it.
inline std::vector<HostTensor> runCompiled(const Plan &plan, ArrayRef<HostTensor> inputs,
                                           const CpuKernels &text, const std::string &isa,
                                           llvm::function_ref<Compute(Compute)> around) {
  CompiledKernels kernels(plan, text, {.isa = isa});
  std::vector<HostTensor> outputs;
  const auto fault =
      runPlan(plan, inputs, outputs,
              {.compute = around([&](const Launch &launch) { return kernels.run(launch); })});
  EXPECT_FALSE(fault) << fault->what;
  return outputs;
}

inline std::vector<HostTensor> runCompiled(const Plan &plan, ArrayRef<HostTensor> inputs,
                                           const std::string &isa) {
  return runCompiled(plan, inputs, cpuKernels(plan), isa, [](Compute own) { return own; });
}

} // namespace shardc::test

// SPDX-License-Identifier: Apache-2.0
// The kernels of a bundle for CPUs, compiled in this process and called from the steps of the plan.
//
// What is compiled is the bundle's own text, byte for byte. Below it stands a caller for each
// kernel, a C function that takes numbers and memory in arrays. Several threads compile a part of
// the kernels each: all read the whole text and keep what their callers lead to.
#pragma once

#include "codegen/bundle/cpu_kernels.h"
#include "codegen/interp/run_plan.h"

#include <memory>
#include <string>

namespace shardc {

struct EngineOptions {
  std::string isa;      // what the processor has: "baseline", "avx2" or "avx512"
  unsigned threads = 0; // that compile and compute; 0: as many as there are cores
  /// Kernels that the reference evaluation is done with before they would be compiled are left to
  /// it.
  bool onlyWorthwhile = false;
};

class CompiledKernels {
public:
  /// `plan` outlives them. That the compiler refuses the text is a bug of ours, and told as such.
  CompiledKernels(const Plan &plan, const CpuKernels &text, const EngineOptions &options);
  ~CompiledKernels();
  CompiledKernels(const CompiledKernels &) = delete;
  CompiledKernels &operator=(const CompiledKernels &) = delete;

  /// Runs what a launch does. One launch at a time.
  std::optional<Fault> run(const Launch &launch);

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// How compiled kernels are called: C functions whose arguments are arrays, so that one type of
// function serves all.
#pragma once

#include "codegen/bundle/cpu_kernels.h"

namespace shardc {

/// `numbers`: where the kernel is divided, the first index of the loop that is and the one behind
/// the last; where it is given a device, the ends of that one's ranges; the trips that it takes.
/// `memory`: of its parameters.
using Caller = void (*)(const int64_t *numbers, void *const *memory);

/// A kernel of a function, by number.
struct KernelNumber {
  size_t function, kernel;
};

std::string callerName(KernelNumber number);
/// The text of a file that compiles the bundle's kernels and calls these.
std::string callersText(const CpuKernels &text, ArrayRef<KernelNumber> called,
                        const std::string &isa, llvm::function_ref<size_t(KernelNumber)> operands);

} // namespace shardc

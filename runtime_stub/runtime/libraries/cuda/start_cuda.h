// SPDX-License-Identifier: Apache-2.0
// How kernels beside a library's calls are started.
#pragma once

#include "runtime/namespace.h"

#include <cstdint>
#include <cuda_runtime.h>
#include <type_traits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

constexpr int kThreadsOfBlock = 256;

/// Runs a kernel of so many threads, and fewer than a block more. A start that is refused is CUDA's
/// last error. A function, not <<<>>>, so that a file of kernels is plain C++ to every other tool.
template <typename... Parameters>
void start(cudaStream_t stream, void (*kernel)(Parameters...), int64_t threads,
           std::type_identity_t<Parameters>... arguments) {
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(unsigned((threads + kThreadsOfBlock - 1) / kThreadsOfBlock));
  config.blockDim = dim3(kThreadsOfBlock);
  config.stream = stream;
  cudaLaunchKernelEx(&config, kernel, arguments...);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
#include "runtime/routines/cuda/by_name_cubin.h"

#include "runtime/host/cuda/launch_cubin.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

const char *launch_by_name(const shardc_call &call, const char *kernel, unsigned blocks,
                           unsigned threads, const void *work) {
  Kernels &kernels = kernels_of(*static_cast<Stream *>(call.keeper));
  const std::string name = std::string("shardc_") + kernel + "_" + call.operands[0].type;
  void *addresses[] = {const_cast<void *>(work)};
  const cudaError_t failed = cudaLaunchKernel(kernels.find(name), blocks, threads, addresses,
                                              static_cast<cudaStream_t>(call.stream));
  return failed ? cudaGetErrorString(failed) : nullptr;
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/host/ops/each.h"

#include <cuda_runtime.h>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

constexpr int kEachThreads = 128; // of a block

template <typename Work>
__global__ void __launch_bounds__(kEachThreads) for_each_member(const Work work, int64_t members) {
  const int64_t member = int64_t(blockIdx.x) * kEachThreads + threadIdx.x;
  if (member < members) work(member);
}

/// Has a kernel call work(member) for each, in a thread of its own.
template <typename Work>
const char *do_each(const shardc_call &call, const Work &work) {
  const int64_t members = work.batch.members();
  if (members == 0) return nullptr;
  const auto blocks = unsigned((members + kEachThreads - 1) / kEachThreads);
  for_each_member<<<blocks, kEachThreads, 0, static_cast<cudaStream_t>(call.stream)>>>(work,
                                                                                       members);
  return nullptr; // what calls this asks whether the launch was refused
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

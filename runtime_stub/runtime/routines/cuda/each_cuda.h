// SPDX-License-Identifier: Apache-2.0
// A routine for each member of a batch, a thread each.
#pragma once

#include "runtime/routines/batch.h"

#include <algorithm>
#include <cuda_runtime.h>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

constexpr int kMembersOfBlock = 32;

template <template <typename> class Routine, typename T>
__global__ void __launch_bounds__(kMembersOfBlock)
    run_members(const Batch batch, char *scratch, int64_t bytes) {
  const int64_t member = int64_t(blockIdx.x) * kMembersOfBlock + threadIdx.x;
  if (member < batch.members) Routine<T>::run({batch, member, scratch + member * bytes});
}

/// Calls Routine<T>::run for each, where T is the matrices' type. Memory is the stream's, for the
/// time that it takes.
template <template <typename> class Routine>
const char *for_each_member(const shardc_call &call) {
  return for_type(call, [&]<typename T>(T) -> const char * {
    const Batch batch = batch_of(call);
    const auto stream = static_cast<cudaStream_t>(call.stream);
    Workspace counted;
    typename Routine<T>::Space(counted, batch);
    const int64_t bytes = counted.bytes();
    void *memory = nullptr;
    const size_t all = std::max<int64_t>(bytes * batch.members, 16);
    if (const cudaError_t failed = cudaMallocAsync(&memory, all, stream))
      return cudaGetErrorString(failed);
    const int64_t blocks = (batch.members + kMembersOfBlock - 1) / kMembersOfBlock;
    run_members<Routine, T><<<unsigned(blocks), kMembersOfBlock, 0, stream>>>(
        batch, static_cast<char *>(memory), bytes);
    const cudaError_t failed = cudaGetLastError(), kept = cudaFreeAsync(memory, stream);
    if (failed || kept) return cudaGetErrorString(failed ? failed : kept);
    return nullptr;
  });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
// A routine for each member of a batch: of a block of threads, where it is for teams, else of a
// thread.
#pragma once

#include "runtime/routines/cuda/block_cuda.h"

#include <algorithm>
#include <cuda_runtime.h>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

constexpr int kMembersOfBlock = 32, kThreadsOfMember = 256;

template <typename Routine>
constexpr int kThreads = ForTeams<Routine> ? kThreadsOfMember : kMembersOfBlock;

template <template <typename> class Routine, typename T>
__global__ void __launch_bounds__(kThreads<Routine<T>>, 1)
    run_members(const Batch batch, char *scratch, int64_t bytes) {
  if constexpr (ForTeams<Routine<T>>) {
    __shared__ alignas(16) char memory[kTeamBytes];
    const int64_t member = blockIdx.x;
    Routine<T>::run({batch, member, scratch + member * bytes}, BlockOfThreads(memory));
  } else {
    const int64_t member = int64_t(blockIdx.x) * kMembersOfBlock + threadIdx.x;
    if (member < batch.members) Routine<T>::run({batch, member, scratch + member * bytes});
  }
}

/// How many threads a matrix has: as many as one of its columns has elements, a warp at least.
inline int threads_for(const Batch &batch) {
  const int64_t rows = batch.operands[0].rows;
  return int(std::min<int64_t>((rows + 31) / 32 * 32, kThreadsOfMember));
}

/// Calls Routine<T>::run for each, where T is the matrices' type. Memory is the stream's, for the
/// time that it takes.
template <template <typename> class Routine>
const char *for_each_member(const shardc_call &call) {
  return for_type(call, [&]<typename T>(T) -> const char * {
    constexpr bool kByBlocks = ForTeams<Routine<T>>;
    const Batch batch = batch_of(call);
    const auto stream = static_cast<cudaStream_t>(call.stream);
    Workspace counted;
    typename Routine<T>::Space(counted, batch);
    const int64_t bytes = counted.bytes();
    void *memory = nullptr;
    const size_t all = std::max<int64_t>(bytes * batch.members, 16);
    if (const cudaError_t failed = cudaMallocAsync(&memory, all, stream))
      return cudaGetErrorString(failed);
    const int64_t blocks =
        kByBlocks ? batch.members : (batch.members + kMembersOfBlock - 1) / kMembersOfBlock;
    const int threads = kByBlocks ? threads_for(batch) : kMembersOfBlock;
    run_members<Routine, T><<<unsigned(blocks), unsigned(threads), 0, stream>>>(
        batch, static_cast<char *>(memory), bytes);
    const cudaError_t failed = cudaGetLastError(), kept = cudaFreeAsync(memory, stream);
    if (failed || kept) return cudaGetErrorString(failed ? failed : kept);
    return nullptr;
  });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

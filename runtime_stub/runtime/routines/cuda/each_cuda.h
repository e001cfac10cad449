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

template <typename Routine>
__global__ void __launch_bounds__(kThreads<Routine>, 1)
    run_members(const Batch batch, char *scratch, int64_t bytes) {
  if constexpr (ForTeams<Routine>) {
    __shared__ alignas(16) char memory[kTeamBytes];
    const int64_t member = blockIdx.x;
    Routine::run({batch, member, scratch + member * bytes}, BlockOfThreads(memory));
  } else {
    const int64_t member = int64_t(blockIdx.x) * kMembersOfBlock + threadIdx.x;
    if (member < batch.members) Routine::run({batch, member, scratch + member * bytes});
  }
}

/// How many threads a matrix has: as many as one of its columns has elements, a warp at least.
inline int threads_for(const Batch &batch) {
  const int64_t rows = batch.operands[0].rows;
  return int(std::min<int64_t>((rows + 31) / 32 * 32, kThreadsOfMember));
}

/// Calls `launch` with memory of so many bytes, at least, which is the stream's for the time that
/// what is launched takes.
template <typename Launch>
const char *with_memory(cudaStream_t stream, int64_t bytes, const Launch &launch) {
  void *memory = nullptr;
  if (const cudaError_t failed = cudaMallocAsync(&memory, std::max<size_t>(bytes, 16), stream))
    return cudaGetErrorString(failed);
  launch(static_cast<char *>(memory));
  const cudaError_t failed = cudaGetLastError(), kept = cudaFreeAsync(memory, stream);
  return failed || kept ? cudaGetErrorString(failed ? failed : kept) : nullptr;
}

/// Calls Routine::run for each.
template <typename Routine>
const char *for_each_of(const Batch &batch, cudaStream_t stream) {
  constexpr bool kByBlocks = ForTeams<Routine>;
  Workspace counted;
  typename Routine::Space(counted, batch);
  const int64_t bytes = counted.bytes();
  const int64_t blocks =
      kByBlocks ? batch.members : (batch.members + kMembersOfBlock - 1) / kMembersOfBlock;
  const int threads = kByBlocks ? threads_for(batch) : kMembersOfBlock;
  return with_memory(stream, bytes * batch.members, [&](char *memory) {
    run_members<Routine><<<unsigned(blocks), unsigned(threads), 0, stream>>>(batch, memory, bytes);
  });
}

/// Calls Routine<T>::run for each, where T is the matrices' type.
template <template <typename> class Routine>
const char *for_each_member(const shardc_call &call) {
  return for_type(call, [&]<typename T>(T) {
    return for_each_of<Routine<T>>(batch_of(call), static_cast<cudaStream_t>(call.stream));
  });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

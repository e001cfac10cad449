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

/// What is wrong with launches, as far as it is known; null: nothing.
inline const char *launched() {
  const cudaError_t failed = cudaGetLastError();
  return failed ? cudaGetErrorString(failed) : nullptr;
}

/// Calls Routine::run for each, in memory that the call has for all.
template <typename Routine>
const char *for_each_of(const Batch &batch, const shardc_call &call) {
  constexpr bool kByBlocks = ForTeams<Routine>;
  const int64_t bytes = bytes_of_member<Routine>(batch);
  if (call.scratch_bytes < bytes * batch.members) return kTooLittleScratch;
  const int64_t blocks =
      kByBlocks ? batch.members : (batch.members + kMembersOfBlock - 1) / kMembersOfBlock;
  const int threads = kByBlocks ? threads_for(batch) : kMembersOfBlock;
  run_members<Routine>
      <<<unsigned(blocks), unsigned(threads), 0, static_cast<cudaStream_t>(call.stream)>>>(
          batch, static_cast<char *>(call.scratch), bytes);
  return launched();
}

/// Calls Routine<T>::run for each, where T is the matrices' type.
template <template <typename> class Routine>
const char *for_each_member(const shardc_call &call) {
  return for_type(call,
                  [&]<typename T>(T) { return for_each_of<Routine<T>>(batch_of(call), call); });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

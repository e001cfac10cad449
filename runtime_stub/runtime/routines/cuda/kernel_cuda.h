// SPDX-License-Identifier: Apache-2.0
// A kernel of a routine is its work, an object that every thread is given: of `kThreads` in a block
// at most each does its own, work(number), or, where it is for teams, a block work(number, team).
// So what is launched is the work, wherever the kernel comes from.
#pragma once

#include "runtime/routines/team.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// The threads of a block as a team. Device code's alone; nvcc compiles it for the host as well.
class BlockOfThreads {
public:
  SHARDC_HD explicit BlockOfThreads(void *memory) : memory(memory) {}

  SHARDC_HD void *shared() const { return memory; }
#if defined(__CUDACC__) && !defined(__CUDA_ARCH__)
  SHARDC_HD int rank() const { return 0; }
  SHARDC_HD int size() const { return 1; }
  SHARDC_HD void wait() const {}
#else
  SHARDC_HD int rank() const { return int(threadIdx.x); }
  SHARDC_HD int size() const { return int(blockDim.x); }
  SHARDC_HD void wait() const { __syncthreads(); }
#endif

private:
  void *memory;
};

/// What a thread of a kernel does.
template <typename Work>
__device__ void do_work(const Work &work) {
  if constexpr (Work::kIsForTeams) {
    alignas(16) __shared__ char memory[kTeamBytes];
    work(int64_t(blockIdx.x), BlockOfThreads(memory));
  } else {
    work(int64_t(blockIdx.x) * Work::kThreads + threadIdx.x);
  }
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
// The threads of a block as a team.
#pragma once

#include "runtime/routines/team.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Device code's alone; other code compiles it with what calls it.
class BlockOfThreads {
public:
  SHARDC_HD explicit BlockOfThreads(void *memory) : memory(memory) {}

  SHARDC_HD void *shared() const { return memory; }
#ifdef __CUDA_ARCH__
  SHARDC_HD int rank() const { return int(threadIdx.x); }
  SHARDC_HD int size() const { return int(blockDim.x); }
  SHARDC_HD void wait() const { __syncthreads(); }
#else
  SHARDC_HD int rank() const { return 0; }
  SHARDC_HD int size() const { return 1; }
  SHARDC_HD void wait() const {}
#endif

private:
  void *memory;
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
// Stands in for the runtime's launch_cuda.h where a bundle's .cu files are built as plain C++: put
// this folder's parent first on the include path, and link stream_cpu.cpp. A kernel's threads run
// one after the other, so one that waits for others does not compile.
#pragma once

#include "runtime/launch_cpu.h"

#include <cmath>

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned width = 1, unsigned height = 1, unsigned depth = 1)
      : x(width), y(height), z(depth) {}
};

inline thread_local dim3 gridDim, blockDim, blockIdx, threadIdx;

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __launch_bounds__(...)

#define SHARDC_NEEDS_OTHER_THREADS                                                                 \
  __attribute__((unavailable("the emulation runs one thread at a time: it has no barriers, "       \
                             "shuffles or atomics")))
void __syncthreads() SHARDC_NEEDS_OTHER_THREADS;
void __syncwarp(unsigned mask = ~0u) SHARDC_NEEDS_OTHER_THREADS;
template <typename T>
T __shfl_sync(unsigned mask, T value, int lane, int width = 32) SHARDC_NEEDS_OTHER_THREADS;
template <typename T>
T __shfl_down_sync(unsigned mask, T value, unsigned by, int width = 32) SHARDC_NEEDS_OTHER_THREADS;
template <typename T>
T __shfl_xor_sync(unsigned mask, T value, int by, int width = 32) SHARDC_NEEDS_OTHER_THREADS;
template <typename T>
T atomicAdd(T *at, T value) SHARDC_NEEDS_OTHER_THREADS;

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Calls `body` for every index below `end`, in `at`; the last dimension is the slowest, as in
/// CUDA.
template <typename Body>
void forEachIndex(dim3 end, dim3 &at, Body body) {
  for (at.z = 0; at.z < end.z; ++at.z)
    for (at.y = 0; at.y < end.y; ++at.y)
      for (at.x = 0; at.x < end.x; ++at.x)
        body();
}

/// Fails where a GPU would refuse the launch.
inline void checkLaunch(dim3 grid, dim3 block) {
  const bool none =
      grid.x == 0 || grid.y == 0 || grid.z == 0 || block.x == 0 || block.y == 0 || block.z == 0;
  const bool wide = grid.x > 0x7fffffff || grid.y > 65535 || grid.z > 65535;
  if (none || wide || block.x > 1024 || block.y > 1024 || block.z > 64 ||
      uint64_t{block.x} * block.y * block.z > 1024)
    throw Error(Exit::bug, "no GPU has such a grid or block");
}

template <typename... Parameters>
void launch(Stream &stream, const char *step, void (*kernel)(Parameters...), dim3 grid, dim3 block,
            std::type_identity_t<Parameters>... arguments) {
  begin(stream, step);
  checkLaunch(grid, block);
  gridDim = grid;
  blockDim = block;
  forEachIndex(grid, blockIdx,
               [&] { forEachIndex(block, threadIdx, [&] { kernel(arguments...); }); });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

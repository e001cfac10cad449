// SPDX-License-Identifier: Apache-2.0
// Grids of threads for C++ compilers: they run one after the other. Where the first one of a block
// waits for others, each is a fiber; what no barrier orders is found by running threads backwards
// every other time.
#pragma once

#include "fibers.h"

namespace emulation {

inline long *counter = nullptr; // of what floats that count do

/// All threads of a block. Until its first thread waits, it has written to shared memory alone.
inline void run(unsigned count, const std::function<void()> &thread) {
  const long before = counter ? *counter : 0;
  try {
    for (threadIdx.x = 0; threadIdx.x < count; ++threadIdx.x)
      thread();
  } catch (NoFiber) {
    if (counter) *counter = before;
    Block(count, thread).run();
  }
}

/// What all threads of the warp give.
inline void gathered(const Words &own, Words (&all)[32]) { block().gather(own, all); }

inline void begin_copy(const Copy &copy) { block().copies().begun.push_back(copy); }
inline void commit() { block().copies().commit(); }
inline void wait_for(int left) { block().copies().finish(static_cast<size_t>(left)); }
} // namespace emulation

inline void __syncwarp(unsigned = ~0u) { emulation::block().wait(emulation::Meeting::warp); }
inline void __syncthreads() { emulation::block().wait(emulation::Meeting::block); }
template <typename T>
T __shfl_xor_sync(unsigned, T value, int by) {
  return emulation::block().exchange(value, static_cast<unsigned>(by));
}
#include "ballot.h"
#include "tensor.h"

/// Fails where a GPU would refuse the launch.
inline void checkGrid(dim3 grid, dim3 block) {
  const bool none =
      grid.x == 0 || grid.y == 0 || grid.z == 0 || block.x == 0 || block.y == 0 || block.z == 0;
  const bool wide = grid.x > 0x7fffffff || grid.y > 65535 || grid.z > 65535;
  if (none || wide || block.x > 1024 || block.y != 1 || block.z != 1)
    throw std::runtime_error("no GPU has such a grid, or the emulation such a block");
}

/// All blocks of a grid, one after the other.
inline void runGrid(dim3 grid, dim3 block, const std::function<void()> &thread) {
  checkGrid(grid, block);
  gridDim = grid;
  blockDim = block;
  threadIdx = dim3(0, 0, 0);
  for (blockIdx.z = 0; blockIdx.z < grid.z; ++blockIdx.z)
    for (blockIdx.y = 0; blockIdx.y < grid.y; ++blockIdx.y)
      for (blockIdx.x = 0; blockIdx.x < grid.x; ++blockIdx.x)
        emulation::run(block.x, thread);
}

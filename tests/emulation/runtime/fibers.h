// SPDX-License-Identifier: Apache-2.0
// The threads of a GPU's block for C++ compilers: they run one after the other. Where the first one
// waits for others, each is a fiber, which runs until it waits; so kernels with barriers and
// shuffles run, and what no barrier orders is found by running threads backwards every other time.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
#include <ucontext.h>
#include <vector>

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
#define __shared__ static thread_local
#define __launch_bounds__(...)

#define SHARDC_NOT_EMULATED                                                                        \
  __attribute__((unavailable("the emulation has barriers and shuffles by xor alone")))
template <typename T>
T __shfl_sync(unsigned mask, T value, int lane, int width = 32) SHARDC_NOT_EMULATED;
template <typename T>
T __shfl_down_sync(unsigned mask, T value, unsigned by, int width = 32) SHARDC_NOT_EMULATED;
template <typename T>
T atomicAdd(T *at, T value) SHARDC_NOT_EMULATED;

namespace emulation {

/// A thread that is no fiber was to wait for others.
struct NoFiber {};

/// The threads of a block that runs.
class Block {
public:
  enum class State { running, atWarp, atBlock, finished };

  Block(unsigned count, const std::function<void()> &body) : body(&body), threads(count) {
    current = this;
    for (unsigned number = 0; number < count; ++number) {
      Thread &thread = threads[number];
      getcontext(&thread.context);
      thread.context.uc_stack.ss_sp = stackOf(number);
      thread.context.uc_stack.ss_size = kStack;
      thread.context.uc_link = &scheduler;
      makecontext(&thread.context, &Block::enter, 0);
    }
  }

  /// Backwards every other time, so that what no barrier orders differs.
  void run() {
    for (bool isBackwards = false;; isBackwards = !isBackwards) {
      for (unsigned k = 0; k < threads.size(); ++k)
        resume(isBackwards ? static_cast<unsigned>(threads.size()) - 1 - k : k);
      if (all(0, State::finished)) {
        current = nullptr;
        return;
      }
      if (!release()) throw std::runtime_error("threads wait for others that do not come");
    }
  }

  void wait(State state) {
    threads[threadIdx.x].state = state;
    swapcontext(&threads[threadIdx.x].context, &scheduler);
  }

  /// What the thread `by` away has given, too.
  template <typename T>
  T exchange(T value, unsigned by) {
    Thread &own = threads[threadIdx.x];
    const int turn = own.turn;
    own.turn ^= 1;
    std::memcpy(own.given[turn], &value, sizeof value);
    wait(State::atWarp);
    std::memcpy(&value, threads[threadIdx.x ^ by].given[turn], sizeof value);
    return value;
  }

  static inline thread_local Block *current = nullptr;

private:
  struct Thread {
    ucontext_t context;
    State state = State::running;
    int turn = 0;
    char given[2][8];
  };

  static constexpr size_t kStack = 64 << 10;
  /// Each is used again, by the blocks that follow.
  static char *stackOf(unsigned number) {
    static thread_local std::vector<std::unique_ptr<char[]>> stacks;
    while (stacks.size() <= number)
      stacks.emplace_back(new char[kStack]);
    return stacks[number].get();
  }

  static void enter() {
    (*current->body)();
    current->threads[threadIdx.x].state = State::finished;
  }

  void resume(unsigned number) {
    if (threads[number].state != State::running) return;
    threadIdx.x = number;
    swapcontext(&scheduler, &threads[number].context);
  }

  /// Of the block, or of the warp that begins at `first`.
  bool all(unsigned first, State state, unsigned count = ~0u) const {
    for (unsigned k = first; k < threads.size() && k - first < count; ++k)
      if (threads[k].state != state) return false;
    return true;
  }
  /// Whether some may go on.
  bool release() {
    const bool block = all(0, State::atBlock);
    bool any = block;
    for (unsigned first = 0; first < threads.size(); first += 32) {
      if (!block && !all(first, State::atWarp, 32)) continue;
      any = true;
      for (unsigned k = first; k < threads.size() && k < first + 32; ++k)
        threads[k].state = State::running;
    }
    return any;
  }

  const std::function<void()> *body;
  std::vector<Thread> threads;
  ucontext_t scheduler;
};

inline Block &block() {
  if (!Block::current) throw NoFiber();
  return *Block::current;
}

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
} // namespace emulation

inline void __syncwarp(unsigned = ~0u) { emulation::block().wait(emulation::Block::State::atWarp); }
inline void __syncthreads() { emulation::block().wait(emulation::Block::State::atBlock); }
template <typename T>
T __shfl_xor_sync(unsigned, T value, int by) {
  return emulation::block().exchange(value, static_cast<unsigned>(by));
}

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

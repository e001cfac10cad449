// SPDX-License-Identifier: Apache-2.0
// The runtime's launch_cuda.h for C++ compilers: threads run one after the other. In kernels that
// include runtime/warp.h each is a fiber, which runs until it waits for others.
#pragma once

#include "runtime/launch_cpu.h"

#include <cmath>
#include <cstring>
#include <functional>
#include <ucontext.h>
#include <vector>

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned width = 1, unsigned height = 1, unsigned depth = 1)
      : x(width), y(height), z(depth) {}
};
inline dim3 blockIdx, threadIdx;

#define __global__
#define __device__
#define __shared__ static
#define __launch_bounds__(...)

namespace emulation {

inline bool waits = false; // kernels have threads that wait for others

/// The threads of a block that runs.
class Block {
public:
  enum class State { running, atWarp, atBlock, finished };

  Block(unsigned count, const std::function<void()> &body) : body(&body), threads(count) {
    current = this;
    for (unsigned number = 0; number < count; ++number) {
      Thread &thread = threads[number];
      thread.stack.resize(64 << 10);
      getcontext(&thread.context);
      thread.context.uc_stack.ss_sp = thread.stack.data();
      thread.context.uc_stack.ss_size = thread.stack.size();
      thread.context.uc_link = &scheduler;
      makecontext(&thread.context, &Block::enter, 0);
    }
  }

  /// Backwards every other time, so that what no barrier orders differs.
  void run() {
    for (bool isBackwards = false;; isBackwards = !isBackwards) {
      for (unsigned k = 0; k < threads.size(); ++k)
        resume(isBackwards ? static_cast<unsigned>(threads.size()) - 1 - k : k);
      if (all(0, State::finished)) return;
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

  static inline Block *current = nullptr;

private:
  struct Thread {
    ucontext_t context;
    std::vector<char> stack;
    State state = State::running;
    int turn = 0;
    char given[2][8];
  };

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

} // namespace emulation

inline void __syncthreads() { emulation::Block::current->wait(emulation::Block::State::atBlock); }
template <typename T>
T __shfl_xor_sync(unsigned, T value, int by) {
  return emulation::Block::current->exchange(value, static_cast<unsigned>(by));
}

namespace shardc::runtime {
template <typename... Parameters>
void launch(Stream &, const char *, void (*kernel)(Parameters...), dim3 grid, dim3 block,
            std::type_identity_t<Parameters>... arguments) {
  if (grid.x == 0 || grid.y == 0 || grid.z == 0 || grid.y > 65535 || grid.z > 65535 ||
      grid.x > 0x7fffffff || block.x > 256)
    throw std::runtime_error("no GPU has such a grid or block");
  const std::function<void()> thread = [=] { kernel(arguments...); };
  for (blockIdx.z = 0; blockIdx.z < grid.z; ++blockIdx.z)
    for (blockIdx.y = 0; blockIdx.y < grid.y; ++blockIdx.y)
      for (blockIdx.x = 0; blockIdx.x < grid.x; ++blockIdx.x) {
        if (emulation::waits)
          emulation::Block(block.x, thread).run();
        else
          for (threadIdx.x = 0; threadIdx.x < block.x; ++threadIdx.x)
            kernel(arguments...);
      }
}
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
// The threads of a GPU's block as fibers: each runs until it waits for others, so kernels with
// barriers and shuffles run on one thread of a CPU.
#pragma once

#include "device.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
#include <ucontext.h>
#include <utility>
#include <vector>

namespace emulation {

/// A thread that is no fiber was to wait for others.
struct NoFiber {};

/// What threads wait for one another for. One that has finished waits for nobody.
enum class Meeting { warp, shuffle, tensor, block };
/// Is told when a thread begins to wait; null: nobody is.
inline void (*watcher)(Meeting) = nullptr;

/// What a thread copies while it does other things: nothing is there before it is waited for.
struct Copies {
  std::vector<Copy> begun;
  std::vector<std::vector<Copy>> committed;

  void commit() { committed.push_back(std::exchange(begun, {})); }
  /// All but what the last `left` have committed.
  void finish(size_t left) {
    for (; committed.size() > left; committed.erase(committed.begin()))
      for (const Copy &copy : committed.front()) {
        std::memset(copy.to, 0, 16);
        std::memcpy(copy.to, copy.from, static_cast<size_t>(copy.bytes));
      }
  }
};

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

  void wait(Meeting meeting) {
    if (watcher) watcher(meeting);
    const State state = meeting == Meeting::block ? State::atBlock : State::atWarp;
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
    wait(Meeting::shuffle);
    std::memcpy(&value, threads[threadIdx.x ^ by].given[turn], sizeof value);
    return value;
  }

  /// What all threads of the warp have given.
  template <typename T>
  void gather(const T &value, T (&all)[32]) {
    Thread &own = threads[threadIdx.x];
    const int turn = own.turn;
    own.turn ^= 1;
    static_assert(sizeof value <= sizeof own.given[0]);
    std::memcpy(own.given[turn], &value, sizeof value);
    wait(Meeting::tensor);
    for (unsigned lane = 0; lane < 32; ++lane)
      std::memcpy(&all[lane], threads[threadIdx.x / 32 * 32 + lane].given[turn], sizeof value);
  }

  Copies &copies() { return threads[threadIdx.x].copies; }

  static inline EMULATION_LOCAL Block *current = nullptr;

  /// Whether the thread that runs has this in its own memory.
  static bool isOnStack(const void *at) {
    const char *const own = stackOf(threadIdx.x);
    return at >= own && at < own + kStack;
  }

private:
  struct Thread {
    ucontext_t context;
    State state = State::running;
    int turn = 0;
    char given[2][24];
    Copies copies;
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

  /// Whether all threads of the block, or of the warp that begins at `first`, are so.
  bool all(unsigned first, State state, unsigned count = ~0u) const {
    for (unsigned k = first; k < threads.size() && k - first < count; ++k)
      if (threads[k].state != state) return false;
    return true;
  }
  /// A block waits for no thread that has finished, as on GPUs from sm_70 on; warps do, since
  /// shuffles name all of their threads.
  bool blockHasMet() const {
    bool any = false;
    for (const Thread &thread : threads) {
      if (thread.state != State::atBlock && thread.state != State::finished) return false;
      any |= thread.state == State::atBlock;
    }
    return any;
  }
  void resumeFrom(unsigned first, State state, unsigned count = ~0u) {
    for (unsigned k = first; k < threads.size() && k - first < count; ++k)
      if (threads[k].state == state) threads[k].state = State::running;
  }
  /// Whether some may go on.
  bool release() {
    bool any = blockHasMet();
    if (any) resumeFrom(0, State::atBlock);
    for (unsigned first = 0; first < threads.size(); first += 32) {
      if (!all(first, State::atWarp, 32)) continue;
      any = true;
      resumeFrom(first, State::atWarp, 32);
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

} // namespace emulation

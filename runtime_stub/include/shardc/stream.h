// SPDX-License-Identifier: Apache-2.0
// What a device runs on: a CUDA stream (stream_cuda.cpp) or a queue that threads work off
// (stream_cpu.cpp).
#pragma once

#include "error.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

struct Options {
  int gpus = 0;                            // how many to use; 0: all
  std::string data_dir;                    // constants in files; "": see data.h
  std::chrono::milliseconds limit{600000}; // no wait is longer than this
};

/// The first failure of a session in this process. Whoever waits sees it, and it is the one that
/// is reported: what fails later fails because of it.
class Failure {
public:
  void record(const Error &error);
  bool happened() const { return any; }
  /// Throws the failure if there is one.
  void check() const;

private:
  mutable std::mutex mutex;
  std::atomic<bool> any = false;
  std::string line;
  Exit code = Exit::environment;
};

/// How often a wait looks whether something has failed elsewhere.
constexpr std::chrono::milliseconds kGlance{5};

/// A queue of work for one device, done in order, and the memory that the work uses. No call waits
/// for the work, except those that say so.
class Stream {
public:
  /// Memory on the device; lives as long as the stream. [bytes], aligned to 256.
  char *allocate(size_t bytes);
  /// Copy to or from the device, after all earlier work. They wait.
  void upload(char *to, const char *from, size_t bytes);
  void download(char *to, const char *from, size_t bytes);
  /// Waits until all work is done; throws what went wrong, here or on another device, or that the
  /// limit has passed.
  void wait();
  /// Waits for a glance; whether all work is done.
  bool wait_a_glance();
  /// What it is at, for messages: "step 2 z", or "work" where that is not known.
  std::string current() const;

  struct State;
  explicit Stream(std::shared_ptr<State> state) : shared(std::move(state)) {}
  State &state() const { return *shared; }

private:
  std::shared_ptr<State> shared; // with work that outlives the stream after a failure
};

/// What shards have computed to decide by, once they have: a truth or a number. All decide alike,
/// so the first is asked; where this process has none there is nothing to do, and it is 0. Waits.
template <typename Local, typename Buffers, typename T>
int decided(const std::vector<Local> &shards, T *Buffers::*decider) {
  if (shards.empty()) return 0;
  const Local &first = shards.front();
  T value{};
  first.stream.download(reinterpret_cast<char *>(&value),
                        reinterpret_cast<const char *>(first.at.*decider), sizeof value);
  return static_cast<int>(value);
}

/// A stream per device. Throws if there is nothing to run them on.
std::vector<Stream> open_streams(int devices, const Options &options,
                                 std::shared_ptr<Failure> failure);

/// The GPUs that this process sees; throws if there are none. Threads: one entry for all CPUs.
std::vector<std::string> list_gpus();

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

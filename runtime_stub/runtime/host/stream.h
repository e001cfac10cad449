// SPDX-License-Identifier: Apache-2.0
// What a device runs on: a CUDA stream (stream_cuda.cpp) or the thread that carries it
// (stream_cpu.cpp).
#pragma once

#include "runtime/host/start/processes.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

constexpr int kMostThreads = 4096;

struct Program;

struct Options {
  int gpus = 0;                            // how many to use; 0: all
  int threads = 0;                         // on CPUs; 0: as many as help, one per processor
  std::string data_dir;                    // constants in files; "": see data.h
  std::chrono::milliseconds limit{600000}; // no wait is longer than this
  std::string collectives = "auto";        // how devices exchange data: see the launcher
  std::shared_ptr<Processes> processes;    // that share the program's devices; none: all are here
  std::vector<int> ranks;      // of the process of each device; none: as the program says
  bool check_messages = false; // whether `processes` do
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

/// How often who waits looks whether something has failed elsewhere.
constexpr std::chrono::milliseconds kGlance{5};

/// Where one device's work is done, in the order in which it is given, and the memory that it uses.
/// A GPU does it later; on CPUs the thread that gives it does it, before it goes on.
class Stream {
public:
  /// Memory on the device, until it is freed or the stream is gone. [bytes], aligned to 256.
  char *allocate(size_t bytes);
  /// What `allocate` gave, when all work is done.
  void free(char *memory) noexcept;
  /// Copy to or from the device, after all earlier work, and wait for that.
  void upload(char *to, const char *from, size_t bytes);
  void download(char *to, const char *from, size_t bytes);

  struct State;
  explicit Stream(std::shared_ptr<State> state) : shared(std::move(state)) {}
  State &state() const { return *shared; }

private:
  std::shared_ptr<State> shared; // with work that outlives the stream after a failure
};

/// Where the program is that has this stream: "device 4, step 3 o"; "": nowhere, or on GPUs, which
/// are ahead of what is known here. Any thread may ask.
std::string where_is(const Stream &stream);

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

/// A stream for each of the devices of this process, by the thread that is to give it work: GPUs
/// get theirs from one, CPUs' threads have neighbouring devices each. Throws if there is nothing to
/// run them on.
std::vector<std::vector<Stream>> open_streams(const Program &program,
                                              const std::vector<int> &devices,
                                              const Options &options,
                                              std::shared_ptr<Failure> failure);

/// The ways of --collectives that this program is built with, for people.
std::string collectives_here();

/// The GPUs that this process sees; throws if there are none. Threads: one entry for all CPUs.
std::vector<std::string> list_gpus();

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

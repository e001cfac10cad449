// SPDX-License-Identifier: Apache-2.0
// The threads that work on a session's devices on CPUs.
#pragma once

#include "runtime/box.h"
#include "runtime/host/function_ref.h"
#include "runtime/host/stream.h"

#include <functional>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// A team of threads, the first of which is whoever calls `run`. The first of them carry devices:
/// each has its share, always the same, so that what a device holds stays in that thread's cache.
/// During a run a thread that waits looks for others' work to help with; between runs all sleep.
class Team {
public:
  /// `devices` are this process's, ascending. Throws where the system has no more threads.
  Team(std::vector<int> devices, int threads, std::chrono::milliseconds limit,
       std::shared_ptr<Failure> failure);
  ~Team();
  Team(const Team &) = delete;
  Team &operator=(const Team &) = delete;

  /// How many threads carry devices: the first ones.
  int carriers() const;
  /// The carrier of a device; -1: it is another process's.
  int carrier(int device) const;
  /// The place of a device among this process's; -1: it is not one of them.
  int place(int device) const;
  /// The devices, by place.
  const std::vector<int> &devices() const;
  /// The places of a carrier's devices.
  Range<int> places(int carrier) const;

  /// Calls act(carrier) on every carrier's thread, and returns when all calls have. What one throws
  /// is the session's failure, which ends the others where they next begin a step or meet, and
  /// which this throws then.
  void run(FunctionRef<void(int)> act);

  // What a carrier calls in a run. The first two throw where the session has failed or its limit
  // has passed.

  /// What the first carrier calls in front of its steps; set before runs.
  void set_between(std::function<void()> act);
  /// A step begins on one of its devices.
  void begin(int carrier, int device, const char *step);
  /// Waits until all carriers have come. They must come for the same step.
  void meet(int carrier, const char *step, const void *shown = nullptr);
  /// For a carrier that waits for other processes, which have not come to the step. Throws where
  /// the session has failed or its time is over.
  void check(int carrier, const char *step, const std::vector<int> &processes) const;
  /// What `other` showed at the last meeting of this carrier, until the carrier's next.
  const void *shown(int carrier, int other) const;
  /// Where the first carrier is; "": nothing runs. Any thread may ask.
  std::string where() const;
  /// Threads that have nothing to do just now.
  int idle() const;
  /// Calls body(first, last) for some chunks after the other until all are done, in any order, on
  /// this thread and on those that have nothing to do. It must not throw.
  template <typename Body>
  void divide(int carrier, int64_t chunks, const Body &body) {
    divide(carrier, chunks, &body, [](const void *own, int64_t first, int64_t last) {
      (*static_cast<const Body *>(own))(first, last);
    });
  }

private:
  using Some = void (*)(const void *body, int64_t first, int64_t last);
  void divide(int carrier, int64_t chunks, const void *body, Some call);

  struct Member;
  struct State;
  const std::unique_ptr<State> own;
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

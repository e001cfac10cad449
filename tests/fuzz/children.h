// SPDX-License-Identifier: Apache-2.0
// Cases that may crash, hang or eat memory, in processes of their own.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdint>
#include <string>

namespace shardc::test {

/// What a case writes while it runs, in memory that its process shares with the test.
struct Progress {
  static constexpr int kCounters = 64;
  unsigned seed = 0;
  double limit = 0;         // of time, for a case [seconds]
  char doing[32] = "";      // "plan": what it is at
  bool mayTakeLong = false; // what it does now has no bound, and may be cut short
  bool alone = false;       // it went wrong, and runs again to tell more
  int64_t counters[kCounters] = {};

  /// Goes on to something else, which has a bound.
  void start(const char *what);
  /// The case may be cut short, without being wrong, after this time of the processor.
  void mayBeCutShort(double seconds);
};

struct ChildLimits {
  double seconds = 5;               // of processor time, for a case
  int64_t bytes = int64_t(3) << 30; // of address space
};

/// A case that went wrong.
struct ChildFailure {
  unsigned seed;
  std::string doing, what; // "plan", "was ended by signal 11" and what it had said
};

/// Runs `check` for seeds first to last, many in one process, and calls `failed` for each that was
/// ended by a signal, exited, took too long, or returned what is wrong, after it has run again
/// alone. Goes on with the next seed while `failed` returns true. What cases count is in
/// `progress`.
void forEachSeedInChildren(unsigned first, unsigned last, const ChildLimits &limits,
                           Progress &progress,
                           llvm::function_ref<std::string(unsigned seed, Progress &)> check,
                           llvm::function_ref<bool(const ChildFailure &)> failed);

} // namespace shardc::test

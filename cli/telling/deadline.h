// SPDX-License-Identifier: Apache-2.0
// `--timeout`: work that takes longer ends.
#pragma once

#include "cli/options/options.h"
#include "cli/telling/progress.h"

namespace shardc {

/// Ends the process with exit code 5 and a line when the seconds of `--timeout` are over, wherever
/// it is; so nothing may be half written then. Files that are written on the way are written
/// between `hold` and the end of what it returns; what the command has been asked for, after
/// `meet`.
class Deadline {
public:
  Deadline(const CommandOptions &options, Progress &progress);
  ~Deadline() { meet(); }
  Deadline(const Deadline &) = delete;

  /// While it lives the process does not end.
  [[nodiscard]] std::unique_lock<std::mutex> hold() { return std::unique_lock(mutex); }
  /// The work is done in time: from now on the process does not end.
  void meet();

private:
  [[noreturn]] void end() const;

  const CommandOptions &options;
  Progress &progress;
  std::mutex mutex;
  std::condition_variable changes;
  bool met = false;
  std::thread thread; // none without --timeout
};

} // namespace shardc

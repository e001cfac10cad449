// SPDX-License-Identifier: Apache-2.0
#include "cli/telling/deadline.h"

#include "cli/telling/quiet_thread.h"
#include "cli/telling/tell.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace shardc {

Deadline::Deadline(const CommandOptions &options, Progress &progress)
    : options(options), progress(progress) {
  if (!options.timeout) return;
  constexpr double kLongest = 1e9; // 31 years; clocks count nanoseconds to 292
  const auto limit = std::chrono::duration<double>(std::min(*options.timeout, kLongest));
  const auto at = std::chrono::steady_clock::now() +
                  std::chrono::duration_cast<std::chrono::steady_clock::duration>(limit);
  thread = quietThread([this, at] {
    std::unique_lock lock(mutex);
    if (!changes.wait_until(lock, at, [this] { return met; })) end();
  });
}

void Deadline::meet() {
  if (!thread.joinable()) return;
  {
    const std::lock_guard lock(mutex);
    met = true;
  }
  changes.notify_one();
  thread.join();
}

/// With the lock, so that nobody is writing; and without destructors, as others are at work.
void Deadline::end() const {
  progress.end();
  char line[64];
  std::snprintf(line, sizeof line, "stopped after %g s (--timeout)", *options.timeout);
  std::_Exit(environmentError(options, line));
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/namespace.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Wakes who waits for the work of streams. A function of the host stands on each behind its work,
/// and strikes when that is done.
class Bell {
public:
  explicit Bell(size_t streams) : left(streams) {}

  void strike() {
    const std::lock_guard lock(mutex);
    if (--left == 0) all.notify_all();
  }

  /// Waits until all streams have struck, and no longer than to `end`; whether they have.
  bool wait_until(std::chrono::steady_clock::time_point end) {
    std::unique_lock lock(mutex);
    return all.wait_until(lock, end, [&] { return left == 0; });
  }

private:
  std::mutex mutex;
  std::condition_variable all;
  size_t left;
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

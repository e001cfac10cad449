// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/namespace.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Wakes who waits for the work of streams. A function of the host stands on each behind its work,
/// and strikes when that is done. Until then the bell keeps itself: who has waited may be gone.
class Bell : public std::enable_shared_from_this<Bell> {
public:
  /// One stream more is to strike.
  void hang() {
    const std::lock_guard lock(mutex);
    if (left++ == 0) self = shared_from_this();
  }

  void strike() {
    std::shared_ptr<Bell> last; // gone after the lock
    const std::lock_guard lock(mutex);
    if (--left > 0) return;
    last = std::move(self);
    all.notify_all();
  }

  /// Whether some are to strike still.
  bool is_hung() {
    const std::lock_guard lock(mutex);
    return left > 0;
  }

  /// Waits until all streams have struck, and no longer than to `end`; whether they have.
  bool wait_until(std::chrono::steady_clock::time_point end) {
    std::unique_lock lock(mutex);
    return all.wait_until(lock, end, [&] { return left == 0; });
  }

private:
  std::mutex mutex;
  std::condition_variable all;
  size_t left = 0; // to strike
  std::shared_ptr<Bell> self;
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
// How threads share out a loop of a kernel.
#pragma once

#include "runtime/namespace.h"

#include <cstdint>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Its indices, and how many of them are worth another thread's time. Where much is done for every
/// chunk alike, `step` is not 0: then each thread gets one, which ends at a multiple of that.
struct Chunks {
  int64_t extent, size, step = 0;

  constexpr int64_t size_for(int64_t threads) const {
    if (step == 0) return size;
    const int64_t even = (extent + threads - 1) / threads;
    const int64_t whole = (even + step - 1) / step * step;
    return whole > size ? whole : size;
  }
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
// Where a thread of a grid is: what counts it.
#pragma once

#include <cstdint>

namespace shardc {

struct Count {
  enum class Of : uint8_t { thread, gridZ };
  Of of = Of::thread;
  /// threadIdx.x / below % extent. The outermost have no remainder to take.
  int64_t below = 1, extent = 1;
  bool isOutermost = false;

  /// The grid's third dimension counts several loops: blockIdx.z / below % extent
  static Count digitOfZ(int64_t below, int64_t extent, bool isOutermost) {
    return {Of::gridZ, below, extent, isOutermost};
  }
  /// threadIdx.x % extent
  static Count threads(int64_t extent) { return {Of::thread, 1, extent}; }
  /// threadIdx.x / below, of which a block has `extent`
  static Count groups(int64_t below, int64_t extent) {
    return {Of::thread, below, extent, /*isOutermost=*/true};
  }
};

/// The count, from `offset` on. Each index of the grid's third dimension counts `perZ` more.
struct Position {
  Count count;
  int64_t offset = 0, perZ = 0;
};

} // namespace shardc

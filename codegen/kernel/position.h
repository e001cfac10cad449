// SPDX-License-Identifier: Apache-2.0
// Where a thread of a grid is in a loop that is split: what its counts add up to, of blocks of the
// grid, of threads of a block, of turns of a loop, each in strides of its own.
#pragma once

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <string>

namespace shardc {

struct Count {
  enum class Of : uint8_t { variable, thread, gridX, gridY, gridZ };
  Of of = Of::variable;
  int64_t stride = 1;
  std::string variable = {}; // that counts turns, or is a position itself
  /// Of threads and gridZ: threadIdx.x / below % extent: those below 32 are warps, 32 of those
  /// below 1 the lanes of one. The outermost have no remainder to take.
  int64_t below = 1, extent = 1;
  bool isOutermost = false;

  static Count variables(const std::string &name, int64_t stride = 1) {
    return {Of::variable, stride, name};
  }
  static Count blocks(Of of, int64_t stride) { return {of, stride}; }
  /// The grid's third dimension counts several loops: blockIdx.z / below % extent
  static Count digitOfZ(int64_t below, int64_t extent, bool isOutermost) {
    return {Of::gridZ, 1, {}, below, extent, isOutermost};
  }
  /// threadIdx.x % extent
  static Count threads(int64_t extent, int64_t stride = 1) {
    return {Of::thread, stride, {}, 1, extent};
  }
  /// threadIdx.x / below, of which a block has `extent`
  static Count groups(int64_t below, int64_t extent, int64_t stride = 1) {
    return {Of::thread, stride, {}, below, extent, /*isOutermost=*/true};
  }
};

/// offset + the counts, modulo `modulus` where that is not 0.
struct Position {
  llvm::SmallVector<Count, 3> counts = {};
  int64_t offset = 0, modulus = 0;
};

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Schedules as values: every loop is cut into digits, and each digit is bound to a place.
#pragma once

#include "codegen/kernel/strategies/kept_rows.h"
#include "codegen/kernel/view/view.h"

#include <array>

namespace shardc {

/// Where the values of a digit are: blocks of a grid, threads of a block, those of a warp that take
/// neighbours in turns, registers of a thread, neighbours of one access.
enum class To : uint8_t { grid, thread, lane, registers, vector };

/// One loop, or several counted as one, major first: index = sum of digit * stride. Where they are
/// several, the innermost counts as if its extent was a multiple of the vector. A loop of one index
/// has no digits. Of no loops: threads that share what there is to do, as each of the schedule's
/// `shared` loops, of which threads that are no lanes have leaves.
struct Axis {
  struct Digit {
    To to;
    int64_t extent;
    int64_t stride = 1; // in indices of the axis
    /// Of threads: the value is threadIdx.x / unit % extent; of a grid: which of its dimensions.
    int64_t unit = 1;
  };
  SmallVector<int, 4> loops;
  SmallVector<Digit, 4> digits;

  /// Of the digits that are there, all their values.
  int64_t values(To to) const;
};

/// What a GPU takes.
struct Estimate {
  double seconds = 0;
  const char *bound = ""; // what takes longest
};

struct Schedule {
  /// What a load reads is brought into shared memory, by threads that have digits of their own.
  struct Stage {
    Expr load;
    SmallVector<Axis, 2> own;
  };
  const char *strategy;      // that made it, for people
  SmallVector<Axis, 4> axes; // major first
  std::vector<Stage> stages = {};
  SmallVector<int, 4> lanes = {};  // loops inside of shared ones that are for lanes; none: all are
  SmallVector<int, 4> shared = {}; // loops of reductions, and of results along them
  std::optional<KeptRows> kept = {}; // of these
  Estimate estimate = {};

  int64_t values(To to) const;
  /// Blocks along x, y and z.
  std::array<int64_t, 3> grid() const;
};

} // namespace shardc

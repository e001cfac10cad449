// SPDX-License-Identifier: Apache-2.0
// How often loops run.
#pragma once

#include "frontend/ir/interfaces/shardable.h"

namespace shardc {

/// How often a loop runs, where that can be told: it counts in constant steps from a constant to a
/// constant.
std::optional<int64_t> tripsOf(DataFlowOp loop, Pool &pool);

/// A scalar that a loop carries and counts with: first, first + by, first + 2 * by, ... in its
/// trips.
struct Counter {
  int64_t first, by;
};
/// What a loop counts with in so many trips, an entry per edge: none where nobody can tell the
/// trips, as of a branch. A counter runs over the ends of its type in no trip, nor after the last.
std::vector<std::optional<Counter>> countersOf(DataFlowOp op, std::optional<int64_t> trips,
                                               Pool &pool);

/// How often the regions of a loop or branch run, as far as one can tell; else once.
double timesRun(DataFlowOp op, Pool &pool);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Moving a value: from the boxes that devices hold to the boxes that they need. What is missing is
// received, and nothing else, so what moves is the lower bound for every pair of placements.
#pragma once

#include "analysis/boxes/shard_boxes.h"

#include "llvm/Support/ErrorHandling.h"

namespace shardc {

/// How data moves, where it has a name. Back ends may take it as a hint; what is right follows from
/// the boxes alone.
enum class Pattern : uint8_t {
  allReduce,
  reduceScatter,
  allGather,
  allToAll,
  permute,
  broadcast,
  exchange
};

/// "all_reduce", as reports have it.
inline const char *name(Pattern pattern) {
  switch (pattern) {
  case Pattern::allReduce:
    return "all_reduce";
  case Pattern::reduceScatter:
    return "reduce_scatter";
  case Pattern::allGather:
    return "all_gather";
  case Pattern::allToAll:
    return "all_to_all";
  case Pattern::permute:
    return "permute";
  case Pattern::broadcast:
    return "broadcast";
  case Pattern::exchange:
    return "exchange";
  }
  llvm_unreachable("all patterns have names");
}

struct Move {
  Pattern pattern = Pattern::exchange;
  SmallVector<int, 2> over; // coordinates that differ within a group
  double payload = 0;       // elements that a device receives, mean over devices
  double bound = 0;         // the least of any way to do it
};

/// Elements that a device needs and does not hold, mean over devices.
double missingOf(const ShardBoxes &held, const ShardBoxes &needed);
/// From held boxes (of one group they do not overlap, replicas hold the same) to needed boxes.
Move exchangeBetween(const ShardBoxes &held, const ShardBoxes &needed);
/// Partial results over `over`, which hold the same box within a group, to needed boxes in it.
Move reductionTo(const ShardBoxes &needed, ArrayRef<int> over);

} // namespace shardc

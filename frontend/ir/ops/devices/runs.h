// SPDX-License-Identifier: Apache-2.0
// Permutations as runs of neighbours that are sent by neighbours.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace shardc {

/// Places first, ..., end - 1. Place `first` gets what `source` has, each further one what `step`
/// (1 or -1) behind that has; all of them zeros where `source` is -1.
struct Run {
  int64_t first, end, source, step;
};

/// The runs of a list with the source of each place, in order.
inline llvm::SmallVector<Run> runsOf(llvm::ArrayRef<int64_t> sources) {
  const auto count = static_cast<int64_t>(sources.size());
  llvm::SmallVector<Run> runs;
  for (int64_t first = 0; first < count;) {
    const int64_t source = sources[first];
    int64_t end = first + 1;
    const bool goesBack = source > 0 && end < count && sources[end] == source - 1;
    const int64_t step = source < 0 ? 0 : goesBack ? -1 : 1;
    while (end < count && sources[end] == sources[end - 1] + step &&
           (sources[end] >= 0) == (source >= 0))
      ++end;
    runs.push_back({first, end, source, step});
    first = end;
  }
  return runs;
}

} // namespace shardc

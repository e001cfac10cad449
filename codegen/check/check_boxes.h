// SPDX-License-Identifier: Apache-2.0
// The boxes of all devices while steps are followed: equal ones are one, and what is asked of two
// is computed once.
#pragma once

#include "codegen/plan/plan.h"

#include <map>

namespace shardc {

class CheckedBoxes {
public:
  explicit CheckedBoxes(const Function &function)
      : grid(gridOf(function)), firstShard(function.firstShard) {}

  /// Spans of the same numbers have the same boxes.
  const SharedBoxes &of(ArrayRef<Span> spans);
  /// Whether each device's box has all of the other one.
  bool covers(const SharedBoxes &outer, const SharedBoxes &inner);
  /// How many elements the largest box has.
  int64_t largest(const SharedBoxes &boxes);
  /// "3: [0:2]": the first device whose box is not in the outer one.
  std::string first(const SharedBoxes &inner, const std::optional<SharedBoxes> &outer) const;

  const ShardGrid grid;

private:
  const int64_t firstShard;
  std::map<std::vector<const void *>, SharedBoxes> known;
  std::map<std::pair<const void *, const void *>, bool> knownCovers;
  std::map<const void *, int64_t> knownElements;
};

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// How long ranges are on shards.
#pragma once

#include "codegen/plan/plan.h"

#include <map>
#include <tuple>

namespace shardc {

/// The extents of a function's ranges, worked out once for all that have the same tables.
class Extents {
public:
  explicit Extents(ShardGrid grid) : grid(std::move(grid)) {}

  /// The least on any shard, and the most.
  std::pair<int64_t, int64_t> of(const Span &span);
  /// "[2..3, 4]".
  std::string text(ArrayRef<Span> spans);

private:
  using Tables = std::tuple<const void *, SmallVector<int, 2>, const void *, SmallVector<int, 2>>;
  ShardGrid grid;
  std::map<Tables, std::pair<int64_t, int64_t>> known; // the function keeps the tables
};

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Bounds inference for all shards at once: loops, reads and results of a formula, by the
// coordinates that they depend on.
#pragma once

#include "analysis/boxes/shard_boxes.h"

namespace shardc {

/// The interval of each loop of a formula on every shard.
using ShardLoops = SmallVector<Varying<Interval>, 8>;

/// What computes `boxes` of result 0, as `loopsFor` says of one box; a loop that has a `split` runs
/// over that one of `splits`.
ShardLoops loopsFor(const Formula &formula, const ShardBoxes &boxes,
                    ArrayRef<Varying<Interval>> splits);
/// On one shard.
Env envAt(const ShardLoops &loops, const ShardGrid &grid, ArrayRef<int64_t> coordinates);
/// On any shard: per loop the hull of all places where it runs.
Env hullOf(const ShardLoops &loops);
/// The coordinates that any loop depends on.
SmallVector<int, 2> overOf(const ShardLoops &loops);

/// A load and what it reads on every shard.
struct ShardRead {
  Expr load;
  ShardBoxes boxes;
};
/// The reads of the formula, one per load, the boxes of its pieces taken together.
std::vector<ShardRead> readsOf(const Formula &formula, const ShardLoops &loops,
                               const ShardGrid &grid);
/// What the loops write of result 0.
ShardBoxes resultBoxes(const Formula &formula, const ShardLoops &loops, const ShardGrid &grid);

} // namespace shardc

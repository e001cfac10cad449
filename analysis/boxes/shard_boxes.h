// SPDX-License-Identifier: Apache-2.0
// A box on every shard or device: what one use of a value needs, or what is held of it.
#pragma once

#include "analysis/boxes/varying.h"
#include "frontend/ir/formula/bounds/bounds.h"

namespace shardc {

/// Per dimension an interval of step 1 on every shard. All that is done with boxes takes time for
/// the places on the coordinates that the dimensions depend on, not for every shard.
struct ShardBoxes {
  ShardGrid grid;
  SmallVector<Varying<Interval>, 4> dims;

  int64_t size() const { return grid.size(); }
  Box at(ArrayRef<int64_t> coordinates) const;
  Box operator[](int64_t shard) const { return at(grid.coordinatesOf(shard)); }
  bool operator==(const ShardBoxes &other) const = default;
};

/// Equal ones may be at one address, and then are so without a look.
using SharedBoxes = Shared<ShardBoxes>;

/// The box with every index between its ends.
Box dense(Box box);
/// Elements that both have; boxes of step 1.
int64_t commonVolume(const Box &a, const Box &b);

/// The same box on every shard.
ShardBoxes everywhere(const ShardGrid &grid, const Box &box);
/// From a list of one box per shard.
ShardBoxes boxesFrom(const ShardGrid &grid, ArrayRef<Box> perShard);

/// Dimensions that depend on the same coordinates, directly or by way of others: what they are on
/// one place says nothing of the rest.
struct LinkedDims {
  SmallVector<int, 2> dims, over;
};
/// Of the dimensions that vary.
SmallVector<LinkedDims, 4> linkedDims(const ShardBoxes &boxes);

/// Elements of the dimensions that are the same everywhere.
int64_t uniformVolume(const ShardBoxes &boxes);
/// Elements in these dimensions.
int64_t volumeAt(const ShardBoxes &boxes, ArrayRef<int> dims, ArrayRef<int64_t> coordinates);
/// The coordinates that say whether a box is empty.
SmallVector<int, 2> overEmpties(const ShardBoxes &boxes);
bool isEmptyAt(const ShardBoxes &boxes, ArrayRef<int64_t> coordinates);
bool emptyEverywhere(const ShardBoxes &boxes);
/// Elements, over all shards.
double volumeOfAll(const ShardBoxes &boxes);
/// The same modulo 2^64: equal counts are equal.
uint64_t countOfAll(const ShardBoxes &boxes);
/// Of the shard that has most.
int64_t largestVolume(const ShardBoxes &boxes);
/// `inner` lies in `outer` on every shard.
bool coversEverywhere(const ShardBoxes &outer, const ShardBoxes &inner);
/// What both have.
ShardBoxes commonOf(const ShardBoxes &a, const ShardBoxes &b);
/// The smallest box around both, on each shard; one that is empty there counts for nothing.
ShardBoxes hull(const ShardBoxes &a, const ShardBoxes &b);
/// Adds the boxes of one use to a value's list: contained uses are dropped, two merge where on
/// every shard their hull holds nothing that neither has. Decided once for all shards, so that one
/// program serves them all.
void addUse(SmallVectorImpl<ShardBoxes> &uses, ShardBoxes boxes);

} // namespace shardc

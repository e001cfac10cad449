// SPDX-License-Identifier: Apache-2.0
// A box on every shard or device: what one use of a value needs, or what is held of it.
#pragma once

#include "frontend/ir/formula/bounds.h"

#include <vector>

namespace shardc {

using ShardBoxes = std::vector<Box>; // one per shard

/// The box with every index between its ends.
Box dense(Box box);
/// Elements that both have; boxes of step 1.
int64_t commonVolume(const Box &a, const Box &b);
/// `inner` lies in `outer` on every shard.
bool coversEverywhere(const ShardBoxes &outer, const ShardBoxes &inner);
/// Adds the boxes of one use to a value's list: contained uses are dropped, two merge where on
/// every shard their hull holds nothing that neither has. Decided once for all shards, so that one
/// program serves them all.
void addUse(SmallVectorImpl<ShardBoxes> &uses, ShardBoxes boxes);

} // namespace shardc

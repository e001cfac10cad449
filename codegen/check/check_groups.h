// SPDX-License-Identifier: Apache-2.0
// Counting what devices of a group have in common: the checker's own way, which shares nothing with
// the analysis that made the plan but boxes. Numbers are modulo 2^64: equal counts are equal.
#pragma once

#include "analysis/boxes/shard_boxes.h"

namespace shardc {

/// Elements of the different boxes that there are.
uint64_t countOfDistinct(const ShardBoxes &boxes);
/// Elements that `a` of one member and `b` of another have in common, over all pairs of members of
/// all groups, members being devices that differ only in the coordinates `over`. With boxes `b`
/// that are apart within each group, it is `countOfAll(a)` where every box of `a` is filled from
/// them, and less where one is not.
uint64_t pairVolume(const ShardBoxes &a, const ShardBoxes &b, ArrayRef<int> over);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
#include "analysis/shard_boxes.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

Box dense(Box box) {
  for (Interval &interval : box)
    interval.step = 1;
  return box;
}

int64_t commonVolume(const Box &a, const Box &b) {
  int64_t common = 1;
  for (auto [x, y] : llvm::zip(a, b))
    common *= std::max<int64_t>(0, std::min(x.hi, y.hi) - std::max(x.lo, y.lo));
  return common;
}

bool coversEverywhere(const ShardBoxes &outer, const ShardBoxes &inner) {
  return llvm::all_of(llvm::zip(outer, inner),
                      [](auto pair) { return covers(std::get<0>(pair), std::get<1>(pair)); });
}

/// Whether on every shard the hull holds nothing that neither box has.
static bool mergesEverywhere(const ShardBoxes &a, const ShardBoxes &b) {
  return llvm::all_of(llvm::zip(a, b), [](auto pair) {
    auto &[x, y] = pair;
    if (isEmpty(x) || isEmpty(y)) return true;
    return volume(hull(x, y)) <= volume(x) + volume(y) - commonVolume(x, y);
  });
}

void addUse(SmallVectorImpl<ShardBoxes> &uses, ShardBoxes boxes) {
  for (const ShardBoxes &use : uses)
    if (coversEverywhere(use, boxes)) return;
  llvm::erase_if(uses, [&](const ShardBoxes &use) { return coversEverywhere(boxes, use); });
  for (size_t other = 0; other < uses.size(); ++other) {
    if (!mergesEverywhere(uses[other], boxes)) continue;
    for (auto [box, more] : llvm::zip(boxes, uses[other]))
      box = hull(box, more);
    uses.erase(uses.begin() + other);
    return addUse(uses, std::move(boxes));
  }
  uses.push_back(std::move(boxes));
}

} // namespace shardc

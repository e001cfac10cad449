// SPDX-License-Identifier: Apache-2.0
#include "analysis/propagate/propagate.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

Sharding Propagation::sharding(Value value) const {
  const int number = values.numberOf(value);
  if (number >= 0) return table[lies[number]];
  return openSharding(cast<RankedTensorType>(value.getType()).getRank());
}

static void addGiven(const UserSharding &given, SmallVectorImpl<ShardingReason> &list) {
  for (auto [dim, of] : llvm::enumerate(given.sharding.dims))
    if (!of.axes.empty() || !of.open)
      list.push_back({static_cast<int64_t>(dim), of.axes, nullptr, {}, {}, given.loc});
}

static ShardingReason reasonOf(const ShardingGrowth &growth, const Propagation &all) {
  const AxisList &before = all.table[growth.before].dims[growth.dimension].axes;
  const AxisList &after = all.table[growth.after].dims[growth.dimension].axes;
  ShardingReason reason{growth.dimension, withoutPrefix(after, before), growth.op};
  if (growth.from >= all.values.firstOutput)
    reason.output = growth.from - all.values.firstOutput;
  else if (growth.from >= 0)
    reason.from = all.values.all[growth.from];
  return reason;
}

static SmallVector<ShardingReason, 1> reasonsOf(int value, const Propagation &all) {
  SmallVector<ShardingReason, 1> list;
  for (int at = all.latest[value]; at >= 0; at = all.growth[at].earlier)
    list.push_back(reasonOf(all.growth[at], all));
  SmallVector<ShardingReason, 1> given;
  if (const auto found = all.given.find(value); found != all.given.end())
    addGiven(found->second, given);
  given.append(list.rbegin(), list.rend());
  return given;
}

SmallVector<ShardingReason, 1> Propagation::reasons(Value value) const {
  const int number = values.numberOf(value);
  if (number < 0) return {};
  return reasonsOf(number, *this);
}

SmallVector<ShardingReason, 1> Propagation::outputReasons(size_t output) const {
  return reasonsOf(values.firstOutput + static_cast<int>(output), *this);
}

} // namespace shardc

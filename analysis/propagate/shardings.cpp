// SPDX-License-Identifier: Apache-2.0
#include "analysis/propagate/shardings.h"

#include "llvm/ADT/Hashing.h"

namespace shardc {

static llvm::hash_code hashOf(const AxisList &axes) {
  llvm::hash_code hash = axes.size();
  for (const AxisRef &axis : axes)
    hash = llvm::hash_combine(hash, axis.axis, axis.before, axis.size);
  return hash;
}

static size_t hashOf(const Sharding &sharding) {
  llvm::hash_code hash =
      llvm::hash_combine(hashOf(sharding.replicated), hashOf(sharding.unreduced));
  for (const DimSharding &dim : sharding.dims)
    hash = llvm::hash_combine(hash, hashOf(dim.axes), dim.open, dim.priority);
  return hash;
}

ShardingId ShardingTable::intern(const Sharding &sharding) {
  const size_t hash = hashOf(sharding);
  const auto [first, last] = byHash.equal_range(hash);
  for (auto at = first; at != last; ++at)
    if (all[at->second] == sharding) return at->second;
  const auto id = static_cast<ShardingId>(all.size());
  all.push_back(sharding);
  byHash.emplace(hash, id);
  return id;
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// Shardings as numbers: equal ones are stored once, so that comparing and remembering them is
// cheap.
#pragma once

#include "frontend/ir/sharding/algebra/sharding.h"

#include <deque>
#include <unordered_map>

namespace shardc {

using ShardingId = uint32_t;

class ShardingTable {
public:
  ShardingId intern(const Sharding &sharding);
  /// Stays where it is as long as the table.
  const Sharding &operator[](ShardingId id) const { return all[id]; }

private:
  std::deque<Sharding> all;
  std::unordered_multimap<size_t, ShardingId> byHash;
};

} // namespace shardc

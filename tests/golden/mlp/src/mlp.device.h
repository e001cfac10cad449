// What differs between the shards of mlp: the indices that each works on.
#pragma once

#include "runtime/interval.h"

namespace mlp {

using shardc::runtime::Range;

/// A shard: the indices that it works on.
struct Device {
  Range<int> i; // dimension 0 of x
};
Device device(int number);

} // namespace mlp

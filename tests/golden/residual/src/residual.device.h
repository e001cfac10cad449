// What differs between the shards of residual: the indices that each works on.
#pragma once

#include "runtime/interval.h"

namespace residual {

using shardc::runtime::Range;

/// A shard: the indices that it works on.
struct Device {
  Range<int> i; // dimension 0 of x
  Range<int> j; // dimension 1 of w
};
Device device(int number);

} // namespace residual

// What differs between the shards of nx_dot: the indices that each works on.
#pragma once

#include "runtime/interval.h"

namespace nx_dot {

using shardc::runtime::Range;

/// A shard: the indices that it works on.
struct Device {
  Range<int> i; // dimension 0 of l
  Range<int> j; // dimension 4 of r
};
Device device(int number);

} // namespace nx_dot

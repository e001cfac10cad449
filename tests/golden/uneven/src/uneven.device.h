// What differs between the devices of uneven: the indices that each works on.
#pragma once

#include "runtime/interval.h"

namespace uneven {

using shardc::runtime::Range;

/// A device: the indices that it works on.
struct Device {
  Range<int> p_10; // rows of x, over p
  Range<int> q_7;  // columns of w, over q
};
Device device(int number);

} // namespace uneven

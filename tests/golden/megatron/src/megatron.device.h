// What differs between the devices of megatron: the indices that each works on.
#pragma once

#include "runtime/interval.h"

namespace megatron {

using shardc::runtime::Range;

/// A device: the indices that it works on.
struct Device {
  Range<int> data_8;   // rows of x, over data
  Range<int> model_64; // columns of w1, over model
};
Device device(int number);

} // namespace megatron

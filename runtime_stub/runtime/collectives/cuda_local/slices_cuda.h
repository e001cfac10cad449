// SPDX-License-Identifier: Apache-2.0
// What a device has gathered of one another, to be combined on its GPU: by a kernel that is linked
// (combine_cuda.cu) or in the program's cubin (combine_cubin.cpp).
#pragma once

#include "runtime/collectives/combine.h"
#include "runtime/host/stream.h"

#include <algorithm>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// `count` slices of `size` elements each, one after the other.
struct Slices {
  Type type;
  bool as_bits; // the elements' bits are combined, as unsigned integers
  Combine how;
  char *at;
  int64_t size;
  int count;

  static constexpr int kBlock = 256; // threads
  unsigned blocks() const {
    return static_cast<unsigned>(std::min<int64_t>((size + kBlock - 1) / kBlock, 65535));
  }
};

/// The first slice becomes the combination of all, when all earlier work of the stream is done.
void combine_slices(Stream &stream, const char *step, const Slices &slices);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
// The kernel that combines what devices have gathered of one another.
#pragma once

#include "runtime/collectives/combine.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// The first of `count` slices of `size` elements becomes the combination of all: in pairs, then
/// pairs of those.
template <typename T>
__device__ inline void combine_in_pairs(Combine how, T *slices, int64_t size, int count) {
  const int64_t step = int64_t{gridDim.x} * blockDim.x;
  for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < size; i += step) {
    T waiting[32]; // for their neighbours on the right
    int depth = 0;
    for (int slice = 0; slice < count; ++slice) {
      T total = slices[slice * size + i];
      for (int place = slice; (place & 1) != 0; place >>= 1)
        total = combine(how, waiting[--depth], total);
      waiting[depth++] = total;
    }
    T total = waiting[--depth];
    while (depth > 0)
      total = combine(how, waiting[--depth], total);
    slices[i] = total;
  }
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

/// Slices of elements of `type`, combined as such or as their bits. By a name that does not depend
/// on compilers: it is looked up in cubins.
extern "C" __global__ void __launch_bounds__(256)
    shardc_combine_slices(shardc::runtime::Type type, bool as_bits, shardc::runtime::Combine how,
                          char *slices, int64_t size, int count) {
  using namespace shardc::runtime;
  with_combined_type(type, as_bits, [&](auto zero) {
    combine_in_pairs(how, reinterpret_cast<decltype(zero) *>(slices), size, count);
  });
}

// SPDX-License-Identifier: Apache-2.0
// The runtime's launch_cuda.h for C++ compilers: threads run one after the other.
#pragma once

#include "runtime/launch_cpu.h"

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned width = 1, unsigned height = 1, unsigned depth = 1)
      : x(width), y(height), z(depth) {}
};
inline dim3 blockIdx, threadIdx;

#define __global__
#define __launch_bounds__(...)

namespace shardc::runtime {
template <typename... Parameters>
void launch(Stream &, const char *, void (*kernel)(Parameters...), dim3 grid, dim3 block,
            std::type_identity_t<Parameters>... arguments) {
  if (grid.x == 0 || grid.y == 0 || grid.z == 0 || grid.y > 65535 || grid.z > 65535 ||
      grid.x > 0x7fffffff || block.x > 256)
    throw std::runtime_error("no GPU has such a grid or block");
  for (blockIdx.z = 0; blockIdx.z < grid.z; ++blockIdx.z)
    for (blockIdx.y = 0; blockIdx.y < grid.y; ++blockIdx.y)
      for (blockIdx.x = 0; blockIdx.x < grid.x; ++blockIdx.x)
        for (threadIdx.x = 0; threadIdx.x < block.x; ++threadIdx.x)
          kernel(arguments...);
}
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
// What a library of emulated kernels has: emulatedKernels, an array that ends with no name.
#pragma once

#include <utility>

namespace emulation {

struct Size {
  unsigned x, y, z;
};

struct Kernel {
  const char *name;
  void (*run)(Size grid, Size block, void **arguments);
};

} // namespace emulation

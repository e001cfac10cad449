// SPDX-License-Identifier: Apache-2.0
// What a library of emulated kernels has: emulatedKernels, an array that ends with no name.
#pragma once

#include <functional>
#include <utility>

namespace emulation {

struct Size {
  unsigned x, y, z;
};

struct Kernel {
  const char *name;
  /// Takes the arguments now, and runs when it is called.
  std::function<void()> (*launch)(Size grid, Size block, void **arguments);
};

} // namespace emulation

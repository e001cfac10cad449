// SPDX-License-Identifier: Apache-2.0
// The runtime's launch_cuda.h for C++ compilers.
#pragma once

#include "runtime/grid.h"
#include "runtime/host/cpu/launch_cpu.h"

namespace shardc::runtime {
template <typename... Parameters>
void launch(Stream &, const char *, void (*kernel)(Parameters...), dim3 grid, dim3 block,
            std::type_identity_t<Parameters>... arguments) {
  runGrid(grid, block, [=] { kernel(arguments...); });
}
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
// Stands in for the runtime's launch_cuda.h where a bundle's .cu files are built as plain C++: put
// tests/emulation first on the include path, and link stream_cpu.cpp.
#pragma once

#include "runtime/grid.h"
#include "runtime/host/cpu/launch_cpu.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

template <typename... Parameters>
void launch(Stream &stream, const char *step, void (*kernel)(Parameters...), dim3 grid, dim3 block,
            std::type_identity_t<Parameters>... arguments) {
  begin(stream, step);
  runGrid(grid, block, [=] { kernel(arguments...); });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
// Stands in for the runtime's launch_cuda.h where a bundle's .cu files are built as plain C++
// beside its host code for GPUs: put tests/emulation/cudart first on the include path, then
// tests/emulation. A launch is work of the emulated driver's stream.
#pragma once

#include "driver/give.h"
#include "runtime/grid.h"
#include "runtime/host/stream.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

struct Handle {
  CUstream_st *stream;
  int device, gpu;
  const char *where;
};
Handle use(Stream &stream);

template <typename... Parameters>
void launch(Stream &stream, const char *, void (*kernel)(Parameters...), dim3 grid, dim3 block,
            std::type_identity_t<Parameters>... arguments) {
  emulatedGive({use(stream).stream}, [=] { runGrid(grid, block, [=] { kernel(arguments...); }); });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

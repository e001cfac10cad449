// SPDX-License-Identifier: Apache-2.0
// Stands in for the runtime's launch_cuda.h where a bundle's .cu files are built to be counted: put
// tests/emulation/counting first on the include path, compile with `clang++ -fsanitize=thread`,
// link without, and with the files there.
#pragma once

#include "../../../device.h"
#include "runtime/host/cpu/launch_cpu.h"
#include "runtime/host/cpu/stream_cpu.h"

namespace emulation {
/// Counts a launch on the first device. Others are left out, and so is one more of the same step,
/// unless it is small: hosts decide by what those compute.
void launched(const void *kernel, const char *step, int device, dim3 grid, dim3 block,
              const std::function<void()> &thread);
} // namespace emulation

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

template <typename... Parameters>
EMULATION_UNSEEN void launch(Stream &stream, const char *step, void (*kernel)(Parameters...),
                             dim3 grid, dim3 block, std::type_identity_t<Parameters>... arguments) {
  begin(stream, step);
  emulation::launched(reinterpret_cast<const void *>(kernel), step, stream.state().device, grid,
                      block, [=]() EMULATION_UNSEEN { kernel(arguments...); });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
// Stands in for the runtime's start_cuda.h, as launch_cuda.h beside it does.
#pragma once

#include "driver/give.h"
#include "runtime/grid.h"

#include <cstdint>
#include <type_traits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

constexpr int kThreadsOfBlock = 256;

template <typename... Parameters>
void start(CUstream_st *stream, void (*kernel)(Parameters...), int64_t threads,
           std::type_identity_t<Parameters>... arguments) {
  const dim3 grid(static_cast<unsigned>((threads + kThreadsOfBlock - 1) / kThreadsOfBlock));
  emulatedGive({stream},
               [=] { runGrid(grid, dim3(kThreadsOfBlock), [=] { kernel(arguments...); }); });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

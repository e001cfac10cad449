// SPDX-License-Identifier: Apache-2.0
// The runtime's launch_cpu.h without streams: kernels run at once, those for several threads chunk
// by chunk, the last one first.
#pragma once

#include "runtime/box.h"
#include "runtime/host/cpu/chunks_cpu.h"

#include <algorithm>
#include <stdexcept>
#include <type_traits>

#define SHARDC_FOR_PROCESSOR(x) baseline::x

namespace shardc::runtime {
struct Stream {};

template <typename... Parameters>
void launch(Stream &, const char *, void (*kernel)(Parameters...),
            std::type_identity_t<Parameters>... arguments) {
  kernel(arguments...);
}

template <typename... Parameters>
void launch(Stream &, const char *, void (*kernel)(int64_t, int64_t, Parameters...), Chunks chunks,
            std::type_identity_t<Parameters>... arguments) {
  const int64_t size = chunks.size_for(/*threads=*/3);
  for (int64_t chunk = (chunks.extent - 1) / size; chunk >= 0; --chunk)
    kernel(chunk * size, std::min((chunk + 1) * size, chunks.extent), arguments...);
}
} // namespace shardc::runtime

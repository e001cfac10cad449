// SPDX-License-Identifier: Apache-2.0
// The runtime's launch_cpu.h without streams: kernels run at once, those for several threads chunk
// by chunk, the last one first.
#pragma once

#include "runtime/box.h"

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

struct Chunks {
  int64_t extent, size;
};
template <typename... Parameters>
void launch(Stream &, const char *, void (*kernel)(int64_t, int64_t, Parameters...), Chunks chunks,
            std::type_identity_t<Parameters>... arguments) {
  for (int64_t chunk = (chunks.extent - 1) / chunks.size; chunk >= 0; --chunk) {
    const int64_t from = chunk * chunks.size;
    kernel(from, std::min(from + chunks.size, chunks.extent), arguments...);
  }
}
} // namespace shardc::runtime

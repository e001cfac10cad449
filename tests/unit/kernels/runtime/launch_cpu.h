// SPDX-License-Identifier: Apache-2.0
// The runtime's launch_cpu.h without streams: kernels run at once.
#pragma once

#include "runtime/box.h"

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
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "stream.h"

#include <functional>
#include <type_traits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Adds `work` to the stream. `step` is what messages call it, and lives as long as the program.
void enqueue(Stream &stream, const char *step, std::function<void()> work);

/// Runs a kernel of the CPU target: a function that is its loops.
template <typename... Parameters>
void launch(Stream &stream, const char *step, void (*kernel)(Parameters...),
            std::type_identity_t<Parameters>... arguments) {
  enqueue(stream, step, [=] { kernel(arguments...); });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

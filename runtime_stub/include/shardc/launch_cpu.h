// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "stream.h"

#include <functional>

namespace shardc::runtime {
inline namespace v1 {

/// Adds `work` to the stream. `step` is what messages call it, and lives as long as the program.
void enqueue(Stream &stream, const char *step, std::function<void()> work);

/// Runs a kernel of the CPU target: a function that is its loops.
template <typename... Parameters, typename... Arguments>
void launch(Stream &stream, const char *step, void (*kernel)(Parameters...),
            Arguments... arguments) {
  enqueue(stream, step, [=] { kernel(arguments...); });
}

} // namespace v1
} // namespace shardc::runtime

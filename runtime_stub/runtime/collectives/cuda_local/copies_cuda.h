// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/box.h"
#include "runtime/host/stream.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Memory on GPUs that has room for a window.
template <typename Byte>
struct Windowed {
  Byte *at;
  const Box &window;
};

/// Copies a box from window to window, when all earlier work of the stream is done.
void copy_on(Stream &stream, const char *step, const Box &box, Windowed<char> to,
             Windowed<const char> from, size_t element_bytes);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
// Kernels of routines that are compiled already.
#pragma once

#include "runtime/routines/batch.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Puts the kernel of this name for the type of the call's first operand on the call's stream, with
/// `work`, of its parameter's type. Returns what is wrong, or null.
const char *launch_by_name(const shardc_call &call, const char *kernel, unsigned blocks,
                           unsigned threads, const void *work);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/argsort.h"

#include "runtime/routines/argsort.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// No library for CPUs does it.
const char *by_library::argsort(const shardc_call *call) { return runtime::argsort(call); }

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

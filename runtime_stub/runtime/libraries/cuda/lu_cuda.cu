// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/lu.h"

#include "runtime/routines/lu.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

const char *by_library::lu(const shardc_call *call) { return runtime::lu(call); }

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

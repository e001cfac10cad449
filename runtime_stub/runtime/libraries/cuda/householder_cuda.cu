// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/householder.h"

#include "runtime/routines/householder.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

const char *by_library::householder(const shardc_call *call) { return runtime::householder(call); }

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

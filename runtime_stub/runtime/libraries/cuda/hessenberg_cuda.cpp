// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/hessenberg.h"

#include "runtime/routines/hessenberg.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

const char *by_library::hessenberg(const shardc_call *call) { return runtime::hessenberg(call); }

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

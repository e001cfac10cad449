// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/svd.h"

#include "runtime/routines/svd.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

const char *by_library::svd(const shardc_call *call) { return runtime::svd(call); }

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

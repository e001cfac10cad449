// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/cholesky.h"

#include "runtime/routines/cholesky.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

const char *by_library::cholesky(const shardc_call *call) { return runtime::cholesky(call); }

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

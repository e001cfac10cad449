// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/tridiagonal.h"

#include "runtime/routines/tridiagonal.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

const char *by_library::tridiagonal(const shardc_call *call) { return runtime::tridiagonal(call); }

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

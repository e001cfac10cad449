// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/qr.h"

#include "runtime/routines/qr.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

const char *by_library::qr(const shardc_call *call) { return runtime::qr(call); }

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/eigh.h"

#include "runtime/routines/eigh.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

const char *by_library::eigh(const shardc_call *call) { return runtime::eigh(call); }

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

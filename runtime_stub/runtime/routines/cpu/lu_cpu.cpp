// SPDX-License-Identifier: Apache-2.0
#include "runtime/routines/lu.h"

#include "runtime/routines/cpu/each_cpu.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

const char *lu(const shardc_call *call) { return for_each_member<Lu>(*call); }

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

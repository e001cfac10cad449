// SPDX-License-Identifier: Apache-2.0
#include "runtime/routines/lu.h"

#include "runtime/routines/cuda/each_cuda.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

const char *lu(const shardc_call *call) { return for_each_member<Lu>(*call, "lu"); }

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

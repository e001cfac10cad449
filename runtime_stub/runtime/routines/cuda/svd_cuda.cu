// SPDX-License-Identifier: Apache-2.0
#include "runtime/routines/svd.h"

#include "runtime/routines/cuda/each_cuda.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

const char *svd(const shardc_call *call) { return for_each_member<Svd>(*call, "svd"); }

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

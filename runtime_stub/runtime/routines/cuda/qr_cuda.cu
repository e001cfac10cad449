// SPDX-License-Identifier: Apache-2.0
#include "runtime/routines/qr.h"

#include "runtime/routines/cuda/each_cuda.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

const char *qr(const shardc_call *call) { return for_each_member<Qr>(*call, "qr"); }

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

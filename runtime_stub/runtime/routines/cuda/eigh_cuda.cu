// SPDX-License-Identifier: Apache-2.0
#include "runtime/routines/eigh.h"

#include "runtime/routines/cuda/each_cuda.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

const char *eigh(const shardc_call *call) { return for_each_member<Eigh>(*call, "eigh"); }

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

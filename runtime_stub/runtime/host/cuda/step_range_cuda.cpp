// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/cuda/step_range_cuda.h"

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#define SHARDC_NVTX(call) static_cast<void>(call)
#else
#define SHARDC_NVTX(call) static_cast<void>(0)
#endif

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

StepRange::StepRange([[maybe_unused]] const char *step) { SHARDC_NVTX(nvtxRangePushA(step)); }
StepRange::~StepRange() { SHARDC_NVTX(nvtxRangePop()); }

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

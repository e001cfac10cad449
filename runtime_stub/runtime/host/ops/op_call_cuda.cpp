// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/ops/op_call.h"

#include "runtime/host/cuda/launch_cuda.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

CallPlace begin_call(Stream &stream, const char *) {
  const Handle at = use(stream);
  return {at.device, at.stream};
}

/// Launches that were refused are known at once, and by the thread that made them.
void end_call(Stream &stream, const char *step) {
#ifndef SHARDC_CUBIN
  check(cudaGetLastError(), step, use(stream).device);
#else
  (void)stream, (void)step;
#endif
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

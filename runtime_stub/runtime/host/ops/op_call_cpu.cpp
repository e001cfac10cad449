// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/ops/op_call.h"

#include "runtime/host/cpu/launch_cpu.h"
#include "runtime/host/cpu/stream_cpu.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Where devices talk their carriers have begun the step.
CallPlace begin_call(Stream &stream, const char *step, bool talks) {
  if (!talks) begin(stream, step);
  return {stream.state().device, nullptr};
}

void end_call(Stream &, const char *) {}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

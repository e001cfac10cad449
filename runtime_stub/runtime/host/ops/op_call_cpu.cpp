// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/ops/op_call.h"

#include "runtime/host/cpu/launch_cpu.h"
#include "runtime/host/cpu/stream_cpu.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Among the threads of the stream's team.
static void divide_call(void *stream, int64_t count, void (*one)(const void *work, int64_t number),
                        const void *work) {
  divide(*static_cast<Stream *>(stream), {count, 1}, [&](int64_t from, int64_t to) {
    for (int64_t number = from; number < to; ++number)
      one(work, number);
  });
}

/// Where devices talk their carriers have begun the step, and no thread has nothing to do.
CallPlace begin_call(Stream &stream, const char *step, bool talks) {
  if (talks) return {stream.state().device, nullptr};
  begin(stream, step);
  return {stream.state().device, nullptr, {}, {divide_call, &stream}};
}

void end_call(Stream &, const char *) {}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

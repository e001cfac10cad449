// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/ops/op_call.h"

#include "runtime/host/cuda/launch_cuda.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

namespace {

struct KeptByCall {
  shardc_kept thing = {};
  ~KeptByCall() {
    if (thing.release) thing.release(thing.thing);
  }
};

} // namespace

/// In the end, with what the stream itself keeps.
static shardc_kept *keep(void *stream, const void *key) {
  std::shared_ptr<void> &object = kept(*static_cast<Stream *>(stream), key);
  if (object == nullptr) object = std::make_shared<KeptByCall>();
  return &static_cast<KeptByCall *>(object.get())->thing;
}

CallPlace begin_call(Stream &stream, const char *, bool) {
  const Handle at = use(stream);
  return {at.device, at.stream, {keep, &stream}};
}

/// Launches that were refused are known at once, and by the thread that made them.
void end_call(Stream &stream, const char *step) {
#ifndef SHARDC_CUBIN
  check(cudaGetLastError(), step, use(stream).where);
#else
  (void)stream, (void)step;
#endif
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

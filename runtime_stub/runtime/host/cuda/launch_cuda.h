// SPDX-License-Identifier: Apache-2.0
// What launches need of a stream on GPUs: CUDA's stream, checks of its errors, objects that it
// keeps.
#pragma once

#include "runtime/host/cuda/step_range_cuda.h"
#include "runtime/host/stream.h"

// Bundles whose kernels are compiled already do without CUDA's runtime.
#ifdef SHARDC_CUBIN
#include "runtime/host/cuda/driver_cubin.h"
#else
#include <cuda_runtime.h>
#endif

#include <type_traits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

class Kernels;

/// Throws if `status` is an error, naming the step and where it was done.
void check(cudaError_t status, const char *step, const char *where);

/// Makes the stream's GPU the current one, and returns the CUDA stream, the device and the GPU.
struct Handle {
  cudaStream_t stream;
  int device, gpu;
  const char *where; // "device 4 on GPU 0 (0000:3B:00.0)"
};
Handle use(Stream &stream);

/// Another stream of the same device, on the same GPU, for what is to run beside the first.
Stream beside(Stream &stream);

/// An event of the stream's GPU, which is what a stream has done when it is recorded there.
class Event {
public:
  Event(Stream &stream, const char *step);
  ~Event();
  Event(const Event &) = delete;
  Event &operator=(const Event &) = delete;
  void record(Stream &stream, const char *step);
  /// What the stream is given from now on waits for what was recorded last.
  void hold(Stream &stream, const char *step) const;

private:
  cudaEvent_t event = nullptr;
};

/// Waits until all that the stream has been given is done; throws where that fails, or takes longer
/// than the limit.
void finish(Stream &stream);

/// What is kept under a key for as long as the stream lives; null at first.
std::shared_ptr<void> &kept(Stream &stream, const void *key);

/// The stream's own T: made when it is first asked for, while the stream's GPU is current, and gone
/// with the stream. For what a library wants to have for each device, such as a handle.
template <typename T>
T &own(Stream &stream) {
  static const char key = 0;
  std::shared_ptr<void> &object = kept(stream, &key);
  use(stream);
  if (object == nullptr) object = std::make_shared<T>();
  return *static_cast<T *>(object.get());
}

/// The stream's program's kernels on its GPU, where they are compiled already (launch_cubin.h).
Kernels &kernels_of(Stream &stream);

#ifdef __CUDACC__
/// Runs a kernel. A function, not <<<>>>, so that a kernel file is plain C++ to every other tool.
template <typename... Parameters>
void launch(Stream &stream, const char *step, void (*kernel)(Parameters...), dim3 grid, dim3 block,
            std::type_identity_t<Parameters>... arguments) {
  const StepRange range(step);
  const Handle on = use(stream);
  cudaLaunchConfig_t config = {};
  config.gridDim = grid;
  config.blockDim = block;
  config.stream = on.stream;
  check(cudaLaunchKernelEx(&config, kernel, arguments...), step, on.where);
}
#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

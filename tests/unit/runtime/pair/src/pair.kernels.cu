// SPDX-License-Identifier: Apache-2.0
// The kernels of pair for GPUs.
#include "pair.plan.h"

#include "runtime/device/window.h"
#include "runtime/host/cuda/launch_cuda.h"

namespace pair {

using shardc::runtime::Fixed, shardc::runtime::launch, shardc::runtime::Whole,
    shardc::runtime::Window;

namespace for_z {

namespace gpu {
__global__ void __launch_bounds__(64)
    add_0(const Device d, const float *__restrict__ x_data, const float *__restrict__ w,
          const float *__restrict__ b_data, float *__restrict__ z_data) {
  const Window x(x_data, d.i, Whole<4>());
  const Window b(b_data, d.i);
  const Window z(z_data, d.i, Whole<4>());
  const int i = d.i.lo + threadIdx.x / 4;
  const int j = threadIdx.x % 4;
  if (i >= d.i.hi) return;
  z(i, j) = x(i, j) * w[j] + b(i);
}
} // namespace gpu

void add_0(Stream &stream, const char *step, const Device &d, const float *x, const float *w,
           const float *b, float *z) {
  launch(stream, step, gpu::add_0, 1, 64, d, x, w, b, z);
}

} // namespace for_z

namespace for_k {

namespace gpu {
__global__ void __launch_bounds__(2)
    convert_0(const bool *__restrict__ mask, int64_t *__restrict__ k_data) {
  const Window k(k_data, Fixed<1, 3>());
  const int i = 1 + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= 4) return;
  k(i) = mask[i];
}
} // namespace gpu

void convert_0(Stream &stream, const char *step, const bool *mask, int64_t *k) {
  launch(stream, step, gpu::convert_0, dim3(2), dim3(2), mask, k);
}

} // namespace for_k

} // namespace pair

// The kernels of uneven for GPUs. Each is followed by the function that launches it.
#include "uneven.plan.h"

#include "runtime/host/cuda/launch_cuda.h"

#include "runtime/device/fma.h"

namespace uneven {

using shardc::runtime::fma;

// product_add_0: y[i,j] = sum + b[j]
//                  sum = sum over k of x[i,k] * w[k,j]
//   source   program.json:7  dot_general, broadcast_in_dim, add
//   x        f32[2..3, 6]     of [10, 6]  over p; columns whole
//   w        f32[6, 3..4]     of [6, 7]   over q; rows whole
//   b        f32[3..4]        of [7]      over q
//   y        f32[2..3, 3..4]  of [10, 7]  over p and q
//   indices  local: i and j counts from where the windows start
//   launch   grid 1, block 256; one thread per element
//   work     at most 232 bytes, 156 FLOPs
namespace gpu {
__global__ void __launch_bounds__(256)
    product_add_0(const Device d, const float *__restrict__ x, const float *__restrict__ w,
                  const float *__restrict__ b, float *__restrict__ y) {
  const int n = threadIdx.x;
  const int i = n / 4;
  const int j = n % 4;
  if (i >= d.p_10.size() || j >= d.q_7.size()) return;
  float sum = 0.0f;
  for (int k = 0; k < 6; ++k)
    sum = fma(x[i * 6 + k], w[k * d.q_7.size() + j], sum);
  y[i * d.q_7.size() + j] = sum + b[j];
}
} // namespace gpu

void product_add_0(Stream &stream, const char *step, const Device &d, const float *x,
                   const float *w, const float *b, float *y) {
  shardc::runtime::launch(stream, step, gpu::product_add_0, 1, 256, d, x, w, b, y);
}

} // namespace uneven

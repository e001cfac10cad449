// The kernels of residual for GPUs. Each is followed by the function that launches it.
#include "residual.plan.h"

#include "runtime/host/cuda/launch_cuda.h"

#include "runtime/device/fma.h"
#include "runtime/device/window.h"

namespace residual {

using shardc::runtime::Whole, shardc::runtime::Window, shardc::runtime::fma;

// product_add_0: z[i,j] = x[i,j] + sum
//                  sum = sum over k of x[i,k] * w[k,j]
//   source   program.json:6,8  dot_general, add
//   x        f32[2..3, 4]  of [5, 4]  i of z's slice; columns whole
//   w        f32[4, 2]     of [4, 4]  j of z's slice; rows whole
//   z        f32[2..3, 2]  of [5, 4]  i and j of z's slices
//   indices  global: x does not start where j does
//   launch   grid 1, block 256; one thread per element
//   work     at most 104 bytes, 54 FLOPs
namespace gpu {
__global__ void __launch_bounds__(256)
    product_add_0(const Device d, const float *__restrict__ x_data,
                  const float *__restrict__ w_data, float *__restrict__ z_data) {
  const Window x(x_data, d.i, Whole<4>());
  const Window w(w_data, Whole<4>(), d.j);
  const Window z(z_data, d.i, d.j);
  const int n = threadIdx.x;
  const int i = d.i.lo + n / 2;
  const int j = d.j.lo + n % 2;
  if (i >= d.i.hi) return;
  float sum = 0.0f;
  for (int k = 0; k < 4; ++k)
    sum = fma(x(i, k), w(k, j), sum);
  z(i, j) = x(i, j) + sum;
}
} // namespace gpu

void product_add_0(Stream &stream, const char *step, const Device &d, const float *x,
                   const float *w, float *z) {
  shardc::runtime::launch(stream, step, gpu::product_add_0, 1, 256, d, x, w, z);
}

} // namespace residual

// The kernels of residual for GPUs. Each is followed by the function that launches it.
#include "residual.plan.h"

#include "runtime/host/cuda/launch_cuda.h"

#include "runtime/device/window.h"

namespace residual {

using shardc::runtime::Whole, shardc::runtime::Window;

// add_0: z[i,j] = x[i,j] + y[i,j]
//   source   program.mlir:4  add
//   x        f32[2..3, 4]  of [5, 4]  i of z's slice; columns whole
//   y        f32[2..3, 2]  of [5, 4]  i and j of z's slices
//   z        f32[2..3, 2]  of [5, 4]  i and j of z's slices
//   indices  global: x does not start where j does
//   launch   grid 1, block 256; one thread per element
//   work     at most 72 bytes, 6 FLOPs
namespace gpu {
__global__ void __launch_bounds__(256)
    add_0(const Device d, const float *__restrict__ x_data, const float *__restrict__ y_data,
          float *__restrict__ z_data) {
  const Window x(x_data, d.i, Whole<4>());
  const Window y(y_data, d.i, d.j);
  const Window z(z_data, d.i, d.j);
  const int n = threadIdx.x;
  const int i = d.i.lo + n / 2;
  const int j = d.j.lo + n % 2;
  if (i >= d.i.hi) return;
  z(i, j) = x(i, j) + y(i, j);
}
} // namespace gpu

void add_0(Stream &stream, const char *step, const Device &d, const float *x, const float *y,
           float *z) {
  shardc::runtime::launch(stream, step, gpu::add_0, 1, 256, d, x, y, z);
}

} // namespace residual

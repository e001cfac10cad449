// The kernels of nx_dot for GPUs. Each is followed by the function that launches it.
#include "nx_dot.plan.h"

#include "runtime/host/cuda/launch_cuda.h"

#include "runtime/device/fma.h"

namespace nx_dot {

using shardc::runtime::fma;

// product_0: z[i,j] = sum over l_2, k of (l[i,k,l_2] + 1) * float(r[0,0,l_2,k,j] - 1)
//   source   program.json:6-11  constant, broadcast_in_dim, add, transpose, subtract, reshape,
//            convert, dot_general
//   l        f32[1, 2, 3]        of [2, 2, 3]        i of z's slice; the rest whole
//   r        i32[1, 1, 3, 2, 1]  of [1, 1, 3, 2, 2]  j of z's slice; the rest whole
//   z        f32[1, 1]           of [2, 2]           i and j of z's slices
//   indices  local: i and j counts from where the windows start
//   launch   grid 1, block 1; one thread
//   work     52 bytes, 18 FLOPs
namespace gpu {
__global__ void __launch_bounds__(1)
    product_0(const float *__restrict__ l, const int32_t *__restrict__ r, float *__restrict__ z) {
  float sum = 0.0f;
  for (int l_2 = 0; l_2 < 3; ++l_2)
    for (int k = 0; k < 2; ++k)
      sum = fma(l[k * 3 + l_2] + 1.0f, float(r[l_2 * 2 + k] - 1), sum);
  z[0] = sum;
}
} // namespace gpu

void product_0(Stream &stream, const char *step, const float *l, const int32_t *r, float *z) {
  shardc::runtime::launch(stream, step, gpu::product_0, 1, 1, l, r, z);
}

} // namespace nx_dot

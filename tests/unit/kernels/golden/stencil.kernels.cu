// The kernels of stencil for GPUs. Each is followed by the function that launches it.
#include "stencil.plan.h"

#include "runtime/host/cuda/launch_cuda.h"

#include "runtime/device/window.h"

namespace stencil {

using shardc::runtime::Window;

// add_0: w[i] = v[i] + 0.1 * (v_before + v_after - 2 * v[i])
//          v_before = v[i-1] if i > 0, else 0
//          v_after  = v[i+1] if i < 1002, else 0
//   source   program.mlir:15  add
//   v        f32[252..253]  of [1003]  i and 1 to each side of w's slice
//   w        f32[250..251]  of [1003]  i of w's slice
//   indices  global: i is computed with, not only an address
//   launch   grid 1, block 256; one thread per element
//   work     at most 2,016 bytes, 1,255 FLOPs
namespace gpu {
__global__ void __launch_bounds__(256)
    add_0(const Device d, const float *__restrict__ v_data, float *__restrict__ w_data) {
  const Window v(v_data, d.v);
  const Window w(w_data, d.i);
  const int i = d.i.lo + threadIdx.x;
  if (i >= d.i.hi) return;
  const float v_before = i > 0 ? v(i - 1) : 0.0f;
  const float v_after = i < 1002 ? v(i + 1) : 0.0f;
  w(i) = v(i) + 0.1f * (v_before + v_after - 2.0f * v(i));
}
} // namespace gpu

void add_0(Stream &stream, const char *step, const Device &d, const float *v, float *w) {
  shardc::runtime::launch(stream, step, gpu::add_0, 1, 256, d, v, w);
}

} // namespace stencil

// The kernels of rows for GPUs. Each is followed by the function that launches it.
#include "rows.plan.h"

#include "runtime/host/cuda/launch_cuda.h"

#include "runtime/device/cuda/vec_cuda.h"
#include "runtime/device/exponentials.h"
#include "runtime/device/scalar.h"

#include <cmath>

namespace rows {

using shardc::runtime::Vec, shardc::runtime::exp, shardc::runtime::load_vec, shardc::runtime::max;

namespace for_p {

// divide_0: p[i,j] = exp(x[i,j] - largest) / sum
//             largest = max over k of x[i,k]
//             sum     = sum over k of exp(x[i,k] - largest)
//   source   program.mlir:9  divide
//   x        f32[16..48, 300]  of [64, 300]  i of p's slice; columns whole
//   p        f32[16..48, 300]  of [64, 300]  i of p's slice; columns whole
//   indices  local: i counts from where the windows start
//   launch   grid 1, block 256; one thread per row
//   work     at most 115,200 bytes, 57,600 FLOPs
namespace gpu {
__global__ void __launch_bounds__(256)
    divide_0(const Device d, const float *__restrict__ x, float *__restrict__ p) {
  const int i = threadIdx.x;
  if (i >= d.i.size()) return;
  float largest = -INFINITY;
#pragma unroll 5
  for (int k_from = 0; k_from < 300; k_from += 4) {
    const Vec<float, 4> x_vec = load_vec<4>(&x[i * 300 + k_from]);
#pragma unroll
    for (int lane = 0; lane < 4; ++lane)
      largest = max(largest, x_vec[lane]);
  }
  float sum = 0.0f;
#pragma unroll 5
  for (int k_from = 0; k_from < 300; k_from += 4) {
    const Vec<float, 4> x_vec = load_vec<4>(&x[i * 300 + k_from]);
#pragma unroll
    for (int lane = 0; lane < 4; ++lane)
      sum += exp(x_vec[lane] - largest);
  }
  for (int j = 0; j < 300; ++j)
    p[i * 300 + j] = exp(x[i * 300 + j] - largest) / sum;
}
} // namespace gpu

void divide_0(Stream &stream, const char *step, const Device &d, const float *x, float *p) {
  shardc::runtime::launch(stream, step, gpu::divide_0, 1, 256, d, x, p);
}

} // namespace for_p

namespace for_y {

// dot_0: y[i,j] = sum over k of x[i,k] * w[k,j]
//   source   program.mlir:12  dot
//   x        f32[16..48, 300]  of [64, 300]  i of y's slice; columns whole
//   w        f32[300, 10]      of [300, 10]  whole
//   y        f32[16..48, 10]   of [64, 10]   i of y's slice; columns whole
//   indices  local: i counts from where the windows start
//   launch   grid 2, block 256; one thread per element
//   work     at most 71,520 bytes, 288,000 FLOPs
namespace gpu {
__global__ void __launch_bounds__(256) dot_0(const Device d, const float *__restrict__ x,
                                             const float *__restrict__ w, float *__restrict__ y) {
  const int n = blockIdx.x * 256 + threadIdx.x;
  const int i = n / 10;
  const int j = n % 10;
  if (i >= d.i.size()) return;
  float sum = 0.0f;
#pragma unroll 15
  for (int k = 0; k < 300; ++k)
    sum += x[i * 300 + k] * w[k * 10 + j];
  y[i * 10 + j] = sum;
}
} // namespace gpu

void dot_0(Stream &stream, const char *step, const Device &d, const float *x, const float *w,
           float *y) {
  shardc::runtime::launch(stream, step, gpu::dot_0, 2, 256, d, x, w, y);
}

} // namespace for_y

} // namespace rows

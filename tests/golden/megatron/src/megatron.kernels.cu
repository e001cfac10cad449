// The kernels of megatron for GPUs. Each is followed by the function that launches it.
#include "megatron.plan.h"

#include "runtime/host/cuda/launch_cuda.h"

#include "runtime/device/fma.h"
#include "runtime/device/scalar.h"

namespace megatron {

using shardc::runtime::fma, shardc::runtime::max;

// product_max_0: h[i,j] = max(sum + b1[j], 0)
//                  sum = sum over k of x[i,k] * w1[k,j]
//   source   program.json:9-10  dot_general, broadcast_in_dim, add, constant, maximum
//   x        f32[4, 32]   of [8, 32]   over data; columns whole
//   w1       f32[32, 16]  of [32, 64]  over model; rows whole
//   b1       f32[16]      of [64]      over model
//   h        f32[4, 16]   of [8, 64]   over data and model
//   indices  local: i and j counts from where the windows start
//   launch   grid 1, block 256; one thread per element
//   work     2,880 bytes, 4,224 FLOPs
namespace gpu {
__global__ void __launch_bounds__(256)
    product_max_0(const float *__restrict__ x, const float *__restrict__ w1,
                  const float *__restrict__ b1, float *__restrict__ h) {
  const int n = threadIdx.x;
  const int i = n / 16;
  const int j = n % 16;
  if (n >= 64) return;
  float sum = 0.0f;
#pragma unroll 16
  for (int k = 0; k < 32; ++k)
    sum = fma(x[i * 32 + k], w1[k * 16 + j], sum);
  h[n] = max(sum + b1[j], 0.0f);
}
} // namespace gpu

void product_max_0(Stream &stream, const char *step, const float *x, const float *w1,
                   const float *b1, float *h) {
  shardc::runtime::launch(stream, step, gpu::product_max_0, 1, 256, x, w1, b1, h);
}

// product_0: o_part[i,j] = sum over part of k of h[i,k] * w2[k,j]
//   source   program.json:11  dot_general
//   h        f32[4, 16]   of [8, 64]   over data and model
//   w2       f32[16, 32]  of [64, 32]  over model; columns whole
//   o_part   f32[4, 32]   of [8, 32]   over data; columns whole
//   indices  local: i and k counts from where the windows start
//   launch   grid 1, block 256; one thread per element
//   work     2,816 bytes, 4,096 FLOPs
namespace gpu {
__global__ void __launch_bounds__(256)
    product_0(const float *__restrict__ h, const float *__restrict__ w2,
              float *__restrict__ o_part) {
  const int n = threadIdx.x;
  const int i = n / 32;
  const int j = n % 32;
  if (n >= 128) return;
  float sum = 0.0f;
  for (int k = 0; k < 16; ++k)
    sum = fma(h[i * 16 + k], w2[k * 32 + j], sum);
  o_part[n] = sum;
}
} // namespace gpu

void product_0(Stream &stream, const char *step, const float *h, const float *w2, float *o_part) {
  shardc::runtime::launch(stream, step, gpu::product_0, 1, 256, h, w2, o_part);
}

// add_0: y[i,j] = o[i,j] + b2[j] + x[i,j]
//   source   program.json:12  broadcast_in_dim, add
//   o        f32[4, 32]  of [8, 32]  over data; columns whole
//   b2       f32[32]     of [32]     whole
//   x        f32[4, 32]  of [8, 32]  over data; columns whole
//   y        f32[4, 32]  of [8, 32]  over data; columns whole
//   indices  local: i counts from where the windows start
//   launch   grid 1, block 256; one thread per element
//   work     1,664 bytes, 256 FLOPs
namespace gpu {
__global__ void __launch_bounds__(256)
    add_0(const float *__restrict__ o, const float *__restrict__ b2, const float *__restrict__ x,
          float *__restrict__ y) {
  const int n = threadIdx.x;
  const int j = n % 32;
  if (n >= 128) return;
  y[n] = o[n] + b2[j] + x[n];
}
} // namespace gpu

void add_0(Stream &stream, const char *step, const float *o, const float *b2, const float *x,
           float *y) {
  shardc::runtime::launch(stream, step, gpu::add_0, 1, 256, o, b2, x, y);
}

} // namespace megatron

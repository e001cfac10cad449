// The kernels of mlp for GPUs. Each is followed by the function that launches it.
#include "mlp.plan.h"

#include "runtime/host/cuda/launch_cuda.h"

#include "runtime/device/exponentials.h"
#include "runtime/device/fma.h"
#include "runtime/device/scalar.h"

#include <cmath>

namespace mlp {

using shardc::runtime::exp, shardc::runtime::fma, shardc::runtime::max;

// product_max_0: h[i,j] = max(sum + b1[j], 0)
//                  sum = sum over k of x[i,k] * w1[k,j]
//   source   program.json:8-9  dot_general, broadcast_in_dim, add, constant, maximum
//   x        f32[3..4, 16]  of [10, 16]  i of y's slice; columns whole
//   w1       f32[16, 32]    of [16, 32]  whole
//   b1       f32[32]        of [32]      whole
//   h        f32[3..4, 32]  of [10, 32]  i of y's slice; columns whole
//   indices  local: i counts from where the windows start
//   launch   grid 1, block 256; one thread per element
//   work     at most 2,944 bytes, 4,352 FLOPs
namespace gpu {
__global__ void __launch_bounds__(256)
    product_max_0(const Device d, const float *__restrict__ x, const float *__restrict__ w1,
                  const float *__restrict__ b1, float *__restrict__ h) {
  const int n = threadIdx.x;
  const int i = n / 32;
  const int j = n % 32;
  if (i >= d.i.size()) return;
  float sum = 0.0f;
  for (int k = 0; k < 16; ++k)
    sum = fma(x[i * 16 + k], w1[k * 32 + j], sum);
  h[i * 32 + j] = max(sum + b1[j], 0.0f);
}
} // namespace gpu

void product_max_0(Stream &stream, const char *step, const Device &d, const float *x,
                   const float *w1, const float *b1, float *h) {
  shardc::runtime::launch(stream, step, gpu::product_max_0, 1, 256, d, x, w1, b1, h);
}

// product_0: logits[i,j] = sum over k of h[i,k] * w2[k,j]
//   source   program.json:10  dot_general
//   h        f32[3..4, 32]  of [10, 32]  i of y's slice; columns whole
//   w2       f32[32, 8]     of [32, 8]   whole
//   logits   f32[3..4, 8]   of [10, 8]   i of y's slice; columns whole
//   indices  local: i counts from where the windows start
//   launch   grid 1, block 256; one thread per element
//   work     at most 1,664 bytes, 2,048 FLOPs
namespace gpu {
__global__ void __launch_bounds__(256)
    product_0(const Device d, const float *__restrict__ h, const float *__restrict__ w2,
              float *__restrict__ logits) {
  const int n = threadIdx.x;
  const int i = n / 8;
  const int j = n % 8;
  if (i >= d.i.size()) return;
  float sum = 0.0f;
#pragma unroll 16
  for (int k = 0; k < 32; ++k)
    sum = fma(h[i * 32 + k], w2[k * 8 + j], sum);
  logits[i * 8 + j] = sum;
}
} // namespace gpu

void product_0(Stream &stream, const char *step, const Device &d, const float *h, const float *w2,
               float *logits) {
  shardc::runtime::launch(stream, step, gpu::product_0, 1, 256, d, h, w2, logits);
}

// softmax_0: y[i,j] = exp(logits[i,j] - largest) / sum
//              largest = max over j_2 of logits[i,j_2]
//              sum     = sum over j_2 of exp(logits[i,j_2] - largest)
//   source   program.json:9,11  constant, reduce, broadcast_in_dim, subtract, exponential, divide
//   logits   f32[3..4, 8]  of [10, 8]  i of y's slice; columns whole
//   y        f32[3..4, 8]  of [10, 8]  i of y's slice; columns whole
//   indices  local: i counts from where the windows start
//   launch   grid 1, block 256; one thread per row
//   work     at most 256 bytes, 160 FLOPs
namespace gpu {
__global__ void __launch_bounds__(256)
    softmax_0(const Device d, const float *__restrict__ logits, float *__restrict__ y) {
  const int i = threadIdx.x;
  if (i >= d.i.size()) return;
  float largest = -INFINITY;
  for (int j_2 = 0; j_2 < 8; ++j_2)
    largest = max(largest, logits[i * 8 + j_2]);
  float sum = 0.0f;
  for (int j_2 = 0; j_2 < 8; ++j_2)
    sum += exp(logits[i * 8 + j_2] - largest);
  for (int j = 0; j < 8; ++j)
    y[i * 8 + j] = exp(logits[i * 8 + j] - largest) / sum;
}
} // namespace gpu

void softmax_0(Stream &stream, const char *step, const Device &d, const float *logits, float *y) {
  shardc::runtime::launch(stream, step, gpu::softmax_0, 1, 256, d, logits, y);
}

} // namespace mlp

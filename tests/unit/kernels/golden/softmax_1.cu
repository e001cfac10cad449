// The kernels of softmax_1 for GPUs. Each is followed by the function that launches it.
#include "softmax_1.plan.h"

#include "runtime/launch_cuda.h"
#include "runtime/scalar.h"
#include "runtime/sum_order.h"
#include "runtime/warp.h"

#include <cmath>

namespace softmax_1 {

using shardc::runtime::exp, shardc::runtime::load4, shardc::runtime::max,
    shardc::runtime::over_threads, shardc::runtime::store4, shardc::runtime::sum_of_lanes;

// softmax: y[i,j] = exp(x[i,j] - (max over j_2 of x[i,j_2])) / (sum over j_2 of exp(x[i,j_2] - (max
//          over j_2 of x[i,j_2])))
//   x        f32[8192, 512]  of [8192, 512]  whole
//   y        f32[8192, 512]  of [8192, 512]  whole
//   indices  local: from 0
//   launch   grid 1024, block 256
//   work     0 bytes, 0 FLOPs
namespace gpu {
__global__ void __launch_bounds__(256) softmax(const float *__restrict__ x, float *__restrict__ y) {
  const int i = blockIdx.x * 8 + threadIdx.x / 32;
  const int first = threadIdx.x % 32 * 4;
  float row[4][4];
#pragma unroll
  for (int c = 0; c < 4; ++c) {
    const int j_2 = c * 128 + first;
    load4(&row[c][0], &x[i * 512 + j_2]);
  }
  float largest = -INFINITY;
#pragma unroll
  for (int c = 0; c < 4; ++c)
#pragma unroll
    for (int v = 0; v < 4; ++v)
      largest = max(largest, row[c][v]);
  largest = over_threads<32>(largest, [](float x, float y) { return max(x, y); });
  float lanes[4] = {};
#pragma unroll
  for (int c = 0; c < 4; ++c) {
#pragma unroll
    for (int v = 0; v < 4; ++v) {
      row[c][v] = exp(row[c][v] - largest);
      lanes[v] += row[c][v];
    }
  }
  float sum = sum_of_lanes(lanes);
  sum = over_threads<32>(sum, [](float x, float y) { return x + y; });
#pragma unroll
  for (int c = 0; c < 4; ++c) {
#pragma unroll
    for (int v = 0; v < 4; ++v)
      row[c][v] = row[c][v] / sum;
    const int j = c * 128 + first;
    store4(&y[i * 512 + j], &row[c][0]);
  }
}
} // namespace gpu

void softmax(Stream &stream, const char *step, const float *x, float *y) {
  shardc::runtime::launch(stream, step, gpu::softmax, 1024, 256, x, y);
}

} // namespace softmax_1

// The kernels of product_0 for GPUs. Each is followed by the function that launches it.
#include "product_0.plan.h"

#include "runtime/launch_cuda.h"
#include "runtime/scalar.h"
#include "runtime/warp.h"

namespace product_0 {

using shardc::runtime::FullTree, shardc::runtime::copy4, shardc::runtime::fma,
    shardc::runtime::load4, shardc::runtime::min, shardc::runtime::store4, shardc::runtime::tanh;

// product: y[i,j] = 0.5 * ((b[j] + (sum over k of x[i,k] * w[k,j])) * (1 + tanh(0.7978846 * (b[j] +
//          (sum over k of x[i,k] * w[k,j]) + 0.044715 * ((b[j] + (sum over k of x[i,k] * w[k,j])) *
//          (b[j] + (sum over k of x[i,k] * w[k,j])) * (b[j] + (sum over k of x[i,k] * w[k,j])))))))
//   x        f32[1000, 768]   of [1000, 768]   whole
//   w        f32[768, 3000]   of [768, 3000]   whole
//   b        f32[3000]        of [3000]        whole
//   y        f32[1000, 3000]  of [1000, 3000]  whole
//   indices  local: from 0
//   launch   grid (47, 8), block 256
//   work     0 bytes, 0 FLOPs
namespace gpu {
__global__ void __launch_bounds__(256)
    product(const float *__restrict__ x, const float *__restrict__ w, const float *__restrict__ b,
            float *__restrict__ y) {
  __shared__ float x_tile[2][16][132];
  __shared__ float w_tile[2][16][64];
  const int i_tile = blockIdx.y * 128;
  const int j_tile = blockIdx.x * 64;
  const int x_i = threadIdx.x / 2;
  const int x_k = threadIdx.x % 2 * 4;
  const int w_k = threadIdx.x / 16;
  const int w_j = threadIdx.x % 16 * 4;
  const int i_here = threadIdx.x / 16 * 4;
  const int j_here = threadIdx.x % 16 * 4;
  float x_next[2][4];
  float w_next[4];
  const int x_row = min<int>(i_tile + x_i, 999);
#pragma unroll
  for (int h = 0; h < 2; ++h) {
    const int k = x_k + h * 8;
    load4(&x_next[h][0], &x[x_row * 768 + k]);
  }
  const int k = w_k;
  const int w_column = min<int>(j_tile + w_j, 2996);
  load4(&w_next[0], &w[k * 3000 + w_column]);
  FullTree<float[8][4], 8> leaves;
  float sum[8][4];
  for (int leaf = 0; leaf < 8; ++leaf) {
#pragma unroll
    for (int r = 0; r < 8; ++r)
#pragma unroll
      for (int c = 0; c < 4; ++c)
        sum[r][c] = 0.0f;
    for (int slice = 0; slice < 6; ++slice) {
#pragma unroll
      for (int h = 0; h < 2; ++h)
#pragma unroll
        for (int q = 0; q < 4; ++q)
          x_tile[slice % 2][x_k + h * 8 + q][x_i] = x_next[h][q];
      copy4(&w_tile[slice % 2][w_k][w_j], &w_next[0]);
      const int next = leaf * 96 + slice * 16 + 16;
      if (next < 768) {
        const int x_row = min<int>(i_tile + x_i, 999);
#pragma unroll
        for (int h = 0; h < 2; ++h) {
          const int k = leaf * 96 + slice * 16 + x_k + h * 8 + 16;
          load4(&x_next[h][0], &x[x_row * 768 + k]);
        }
        const int k = leaf * 96 + slice * 16 + w_k + 16;
        const int w_column = min<int>(j_tile + w_j, 2996);
        load4(&w_next[0], &w[k * 3000 + w_column]);
      }
      __syncthreads();
#pragma unroll
      for (int k_here = 0; k_here < 16; ++k_here) {
        float x_here[8];
        float w_here[4];
#pragma unroll
        for (int h = 0; h < 2; ++h)
          copy4(&x_here[h * 4], &x_tile[slice % 2][k_here][i_here + h * 64]);
        copy4(&w_here[0], &w_tile[slice % 2][k_here][j_here]);
#pragma unroll
        for (int h = 0; h < 2; ++h)
#pragma unroll
          for (int r = 0; r < 4; ++r)
#pragma unroll
            for (int c = 0; c < 4; ++c)
              sum[h * 4 + r][c] = fma(x_here[h * 4 + r], w_here[c], sum[h * 4 + r][c]);
      }
    }
    leaves.add(leaf, sum);
  }
  const int j = j_tile + j_here;
  if (j < 3000) {
    float b_here[4];
    load4(&b_here[0], &b[j]);
#pragma unroll
    for (int h = 0; h < 2; ++h) {
#pragma unroll
      for (int r = 0; r < 4; ++r) {
        const int i = i_tile + h * 64 + i_here + r;
        if (i < 1000) {
          float result[4];
#pragma unroll
          for (int c = 0; c < 4; ++c) {
            const float t = b_here[c] + sum[h * 4 + r][c];
            result[c] = 0.5f * (t * (1.0f + tanh(0.7978846f * (t + 0.044715f * (t * t * t)))));
          }
          store4(&y[i * 3000 + j], &result[0]);
        }
      }
    }
  }
}
} // namespace gpu

void product(Stream &stream, const char *step, const float *x, const float *w, const float *b,
             float *y) {
  shardc::runtime::launch(stream, step, gpu::product, {47, 8}, 256, x, w, b, y);
}

} // namespace product_0

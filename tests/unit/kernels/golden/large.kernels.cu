// The kernels of large for GPUs. Each is followed by the function that launches it.
#include "large.plan.h"

#include "runtime/host/cuda/launch_cuda.h"

#include "runtime/device/cuda/parts_cuda.h"
#include "runtime/device/cuda/product_cuda.h"
#include "runtime/device/cuda/teams_cuda.h"
#include "runtime/device/cuda/tile_ends_cuda.h"
#include "runtime/device/cuda/vec_cuda.h"
#include "runtime/device/exponentials.h"
#include "runtime/device/scalar.h"

#include <cmath>

namespace large {

using shardc::runtime::Along, shardc::runtime::ColumnTeam, shardc::runtime::RowShape,
    shardc::runtime::Tile, shardc::runtime::Vec, shardc::runtime::exp, shardc::runtime::finish_vec,
    shardc::runtime::load_part, shardc::runtime::logistic, shardc::runtime::max,
    shardc::runtime::over_parts, shardc::runtime::part_of, shardc::runtime::store_part,
    shardc::runtime::store_vec, shardc::runtime::sum_by_team, shardc::runtime::sum_of_parts,
    shardc::runtime::tiled_product;

namespace for_h {

// multiply_0: h[i,j] = add_x * logistic(add_x)
//               add_x = sum + b[j]
//               sum   = sum over k of x[i,k] * w[k,j]
//   source   program.mlir:5  multiply
//   x        f32[1024, 768]   of [1024, 768]   whole
//   w        f32[768, 3072]   of [768, 3072]   whole
//   b        f32[3072]        of [3072]        whole
//   h        f32[1024, 3072]  of [1024, 3072]  whole
//   indices  local: from 0
//   tiles    of 128 i by 64 j, of which a thread has 8 by 4; 16 terms at a time through shared
//            memory
//   launch   grid (48, 8), block 256
//   work     25,178,112 bytes, 4,844,421,120 FLOPs
namespace gpu {
__global__ void __launch_bounds__(256, 2)
    multiply_0(const float *__restrict__ x, const float *__restrict__ w,
               const float *__restrict__ b, float *__restrict__ h) {
  const auto left = [=](int i, int k) { return &x[i * 768 + k]; };
  const auto right = [=](int k, int j) { return &w[k * 3072 + j]; };
  const auto result = [=](int i, int j, float sum) {
    const float add_x = sum + b[j];
    return add_x * logistic(add_x);
  };
  const auto write = [=](int i, int j, const Vec<float, 4> &values) {
    store_vec(&h[i * 3072 + j], values);
  };
  tiled_product<int, Tile{128, 64, 8, 4}, Along::terms, Along::results, 8>(
      {0, 1024}, {0, 3072}, {.count = 768}, left, right, finish_vec<4>(result, write));
}
} // namespace gpu

void multiply_0(Stream &stream, const char *step, const float *x, const float *w, const float *b,
                float *h) {
  shardc::runtime::launch(stream, step, gpu::multiply_0, {48, 8}, 256, x, w, b, h);
}

} // namespace for_h

namespace for_p {

// divide_0: p[i,j] = exp(x[i,j] - largest) / sum
//             largest = max over k of x[i,k]
//             sum     = sum over l of exp(x[i,l] - largest)
//   source   program.mlir:9  divide
//   x        f32[4096, 4096]  of [4096, 4096]  whole
//   p        f32[4096, 4096]  of [4096, 4096]  whole
//   indices  local: from 0
//   launch   grid 4096, block 128; 4 warps per row, which is in registers
//   work     134,217,728 bytes, 83,886,080 FLOPs
namespace gpu {
__global__ void __launch_bounds__(128)
    divide_0(const float *__restrict__ x, float *__restrict__ p) {
  const int i = blockIdx.x;
  using Row = RowShape<4096, 4, 4>; // elements, warps, neighbours of a thread
  const auto x_row = load_part<Row>(&x[i * 4096]);
  const float largest = over_parts(x_row, -INFINITY, [](float x, float y) { return max(x, y); });
  const auto exp_row =
      part_of<Row, float>([=](int, int place) { return exp(x_row[place] - largest); });
  const float sum = sum_of_parts(exp_row);
  const auto p_row = part_of<Row, float>([=](int, int place) { return exp_row[place] / sum; });
  store_part(&p[i * 4096], p_row);
}
} // namespace gpu

void divide_0(Stream &stream, const char *step, const float *x, float *p) {
  shardc::runtime::launch(stream, step, gpu::divide_0, 4096, 128, x, p);
}

} // namespace for_p

namespace for_s {

// reduce_0: s[j] = sum over i of x[i,j]
//   source   program.mlir:11  reduce
//   x        f32[4096, 4096]  of [4096, 4096]  whole
//   s        f32[4096]        of [4096]        whole
//   indices  local: from 0
//   launch   grid 512, block 512; 64 threads per column
//   work     67,125,248 bytes, 16,777,216 FLOPs
namespace gpu {
__global__ void __launch_bounds__(512)
    reduce_0(const float *__restrict__ x, float *__restrict__ s) {
  const int j = blockIdx.x * 8 + threadIdx.x % 8;
  const int slot = threadIdx.x / 8;
  const auto term = [=](int i) { return x[i * 4096 + j]; };
  const float sum = sum_by_team<ColumnTeam<8, 64>, int, 128>({.count = 4096}, term);
  if (slot == 0) s[j] = sum;
}
} // namespace gpu

void reduce_0(Stream &stream, const char *step, const float *x, float *s) {
  shardc::runtime::launch(stream, step, gpu::reduce_0, 512, 512, x, s);
}

} // namespace for_s

namespace for_z {

// add_0: z[k,i,j] = x[i,j,k] + y[k,i,j]
//   source   program.mlir:13  add
//   x        f32[64, 512, 384]  of [64, 512, 384]  whole
//   y        f32[384, 64, 512]  of [384, 64, 512]  whole
//   z        f32[384, 64, 512]  of [384, 64, 512]  whole
//   indices  local: from 0
//   tiles    of 32 k by 32 j; x through shared memory: all is read and written in rows
//   launch   grid (16, 12, 64), block 256
//   work     150,994,944 bytes, 12,582,912 FLOPs
namespace gpu {
__global__ void __launch_bounds__(256)
    add_0(const float *__restrict__ x, const float *__restrict__ y, float *__restrict__ z) {
  const int i = blockIdx.z;
  const int k_tile = blockIdx.y * 32;
  const int j_tile = blockIdx.x * 32;
  __shared__ float x_tile[32][33];
  float x_own[4];
#pragma unroll
  for (int turn = 0; turn < 4; ++turn) {
    const int k = k_tile + threadIdx.x % 32;
    const int j = j_tile + threadIdx.x / 32 + turn * 8;
    x_own[turn] = x[(i * 512 + j) * 384 + k];
  }
  float y_own[4];
#pragma unroll
  for (int turn = 0; turn < 4; ++turn) {
    const int k = k_tile + threadIdx.x / 32 + turn * 8;
    const int j = j_tile + threadIdx.x % 32;
    y_own[turn] = y[(k * 64 + i) * 512 + j];
  }
#pragma unroll
  for (int turn = 0; turn < 4; ++turn) {
    const int k = k_tile + threadIdx.x % 32;
    const int j = j_tile + threadIdx.x / 32 + turn * 8;
    x_tile[j - j_tile][k - k_tile] = x_own[turn];
  }
  __syncthreads();
#pragma unroll
  for (int turn = 0; turn < 4; ++turn) {
    const int k = k_tile + threadIdx.x / 32 + turn * 8;
    const int j = j_tile + threadIdx.x % 32;
    z[(k * 64 + i) * 512 + j] = x_tile[j - j_tile][k - k_tile] + y_own[turn];
  }
}
} // namespace gpu

void add_0(Stream &stream, const char *step, const float *x, const float *y, float *z) {
  shardc::runtime::launch(stream, step, gpu::add_0, {16, 12, 64}, 256, x, y, z);
}

} // namespace for_z

} // namespace large

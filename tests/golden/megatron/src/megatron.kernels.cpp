// The kernels of megatron for CPUs: the formulas of the kernels for GPUs, under loops in place of a
// grid. Compiled once for each set of instructions; the bits are the same.
#include "megatron.kernels.h"

#include "runtime/device/cpu/vector_functions_cpu.h"
#include "runtime/device/fma.h"
#include "runtime/device/scalar.h"

#ifndef SHARDC_ISA
#define SHARDC_ISA baseline
#endif

namespace megatron {

using shardc::runtime::fma, shardc::runtime::in_vectors, shardc::runtime::load,
    shardc::runtime::max, shardc::runtime::store;

namespace SHARDC_ISA {

// product_max_0: h[i,j] = max(sum + b1[j], 0)
//                  sum = sum over k of x[i,k] * w1[k,j]
//   source   program.json:9-10  dot_general, broadcast_in_dim, add, constant, maximum
//   x        f32[4, 32]   of [8, 32]   over data; columns whole
//   w1       f32[32, 16]  of [32, 64]  over model; rows whole
//   b1       f32[16]      of [64]      over model
//   h        f32[4, 16]   of [8, 64]   over data and model
//   indices  local: i and j counts from where the windows start
//   blocks   i and j inside the loop over k: memory is read in rows
//   work     2,880 bytes, 4,224 FLOPs
static void product_max_0(const float *__restrict__ x, const float *__restrict__ w1,
                          const float *__restrict__ b1, float *__restrict__ h) {
  float sum[4][16] = {};
  for (int64_t k = 0; k < 32; ++k)
#pragma GCC unroll 4
    for (int64_t i = 0; i < 4; ++i)
      in_vectors<float, 16>(0, [&](auto j) {
        store(sum[i], j, fma(x[i * 32 + k], load(w1, k * 16 + j), load(sum[i], j)));
      });
  for (int64_t i = 0; i < 4; ++i)
    in_vectors<float, 16>(
        0, [&](auto j) { store(h, i * 16 + j, max(load(sum[i], j) + load(b1, j), 0.0f)); });
}

// product_0: o_part[i,j] = sum over part of k of h[i,k] * w2[k,j]
//   source   program.json:11  dot_general
//   h        f32[4, 16]   of [8, 64]   over data and model
//   w2       f32[16, 32]  of [64, 32]  over model; columns whole
//   o_part   f32[4, 32]   of [8, 32]   over data; columns whole
//   indices  local: i and k counts from where the windows start
//   blocks   i and j inside the loop over k: memory is read in rows
//   work     2,816 bytes, 4,096 FLOPs
static void product_0(const float *__restrict__ h, const float *__restrict__ w2,
                      float *__restrict__ o_part) {
  float sum[4][32] = {};
  for (int64_t k = 0; k < 16; ++k)
#pragma GCC unroll 4
    for (int64_t i = 0; i < 4; ++i)
      in_vectors<float, 32>(0, [&](auto j) {
        store(sum[i], j, fma(h[i * 16 + k], load(w2, k * 32 + j), load(sum[i], j)));
      });
  for (int64_t i = 0; i < 4; ++i)
    in_vectors<float, 32>(0, [&](auto j) { store(o_part, i * 32 + j, load(sum[i], j)); });
}

// add_0: y[i,j] = o[i,j] + b2[j] + x[i,j]
//   source   program.json:12  broadcast_in_dim, add
//   o        f32[4, 32]  of [8, 32]  over data; columns whole
//   b2       f32[32]     of [32]     whole
//   x        f32[4, 32]  of [8, 32]  over data; columns whole
//   y        f32[4, 32]  of [8, 32]  over data; columns whole
//   indices  local: i counts from where the windows start
//   work     1,664 bytes, 256 FLOPs
static void add_0(const float *__restrict__ o, const float *__restrict__ b2,
                  const float *__restrict__ x, float *__restrict__ y) {
  for (int i = 0; i < 4; ++i)
    in_vectors<float, 32>(0, [&](auto j) {
      store(y, i * 32 + j, load(o, i * 32 + j) + load(b2, j) + load(x, i * 32 + j));
    });
}

extern const Kernels kernels = {product_max_0, product_0, add_0};

} // namespace SHARDC_ISA

} // namespace megatron

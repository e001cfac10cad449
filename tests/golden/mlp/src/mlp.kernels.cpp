// The kernels of mlp for CPUs: the formulas of the kernels for GPUs, under loops in place of a
// grid. Compiled once for each set of instructions; the bits are the same.
#include "mlp.kernels.h"

#include "runtime/device/cpu/vector_functions_cpu.h"
#include "runtime/device/exponentials.h"
#include "runtime/device/fma.h"
#include "runtime/device/scalar.h"

#include <cmath>

#ifndef SHARDC_ISA
#define SHARDC_ISA baseline
#endif

namespace mlp {

using shardc::runtime::exp, shardc::runtime::fma, shardc::runtime::in_vectors,
    shardc::runtime::load, shardc::runtime::max, shardc::runtime::store;

namespace SHARDC_ISA {

// product_max_0: h[i,j] = max(sum + b1[j], 0)
//                  sum = sum over k of x[i,k] * w1[k,j]
//   source   program.json:8-9  dot_general, broadcast_in_dim, add, constant, maximum
//   x        f32[3..4, 16]  of [10, 16]  i of y's slice; columns whole
//   w1       f32[16, 32]    of [16, 32]  whole
//   b1       f32[32]        of [32]      whole
//   h        f32[3..4, 32]  of [10, 32]  i of y's slice; columns whole
//   indices  local: i counts from where the windows start
//   blocks   i and j inside the loop over k: memory is read in rows
//   work     at most 2,944 bytes, 4,352 FLOPs
static void product_max_0(const Device d, const float *__restrict__ x, const float *__restrict__ w1,
                          const float *__restrict__ b1, float *__restrict__ h) {
  float sum[4][32] = {};
  for (int64_t k = 0; k < 16; ++k)
    for (int64_t i = 0; i < d.i.size(); ++i)
      in_vectors<float, 32>(0, [&](auto j) {
        store(sum[i], j, fma(x[i * 16 + k], load(w1, k * 32 + j), load(sum[i], j)));
      });
  for (int64_t i = 0; i < d.i.size(); ++i)
    in_vectors<float, 32>(
        0, [&](auto j) { store(h, i * 32 + j, max(load(sum[i], j) + load(b1, j), 0.0f)); });
}

// product_0: logits[i,j] = sum over k of h[i,k] * w2[k,j]
//   source   program.json:10  dot_general
//   h        f32[3..4, 32]  of [10, 32]  i of y's slice; columns whole
//   w2       f32[32, 8]     of [32, 8]   whole
//   logits   f32[3..4, 8]   of [10, 8]   i of y's slice; columns whole
//   indices  local: i counts from where the windows start
//   blocks   i and j inside the loop over k: memory is read in rows
//   work     at most 1,664 bytes, 2,048 FLOPs
static void product_0(const Device d, const float *__restrict__ h, const float *__restrict__ w2,
                      float *__restrict__ logits) {
  float sum[4][8] = {};
  for (int64_t k = 0; k < 32; ++k)
    for (int64_t i = 0; i < d.i.size(); ++i)
      in_vectors<float, 8>(0, [&](auto j) {
        store(sum[i], j, fma(h[i * 32 + k], load(w2, k * 8 + j), load(sum[i], j)));
      });
  for (int64_t i = 0; i < d.i.size(); ++i)
    in_vectors<float, 8>(0, [&](auto j) { store(logits, i * 8 + j, load(sum[i], j)); });
}

// softmax_0: y[i,j] = exp(logits[i,j] - largest) / sum
//              largest = max over j_2 of logits[i,j_2]
//              sum     = sum over j_2 of term
//              term    = exp(logits[i,j_2] - largest)
//   source   program.json:9,11  constant, reduce, broadcast_in_dim, subtract, exponential, divide
//   logits   f32[3..4, 8]  of [10, 8]  i of y's slice; columns whole
//   y        f32[3..4, 8]  of [10, 8]  i of y's slice; columns whole
//   indices  local: i counts from where the windows start
//   work     at most 256 bytes, 160 FLOPs
static void softmax_0(const Device d, const float *__restrict__ logits, float *__restrict__ y) {
  for (int i = 0; i < d.i.size(); ++i) {
    float largest = -INFINITY;
    for (int j_2 = 0; j_2 < 8; ++j_2)
      largest = max(largest, logits[i * 8 + j_2]);
    float sum = 0.0f;
    for (int j_2 = 0; j_2 < 8; ++j_2) {
      const float term = exp(logits[i * 8 + j_2] - largest);
      y[i * 8 + j_2] = term;
      sum += term;
    }
    in_vectors<float, 8>(0, [&](auto j) { store(y, i * 8 + j, load(y, i * 8 + j) / sum); });
  }
}

extern const Kernels kernels = {product_max_0, product_0, softmax_0};

} // namespace SHARDC_ISA

} // namespace mlp

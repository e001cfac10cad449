// The kernels of uneven for CPUs: the formulas of the kernels for GPUs, under loops in place of a
// grid. Compiled once for each set of instructions; the bits are the same.
#include "uneven.kernels.h"

#include "runtime/device/cpu/vector_functions_cpu.h"
#include "runtime/device/fma.h"

#ifndef SHARDC_ISA
#define SHARDC_ISA baseline
#endif

namespace uneven {

using shardc::runtime::fma, shardc::runtime::in_vectors, shardc::runtime::load,
    shardc::runtime::store;

namespace SHARDC_ISA {

// product_add_0: y[i,j] = sum + b[j]
//                  sum = sum over k of x[i,k] * w[k,j]
//   source   program.json:7  dot_general, broadcast_in_dim, add
//   x        f32[2..3, 6]     of [10, 6]  over p; columns whole
//   w        f32[6, 3..4]     of [6, 7]   over q; rows whole
//   b        f32[3..4]        of [7]      over q
//   y        f32[2..3, 3..4]  of [10, 7]  over p and q
//   indices  local: i and j counts from where the windows start
//   blocks   i and j inside the loop over k: memory is read in rows
//   work     at most 232 bytes, 156 FLOPs
static void product_add_0(const Device d, const float *__restrict__ x, const float *__restrict__ w,
                          const float *__restrict__ b, float *__restrict__ y) {
  float sum[3][4] = {};
  for (int64_t k = 0; k < 6; ++k)
    for (int64_t i = 0; i < d.p_10.size(); ++i)
      in_vectors<float>(0, d.q_7.size(), [&](auto j) {
        store(sum[i], j, fma(x[i * 6 + k], load(w, k * d.q_7.size() + j), load(sum[i], j)));
      });
  for (int64_t i = 0; i < d.p_10.size(); ++i)
    in_vectors<float>(0, d.q_7.size(), [&](auto j) {
      store(y, i * d.q_7.size() + j, load(sum[i], j) + load(b, j));
    });
}

extern const Kernels kernels = {product_add_0};

} // namespace SHARDC_ISA

} // namespace uneven

// The kernels of residual for CPUs: the formulas of the kernels for GPUs, under loops in place of a
// grid. Compiled once for each set of instructions; the bits are the same.
#include "residual.kernels.h"

#include "runtime/device/fma.h"
#include "runtime/device/window.h"

#ifndef SHARDC_ISA
#define SHARDC_ISA baseline
#endif

namespace residual {

using shardc::runtime::Whole, shardc::runtime::Window, shardc::runtime::fma;

namespace SHARDC_ISA {

// product_add_0: z[i,j] = x[i,j] + sum
//                  sum = sum over k of x[i,k] * w[k,j]
//   source   program.json:6,8  dot_general, add
//   x        f32[2..3, 4]  of [5, 4]  i of z's slice; columns whole
//   w        f32[4, 2]     of [4, 4]  j of z's slice; rows whole
//   z        f32[2..3, 2]  of [5, 4]  i and j of z's slices
//   indices  global: x does not start where j does
//   blocks   i and j inside the loop over k: memory is read in rows
//   work     at most 104 bytes, 54 FLOPs
static void product_add_0(const Device d, const float *__restrict__ x_data,
                          const float *__restrict__ w_data, float *__restrict__ z_data) {
  const Window x(x_data, d.i, Whole<4>());
  const Window w(w_data, Whole<4>(), d.j);
  const Window z(z_data, d.i, d.j);
  float sum[3][2] = {};
  for (int64_t k = 0; k < 4; ++k)
    for (int64_t i = d.i.lo; i < d.i.hi; ++i)
      for (int64_t j = d.j.lo; j < d.j.hi; ++j)
        sum[i - d.i.lo][j - d.j.lo] = fma(x(i, k), w(k, j), sum[i - d.i.lo][j - d.j.lo]);
  for (int64_t i = d.i.lo; i < d.i.hi; ++i)
    for (int64_t j = d.j.lo; j < d.j.hi; ++j)
      z(i, j) = x(i, j) + sum[i - d.i.lo][j - d.j.lo];
}

extern const Kernels kernels = {product_add_0};

} // namespace SHARDC_ISA

} // namespace residual

// The kernels of nx_dot for CPUs: the formulas of the kernels for GPUs, under loops in place of a
// grid. Compiled once for each set of instructions; the bits are the same.
#include "nx_dot.kernels.h"

#include "runtime/device/fma.h"

#ifndef SHARDC_ISA
#define SHARDC_ISA baseline
#endif

namespace nx_dot {

using shardc::runtime::fma;

namespace SHARDC_ISA {

// product_0: z[i,j] = sum over l_2, k of (l[i,k,l_2] + 1) * float(r[0,0,l_2,k,j] - 1)
//   source   program.json:6-11  constant, broadcast_in_dim, add, transpose, subtract, reshape,
//            convert, dot_general
//   l        f32[1, 2, 3]        of [2, 2, 3]        i of z's slice; the rest whole
//   r        i32[1, 1, 3, 2, 1]  of [1, 1, 3, 2, 2]  j of z's slice; the rest whole
//   z        f32[1, 1]           of [2, 2]           i and j of z's slices
//   indices  local: i and j counts from where the windows start
//   work     52 bytes, 18 FLOPs
static void product_0(const float *__restrict__ l, const int32_t *__restrict__ r,
                      float *__restrict__ z) {
  float sum = 0.0f;
  for (int l_2 = 0; l_2 < 3; ++l_2)
    for (int k = 0; k < 2; ++k)
      sum = fma(l[k * 3 + l_2] + 1.0f, float(r[l_2 * 2 + k] - 1), sum);
  z[0] = sum;
}

extern const Kernels kernels = {product_0};

} // namespace SHARDC_ISA

} // namespace nx_dot

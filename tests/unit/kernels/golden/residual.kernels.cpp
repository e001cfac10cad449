// The kernels of residual for CPUs: the formulas of the kernels for GPUs, under loops in place of a
// grid. Compiled once for each set of instructions; the bits are the same.
#include "residual.kernels.h"

#include "runtime/device/window.h"

#ifndef SHARDC_ISA
#define SHARDC_ISA baseline
#endif

namespace residual {

using shardc::runtime::Whole, shardc::runtime::Window;

namespace SHARDC_ISA {

// add_0: z[i,j] = x[i,j] + y[i,j]
//   source   program.mlir:4  add
//   x        f32[2..3, 4]  of [5, 4]  i of z's slice; columns whole
//   y        f32[2..3, 2]  of [5, 4]  i and j of z's slices
//   z        f32[2..3, 2]  of [5, 4]  i and j of z's slices
//   indices  global: x does not start where j does
//   work     at most 72 bytes, 6 FLOPs
static void add_0(const Device d, const float *__restrict__ x_data,
                  const float *__restrict__ y_data, float *__restrict__ z_data) {
  const Window x(x_data, d.i, Whole<4>());
  const Window y(y_data, d.i, d.j);
  const Window z(z_data, d.i, d.j);
  for (int i = d.i.lo; i < d.i.hi; ++i)
    for (int j = d.j.lo; j < d.j.hi; ++j)
      z(i, j) = x(i, j) + y(i, j);
}

extern const Kernels kernels = {add_0};

} // namespace SHARDC_ISA

} // namespace residual

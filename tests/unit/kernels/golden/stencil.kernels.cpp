// The kernels of stencil for CPUs: the formulas of the kernels for GPUs, under loops in place of a
// grid. Compiled once for each set of instructions; the bits are the same.
#include "stencil.kernels.h"

#include "runtime/device/window.h"

#ifndef SHARDC_ISA
#define SHARDC_ISA baseline
#endif

namespace stencil {

using shardc::runtime::Window;

namespace SHARDC_ISA {

// add_0: w[i] = v[i] + 0.1 * (v_before + v_after - 2 * v[i])
//          v_before = v[i-1] if i > 0, else 0
//          v_after  = v[i+1] if i < 1002, else 0
//   source   program.mlir:15  add
//   v        f32[252..253]  of [1003]  i and 1 to each side of w's slice
//   w        f32[250..251]  of [1003]  i of w's slice
//   indices  global: i is computed with, not only an address
//   work     at most 2,016 bytes, 1,255 FLOPs
static void add_0(const Device d, const float *__restrict__ v_data, float *__restrict__ w_data) {
  const Window v(v_data, d.v);
  const Window w(w_data, d.i);
  for (int i = d.i.lo; i < d.i.hi; ++i) {
    const float v_before = i > 0 ? v(i - 1) : 0.0f;
    const float v_after = i < 1002 ? v(i + 1) : 0.0f;
    w(i) = v(i) + 0.1f * (v_before + v_after - 2.0f * v(i));
  }
}

extern const Kernels kernels = {add_0};

} // namespace SHARDC_ISA

} // namespace stencil

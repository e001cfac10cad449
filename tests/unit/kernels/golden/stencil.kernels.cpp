// The kernels of stencil for CPUs: the formulas of the kernels for GPUs, under loops in place of a
// grid. Compiled once for each set of instructions; the bits are the same.
#include "stencil.kernels.h"

#include "runtime/device/cpu/vector_functions_cpu.h"
#include "runtime/device/scalar.h"
#include "runtime/device/window.h"

#ifndef SHARDC_ISA
#define SHARDC_ISA baseline
#endif

namespace stencil {

using shardc::runtime::Window, shardc::runtime::in_vectors, shardc::runtime::load,
    shardc::runtime::max, shardc::runtime::min, shardc::runtime::store;

namespace SHARDC_ISA {

// add_0: w[i] = v[i] + 0.1 * ((i > 0 ? v[i-1] : 0) + (i < 1002 ? v[i+1] : 0) - 2 * v[i])
//   source   program.mlir:15  add
//   v        f32[252..253]  of [1003]  i and 1 to each side of w's slice
//   w        f32[250..251]  of [1003]  i of w's slice
//   indices  global: i is computed with, not only an address
//   work     at most 2,016 bytes, 1,255 FLOPs
static void add_0(const Device d, const float *__restrict__ v_data, float *__restrict__ w_data) {
  const Window v(v_data, d.v);
  const Window w(w_data, d.i);
  for (int i = d.i.lo; i < 1; ++i)
    w(i) = v(0) + 0.1f * (0.0f + v(1) - 2.0f * v(0));
  in_vectors<float>(max<int>(d.i.lo, 1), min<int>(d.i.hi, 1002), [&](auto i) {
    store(w, i, load(v, i) + 0.1f * (load(v, i - 1) + load(v, i + 1) - 2.0f * load(v, i)));
  });
  for (int i = 1002; i < d.i.hi; ++i)
    w(i) = v(1002) + 0.1f * (v(1001) + 0.0f - 2.0f * v(1002));
}

extern const Kernels kernels = {add_0};

} // namespace SHARDC_ISA

} // namespace stencil

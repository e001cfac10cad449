// The kernels of taken for CPUs: the formulas of the kernels for GPUs, under loops in place of a
// grid. Compiled once for each set of instructions; the bits are the same.
#include "taken.kernels.h"

#include "runtime/device/cpu/vector_functions_cpu.h"
#include "runtime/device/scalar.h"
#include "runtime/device/window.h"

#ifndef SHARDC_ISA
#define SHARDC_ISA baseline
#endif

namespace taken {

using shardc::runtime::Whole, shardc::runtime::Window, shardc::runtime::in_vectors,
    shardc::runtime::load, shardc::runtime::max, shardc::runtime::min, shardc::runtime::spread,
    shardc::runtime::store;

namespace SHARDC_ISA {

// gather_0: y_part[i,j] = table[at,j] if held, else 0
//             at   = ids[i], clamped to 0..13
//             held = at in d.k
//   source   program.mlir:3  gather
//   ids      i32[3]         of [6]       i of y_part's slice
//   table    f32[3..4, 16]  of [14, 16]  k of y_part's slice; columns whole
//   y_part   f32[3, 16]     of [6, 16]   i of y_part's slice; columns whole
//   held     a device reads what it holds; elsewhere its part is zero, and the bits of all parts
//            add up
//   indices  global: windows start at different places
//   work     at most 460 bytes, 0 FLOPs
static void gather_0(const Device d, const int32_t *__restrict__ ids_data,
                     const float *__restrict__ table_data, float *__restrict__ y_part_data) {
  const Window ids(ids_data, d.i);
  const Window table(table_data, d.k, Whole<16>());
  const Window y_part(y_part_data, d.i, Whole<16>());
  for (int i = d.i.lo; i < d.i.hi; ++i) {
    const int at = min(max(ids(i), 0), 13);
    in_vectors<float, 16>(0, [&](auto j) {
      const bool held = at >= d.k.lo && at < d.k.hi;
      store(y_part, i, j, held ? load(table, at, j) : spread(j, 0.0f));
    });
  }
}

extern const Kernels kernels = {gather_0};

} // namespace SHARDC_ISA

} // namespace taken

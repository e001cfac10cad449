// The kernels of taken for GPUs. Each is followed by the function that launches it.
#include "taken.plan.h"

#include "runtime/host/cuda/launch_cuda.h"

#include "runtime/device/scalar.h"
#include "runtime/device/window.h"

namespace taken {

using shardc::runtime::Whole, shardc::runtime::Window, shardc::runtime::max, shardc::runtime::min;

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
//   launch   grid 1, block 256; one thread per element
//   work     at most 460 bytes, 0 FLOPs
namespace gpu {
__global__ void __launch_bounds__(256)
    gather_0(const Device d, const int32_t *__restrict__ ids_data,
             const float *__restrict__ table_data, float *__restrict__ y_part_data) {
  const Window ids(ids_data, d.i);
  const Window table(table_data, d.k, Whole<16>());
  const Window y_part(y_part_data, d.i, Whole<16>());
  const int n = threadIdx.x;
  const int i = d.i.lo + n / 16;
  const int j = n % 16;
  if (n >= 48) return;
  const int at = min(max(ids(i), 0), 13);
  const bool held = at >= d.k.lo && at < d.k.hi;
  y_part(i, j) = held ? table(at, j) : 0.0f;
}
} // namespace gpu

void gather_0(Stream &stream, const char *step, const Device &d, const int32_t *ids,
              const float *table, float *y_part) {
  shardc::runtime::launch(stream, step, gpu::gather_0, 1, 256, d, ids, table, y_part);
}

} // namespace taken

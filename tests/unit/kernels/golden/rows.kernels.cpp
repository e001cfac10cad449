// The kernels of rows for CPUs: the formulas of the kernels for GPUs, under loops in place of a
// grid. Compiled once for each set of instructions; the bits are the same.
#include "rows.kernels.h"

#include "runtime/device/cpu/lanes_cpu.h"
#include "runtime/device/cpu/vector_functions_cpu.h"
#include "runtime/device/exponentials.h"
#include "runtime/device/scalar.h"

#include <cmath>

#ifndef SHARDC_ISA
#define SHARDC_ISA baseline
#endif

namespace rows {

using shardc::runtime::exp, shardc::runtime::fill_lanes, shardc::runtime::in_blocks,
    shardc::runtime::in_lanes, shardc::runtime::in_vectors, shardc::runtime::load,
    shardc::runtime::max, shardc::runtime::over_lanes, shardc::runtime::store;

namespace for_p {

namespace SHARDC_ISA {

// divide_0: p[i,j] = exp(x[i,j] - largest) / sum
//             largest = max over k of x[i,k]
//             sum     = sum over k of exp(x[i,k] - largest)
//   source   program.mlir:9  divide
//   x        f32[16..48, 300]  of [64, 300]  i of p's slice; columns whole
//   p        f32[16..48, 300]  of [64, 300]  i of p's slice; columns whole
//   indices  local: i counts from where the windows start
//   terms    a block of them before the first is added: functions run on vectors
//   work     at most 115,200 bytes, 57,600 FLOPs
static void divide_0(const Device d, const float *__restrict__ x, float *__restrict__ p) {
  for (int64_t i = 0; i < d.i.size(); ++i) {
    float lanes[64];
    fill_lanes(lanes, -INFINITY);
    in_blocks<64, 300>(0, [&](int64_t k_from, auto k_to) SHARDC_INLINED {
      in_lanes<float>(k_from, k_to, [&](auto k, auto lane) {
        store(lanes, lane, max(load(lanes, lane), load(x, i * 300 + k)));
      });
    });
    const float largest = over_lanes(lanes, [](auto x, auto y) { return max(x, y); });
    float sum = 0.0f;
    in_blocks<64, 300>(0, [&](int64_t k_from, auto k_to) SHARDC_INLINED {
      in_vectors<float>(k_from, k_to, [&](auto k) {
        store(p, i * 300 + k, exp(load(x, i * 300 + k) - largest));
      });
      for (int64_t k = k_from; k < k_to; ++k)
        sum += p[i * 300 + k];
    });
    in_vectors<float, 300>(0, [&](auto j) { store(p, i * 300 + j, load(p, i * 300 + j) / sum); });
  }
}

extern const Kernels kernels = {divide_0};

} // namespace SHARDC_ISA

} // namespace for_p

namespace for_y {

namespace SHARDC_ISA {

// dot_0: y[i,j] = sum over k of x[i,k] * w[k,j]
//   source   program.mlir:12  dot
//   x        f32[16..48, 300]  of [64, 300]  i of y's slice; columns whole
//   w        f32[300, 10]      of [300, 10]  whole
//   y        f32[16..48, 10]   of [64, 10]   i of y's slice; columns whole
//   indices  local: i counts from where the windows start
//   blocks   4 i by all j inside the loop over k: memory is read in rows
//   work     at most 71,520 bytes, 288,000 FLOPs
static void dot_0(const Device d, const float *__restrict__ x, const float *__restrict__ w,
                  float *__restrict__ y) {
  in_blocks<4>(0, d.i.size(), [&](int64_t i_from, auto i_to) SHARDC_INLINED {
    float sum[4][10] = {};
    for (int64_t k = 0; k < 300; ++k)
      for (int64_t i = i_from; i < i_to; ++i)
        in_vectors<float, 10>(0, [&](auto j) {
          store(sum[i - i_from], j,
                load(sum[i - i_from], j) + x[i * 300 + k] * load(w, k * 10 + j));
        });
    for (int64_t i = i_from; i < i_to; ++i)
      in_vectors<float, 10>(0, [&](auto j) { store(y, i * 10 + j, load(sum[i - i_from], j)); });
  });
}

extern const Kernels kernels = {dot_0};

} // namespace SHARDC_ISA

} // namespace for_y

} // namespace rows

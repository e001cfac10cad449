// SPDX-License-Identifier: Apache-2.0
// The kernels of pair for CPUs.
#include "pair.plan.h"

#include "runtime/device/window.h"
#include "runtime/host/cpu/launch_cpu.h"

namespace pair {

using shardc::runtime::Fixed, shardc::runtime::launch, shardc::runtime::Whole,
    shardc::runtime::Window;

namespace for_z {

namespace cpu {
static void add_0(const Device d, const float *__restrict__ x_data, const float *__restrict__ w,
                  const float *__restrict__ b_data, float *__restrict__ z_data) {
  const Window x(x_data, d.i, Whole<4>());
  const Window b(b_data, d.i);
  const Window z(z_data, d.i, Whole<4>());
  for (int i = d.i.lo; i < d.i.hi; ++i)
    for (int j = 0; j < 4; ++j)
      z(i, j) = x(i, j) * w[j] + b(i);
}
} // namespace cpu

void add_0(Stream &stream, const char *step, const Device &d, const float *x, const float *w,
           const float *b, float *z) {
  launch(stream, step, cpu::add_0, d, x, w, b, z);
}

} // namespace for_z

namespace for_k {

namespace cpu {
static void convert_0(const bool *__restrict__ mask, int64_t *__restrict__ k_data) {
  const Window k(k_data, Fixed<1, 3>());
  for (int i = 1; i < 4; ++i)
    k(i) = mask[i];
}
} // namespace cpu

void convert_0(Stream &stream, const char *step, const bool *mask, int64_t *k) {
  launch(stream, step, cpu::convert_0, mask, k);
}

} // namespace for_k

} // namespace pair

// Launches the kernels of nx_dot for CPUs: those compiled for the processor that this runs on.
#include "nx_dot.kernels.h"
#include "nx_dot.plan.h"

#include "runtime/host/cpu/launch_cpu.h"

namespace nx_dot {

static const Kernels &kernels() {
  static const Kernels &own = SHARDC_FOR_PROCESSOR(kernels);
  return own;
}

void product_0(Stream &stream, const char *step, const float *l, const int32_t *r, float *z) {
  shardc::runtime::launch(stream, step, kernels().product_0, l, r, z);
}

} // namespace nx_dot

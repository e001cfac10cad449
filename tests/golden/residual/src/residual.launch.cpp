// Launches the kernels of residual for CPUs: those compiled for the processor that this runs on.
#include "residual.kernels.h"
#include "residual.plan.h"

#include "runtime/host/cpu/launch_cpu.h"

namespace residual {

static const Kernels &kernels() {
  static const Kernels &own = SHARDC_FOR_PROCESSOR(kernels);
  return own;
}

void product_add_0(Stream &stream, const char *step, const Device &d, const float *x,
                   const float *w, float *z) {
  shardc::runtime::launch(stream, step, kernels().product_add_0, d, x, w, z);
}

} // namespace residual

// Launches the kernels of uneven for CPUs: those compiled for the processor that this runs on.
#include "uneven.kernels.h"
#include "uneven.plan.h"

#include "runtime/host/cpu/launch_cpu.h"

namespace uneven {

static const Kernels &kernels() {
  static const Kernels &own = SHARDC_FOR_PROCESSOR(kernels);
  return own;
}

void product_add_0(Stream &stream, const char *step, const Device &d, const float *x,
                   const float *w, const float *b, float *y) {
  shardc::runtime::launch(stream, step, kernels().product_add_0, d, x, w, b, y);
}

} // namespace uneven

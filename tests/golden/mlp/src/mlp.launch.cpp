// Launches the kernels of mlp for CPUs: those compiled for the processor that this runs on.
#include "mlp.kernels.h"
#include "mlp.plan.h"

#include "runtime/host/cpu/launch_cpu.h"

namespace mlp {

static const Kernels &kernels() {
  static const Kernels &own = SHARDC_FOR_PROCESSOR(kernels);
  return own;
}

void product_max_0(Stream &stream, const char *step, const Device &d, const float *x,
                   const float *w1, const float *b1, float *h) {
  shardc::runtime::launch(stream, step, kernels().product_max_0, d, x, w1, b1, h);
}

void product_0(Stream &stream, const char *step, const Device &d, const float *h, const float *w2,
               float *logits) {
  shardc::runtime::launch(stream, step, kernels().product_0, d, h, w2, logits);
}

void softmax_0(Stream &stream, const char *step, const Device &d, const float *logits, float *y) {
  shardc::runtime::launch(stream, step, kernels().softmax_0, d, logits, y);
}

} // namespace mlp

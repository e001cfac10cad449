// Launches the kernels of mlp for CPUs: those compiled for the processor that this runs on.
#include "mlp.kernels.h"

#include "runtime/launch_cpu.h"

namespace mlp {

static const Kernels &kernels() {
  static const Kernels &own = SHARDC_FOR_PROCESSOR(kernels);
  return own;
}

void maximum_0(Stream &stream, const char *step, const Device &d, const float *x, const float *w1,
               const float *b1, float *h) {
  shardc::runtime::launch(stream, step, kernels().maximum_0, d, x, w1, b1, h);
}

void dot_general_0(Stream &stream, const char *step, const Device &d, const float *h,
                   const float *w2, float *logits) {
  shardc::runtime::launch(stream, step, kernels().dot_general_0, d, h, w2, logits);
}

void make_y_0(Stream &stream, const char *step, const Device &d, const float *logits, float *y) {
  shardc::runtime::launch(stream, step, kernels().make_y_0, d, logits, y);
}

} // namespace mlp

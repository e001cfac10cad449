// Launches the kernels of megatron for CPUs: those compiled for the processor that this runs on.
#include "megatron.kernels.h"
#include "megatron.plan.h"

#include "runtime/host/cpu/launch_cpu.h"

namespace megatron {

static const Kernels &kernels() {
  static const Kernels &own = SHARDC_FOR_PROCESSOR(kernels);
  return own;
}

void product_max_0(Stream &stream, const char *step, const float *x, const float *w1,
                   const float *b1, float *h) {
  shardc::runtime::launch(stream, step, kernels().product_max_0, x, w1, b1, h);
}

void product_0(Stream &stream, const char *step, const float *h, const float *w2, float *o_part) {
  shardc::runtime::launch(stream, step, kernels().product_0, h, w2, o_part);
}

void add_0(Stream &stream, const char *step, const float *o, const float *b2, const float *x,
           float *y) {
  shardc::runtime::launch(stream, step, kernels().add_0, o, b2, x, y);
}

} // namespace megatron

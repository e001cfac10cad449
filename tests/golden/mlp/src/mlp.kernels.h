// The kernels of mlp for CPUs, compiled for all processors and for those with more instructions.
#pragma once

#include "mlp.device.h"

#include <cstdint>

namespace mlp {

struct Kernels {
  void (*product_max_0)(const Device d, const float *__restrict__ x, const float *__restrict__ w1,
                        const float *__restrict__ b1, float *__restrict__ h);
  void (*product_0)(const Device d, const float *__restrict__ h, const float *__restrict__ w2,
                    float *__restrict__ logits);
  void (*softmax_0)(const Device d, const float *__restrict__ logits, float *__restrict__ y);
};
namespace baseline {
extern const Kernels kernels;
}
namespace avx2 {
extern const Kernels kernels;
}
namespace avx512 {
extern const Kernels kernels;
}

} // namespace mlp

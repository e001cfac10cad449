// The kernels of residual for CPUs, compiled for all processors and for those with more instructions.
#pragma once

#include "residual.device.h"

#include <cstdint>

namespace residual {

struct Kernels {
  void (*product_add_0)(const Device d, const float *__restrict__ x_data,
                        const float *__restrict__ w_data, float *__restrict__ z_data);
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

} // namespace residual

// The kernels of uneven for CPUs, compiled for all processors and for those with more instructions.
#pragma once

#include "uneven.device.h"

#include <cstdint>

namespace uneven {

struct Kernels {
  void (*product_add_0)(const Device d, const float *__restrict__ x, const float *__restrict__ w,
                        const float *__restrict__ b, float *__restrict__ y);
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

} // namespace uneven

// The kernels of nx_dot for CPUs, compiled for all processors and for those with more instructions.
#pragma once

#include <cstdint>

namespace nx_dot {

struct Kernels {
  void (*product_0)(const float *__restrict__ l, const int32_t *__restrict__ r,
                    float *__restrict__ z);
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

} // namespace nx_dot

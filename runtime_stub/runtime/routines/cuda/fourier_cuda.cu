// SPDX-License-Identifier: Apache-2.0
#include "runtime/routines/fourier.h"

#include "runtime/routines/cuda/each_cuda.h"
#include "runtime/routines/cuda/fourier_cuda.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

const char *fourier(const shardc_call *call) {
  return for_parts(*call, [&]<typename Real>(Real) {
    return for_each_of<Fourier<Complex<Real>>>(batch_of_vectors(*call, call->attributes[0].integer),
                                               *call, "fourier");
  });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

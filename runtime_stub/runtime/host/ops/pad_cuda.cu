// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/ops/pad.h"

#include <cuda_runtime.h>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

constexpr int kThreads = 256;

__global__ void __launch_bounds__(kThreads)
    copy_elements(const PaddedPart part, int64_t elements, bool isOut) {
  const int64_t element = int64_t(blockIdx.x) * kThreads + threadIdx.x;
  if (element < elements) part.copy(element, isOut);
}

void copy_padded(void *stream, const PaddedPart &part, bool isOut) {
  const int64_t elements = part.elements();
  const auto blocks = unsigned((elements + kThreads - 1) / kThreads);
  if (blocks > 0)
    copy_elements<<<blocks, kThreads, 0, static_cast<cudaStream_t>(stream)>>>(part, elements,
                                                                              isOut);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

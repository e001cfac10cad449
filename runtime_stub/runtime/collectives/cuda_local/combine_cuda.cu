// SPDX-License-Identifier: Apache-2.0
#include "runtime/collectives/cuda_local/slices_cuda.h"

#include "runtime/collectives/cuda_local/combine_cuda.h"
#include "runtime/host/cuda/launch_cuda.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

void combine_slices(Stream &stream, const char *step, const Slices &slices) {
  launch(stream, step, shardc_combine_slices, slices.blocks(), Slices::kBlock, slices.type,
         slices.as_bits, slices.how, slices.at, slices.size, slices.count);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

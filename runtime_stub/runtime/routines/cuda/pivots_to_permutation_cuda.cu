// SPDX-License-Identifier: Apache-2.0
#include "runtime/routines/pivots_to_permutation.h"

#include "runtime/routines/cuda/each_cuda.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

const char *pivots_to_permutation(const shardc_call *call) {
  return for_each_of<PivotsToPermutation>(batch_of_vectors(*call, 0), *call,
                                          "pivots_to_permutation");
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

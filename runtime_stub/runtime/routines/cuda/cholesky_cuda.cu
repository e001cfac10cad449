// SPDX-License-Identifier: Apache-2.0
#include "runtime/routines/cholesky.h"

#include "runtime/routines/cuda/each_cuda.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

const char *cholesky(const shardc_call *call) {
  return for_each_member<Cholesky>(*call, "cholesky");
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
#include "runtime/routines/tridiagonal.h"

#include "runtime/routines/cuda/each_cuda.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

const char *tridiagonal(const shardc_call *call) {
  return for_each_member<Tridiagonal>(*call, "tridiagonal");
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

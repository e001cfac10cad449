// SPDX-License-Identifier: Apache-2.0
#include "runtime/routines/householder.h"

#include "runtime/routines/cuda/each_cuda.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

const char *householder(const shardc_call *call) {
  return for_each_member<Householder>(*call, "householder");
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
#include "runtime/routines/hessenberg.h"

#include "runtime/routines/cuda/each_cuda.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

const char *hessenberg(const shardc_call *call) {
  return for_each_member<Hessenberg>(*call, "hessenberg");
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

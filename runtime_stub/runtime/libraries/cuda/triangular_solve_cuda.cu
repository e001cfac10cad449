// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/triangular_solve.h"

#include "runtime/routines/triangular_solve.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

const char *by_library::triangular_solve(const shardc_call *call) {
  return runtime::triangular_solve(call);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

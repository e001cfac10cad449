// SPDX-License-Identifier: Apache-2.0
#include "runtime/routines/triangular_solve.h"

#include "runtime/routines/cuda/each_cuda.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

const char *triangular_solve(const shardc_call *call) {
  return for_each_member<TriangularSolve>(*call, "triangular_solve");
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

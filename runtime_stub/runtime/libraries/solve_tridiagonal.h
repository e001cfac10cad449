// SPDX-License-Identifier: Apache-2.0
// X of T X = B, where T is tridiagonal. A library does it, and the runtime has no code of its own
// for it.
#pragma once

#include "runtime/libraries/by_library.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace by_library {
inline namespace SHARDC_BUILT_WITH {

/// For each matrix of a batch.
const char *solve_tridiagonal(const shardc_call *call);

} // namespace SHARDC_BUILT_WITH
} // namespace by_library
} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

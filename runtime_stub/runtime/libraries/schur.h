// SPDX-License-Identifier: Apache-2.0
// A = Z T Z^H, where T is a triangle, of real matrices but for pairs of eigenvalues. A library does
// it, and the runtime has no code of its own for it.
#pragma once

#include "runtime/libraries/by_library.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace by_library {
inline namespace SHARDC_BUILT_WITH {

/// For each matrix of a batch.
const char *schur(const shardc_call *call);

} // namespace SHARDC_BUILT_WITH
} // namespace by_library
} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

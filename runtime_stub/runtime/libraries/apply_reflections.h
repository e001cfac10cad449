// SPDX-License-Identifier: Apache-2.0
// A product of reflections, or its adjoint, times a matrix. A library does it, and the runtime has
// no code of its own for it.
#pragma once

#include "runtime/libraries/by_library.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace by_library {
inline namespace SHARDC_BUILT_WITH {

/// For each matrix of a batch.
const char *apply_reflections(const shardc_call *call);

} // namespace SHARDC_BUILT_WITH
} // namespace by_library
} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
